import { Link } from 'wouter'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import type { ComingArea } from './coming-areas.ts'

/** The page of an area that this build does not hold: what will stand here, and where to go meanwhile. */
export function PlaceholderPage({ title, will, meanwhile }: ComingArea & { readonly title: string }) {
  return (
    <Page title={title}>
      <EmptyState
        title={`${title}: not in this version yet`}
        actions={meanwhile.map(({ label, href }) => (
          <Link key={href} className="bp6-button" href={href}>
            {label}
          </Link>
        ))}
      >
        <p>This page will show: {will}</p>
        <p>What the backend knows of it stays readable through its API.</p>
      </EmptyState>
    </Page>
  )
}
