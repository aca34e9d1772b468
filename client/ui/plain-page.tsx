import { useEffect } from 'react'
import { Brand } from './brand.tsx'
import './plain-page.css'

interface PlainPageProps {
  readonly title: string
  readonly children: React.ReactNode
}

/** A page without the shell around it: something stands before the console can be used. */
export function PlainPage({ title, children }: PlainPageProps) {
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <main className="plain-page">
      <div className="plain-page-brand">
        <Brand />
        <b>Quarterdeck</b>
      </div>
      <h1>{title}</h1>
      {children}
    </main>
  )
}
