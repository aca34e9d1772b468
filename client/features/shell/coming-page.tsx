import { Link } from 'wouter'
import { routes } from '#client/lib/address/routes.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { Page } from '#client/ui/layout/page.tsx'

/** What stands at the address of a page that this build does not hold. */
export function ComingPage({ title }: { readonly title: string }) {
  return (
    <Page title={title}>
      <EmptyState
        title={`${title}: not in this version yet`}
        actions={
          <>
            <Link className="bp6-button" href={routes.health}>
              Open health
            </Link>
            <Link className="bp6-button" href={routes.docs}>
              Read the docs
            </Link>
          </>
        }
      >
        <p>What the backend knows of it can be read through its API.</p>
      </EmptyState>
    </Page>
  )
}
