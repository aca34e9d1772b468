import { Refresh } from '@blueprintjs/icons'
import { useContext, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { Link } from 'wouter'
import { takeLostFocus } from '#client/lib/browser/keep-focus.ts'
import { setDocumentTitle } from '#client/lib/browser/document-title.ts'
import { Button } from '#client/ui/button.tsx'
import { PageFrameContext } from './page-frame.ts'
import './page.css'

interface PageProps {
  readonly title?: string | undefined
  /** Names the page among its tabs; the title of a wall, which has no tabs. */
  readonly section?: string | undefined
  readonly crumbs?: readonly { readonly label: string; readonly href: string }[] | undefined
  readonly views?: React.ReactNode
  readonly slot?: React.ReactNode
  readonly refresh?: { readonly busy: boolean; readonly onRefresh: () => void }
  readonly children: React.ReactNode
}

function Title({ title, crumbs }: Required<Pick<PageProps, 'title' | 'crumbs'>>) {
  if (crumbs === undefined) return <h1 className="cut">{title}</h1>
  return (
    <nav aria-label="Breadcrumb" className="page-crumbs">
      <ol>
        {crumbs.map((crumb) => (
          <li key={crumb.href}>
            <Link href={crumb.href}>{crumb.label}</Link>
          </li>
        ))}
        <li aria-current="page">
          <h1 className="cut">{title}</h1>
        </li>
      </ol>
    </nav>
  )
}

export function Page({ title, section, crumbs, views, slot, refresh, children }: PageProps) {
  const { bar, live, isWall = false } = useContext(PageFrameContext)
  const heading = isWall ? (section ?? title) : title
  const main = useRef<HTMLElement>(null)
  useEffect(() => takeLostFocus(main.current), [])
  useEffect(() => {
    setDocumentTitle(title)
  }, [title])
  const inBar = (
    <>
      {heading === undefined ? null : <Title title={heading} crumbs={crumbs} />}
      {views}
      {slot === undefined ? null : <div className="page-slot">{slot}</div>}
      <div className="page-state">
        {live}
        {refresh && (
          <Button
            look="minimal"
            className={refresh.busy ? 'page-refresh page-refresh-busy' : 'page-refresh'}
            icon={<Refresh />}
            aria-label={refresh.busy ? 'Refreshing' : 'Refresh'}
            onClick={refresh.onRefresh}
          />
        )}
      </div>
    </>
  )
  return (
    <>
      {bar === null ? <header className="page-bar">{inBar}</header> : createPortal(inBar, bar)}
      <main ref={main} id="main" className="page" tabIndex={-1}>
        {children}
      </main>
    </>
  )
}
