import { Link } from 'wouter'
import { routes } from '#client/lib/address/routes.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { Page } from '#client/ui/layout/page.tsx'

export function NotFoundPage({ message = 'This page does not exist.' }: { readonly message?: string }) {
  return (
    <Page title="Not found">
      <EmptyState
        title="Page not found"
        actions={
          <Link className="bp6-button bp6-intent-primary" href={routes.health}>
            Open health
          </Link>
        }
      >
        <p>{message} The link may be outdated or mistyped.</p>
      </EmptyState>
    </Page>
  )
}
