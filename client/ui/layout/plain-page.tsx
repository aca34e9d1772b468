import { useEffect } from 'react'
import { setDocumentTitle } from '#client/lib/browser/document-title.ts'
import { Brand } from '#client/ui/brand.tsx'
import './plain-page.css'

interface PlainPageProps {
  readonly title: string
  readonly heading?: React.ReactNode
  readonly aside?: React.ReactNode
  readonly foot?: React.ReactNode
  readonly children: React.ReactNode
}

export function PlainPage({ title, heading = title, aside, foot, children }: PlainPageProps) {
  useEffect(() => {
    setDocumentTitle(title)
  }, [title])
  return (
    <div className="plain-page">
      <main className="plain-page-body">
        <div className="plain-page-brand">
          <Brand />
          <b>Quarterdeck</b>
          {aside === undefined ? null : <span>{aside}</span>}
        </div>
        <h1>{heading}</h1>
        {children}
      </main>
      {foot === undefined ? null : <footer className="plain-page-foot tabular">{foot}</footer>}
    </div>
  )
}
