import { Link } from 'wouter'
import { routes } from '#client/lib/address/routes.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { Page } from '#client/ui/layout/page.tsx'

export function NoProfilePage() {
  return (
    <Page title="Profile">
      <EmptyState
        title="No profile without sign-in"
        actions={
          <Link className="bp6-button" href={routes.health}>
            Open health
          </Link>
        }
      >
        <p>
          This console does not require sign-in, so there is no name, password or second factor to manage.{' '}
          <code>AUTH_MODE=identity</code> turns sign-in on.
        </p>
      </EmptyState>
    </Page>
  )
}
