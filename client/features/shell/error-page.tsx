import { Link } from 'wouter'
import { readAuthMode } from '#client/lib/browser/auth-mode.ts'
import { useQueryParams } from '#client/lib/address/query-state.ts'
import { routes } from '#client/lib/address/routes.ts'
import { PlainPage } from '#client/ui/layout/plain-page.tsx'

export function ErrorPage() {
  const code = useQueryParams().get('error_code')
  const isBadSession = code === 'BAD_SESSION'
  return (
    <PlainPage
      title={isBadSession ? 'Bad Session' : 'Unknown error'}
      heading={
        isBadSession ? (
          <>
            Bad Session.{' '}
            <span>Please try logging out and logging in again, if the problem persist, please contact us.</span>
          </>
        ) : (
          'Unknown error'
        )
      }
    >
      <div className="plain-page-actions">
        {isBadSession && readAuthMode() === 'identity' ? (
          <Link className="bp6-button bp6-intent-primary" href={routes.logout}>
            Sign out
          </Link>
        ) : null}
        <Link className="bp6-button" href={routes.home}>
          Go back
        </Link>
      </div>
    </PlainPage>
  )
}
