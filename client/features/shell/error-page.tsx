import { Link } from 'wouter'
import { useQueryParams } from '#client/lib/query-state.ts'
import { routes } from '#client/lib/routes.ts'
import { PlainPage } from '#client/ui/plain-page.tsx'

/** The page that a failed sign-in leads to, with a code in the address. */
export function ErrorPage() {
  const code = useQueryParams().get('error_code')
  return (
    <PlainPage title={code === 'BAD_SESSION' ? 'Bad Session.' : 'Unknown error'}>
      {code === 'BAD_SESSION' ? (
        <p>Please try logging out and logging in again, if the problem persist, please contact us.</p>
      ) : null}
      <div className="plain-page-actions">
        <Link className="bp6-button" href={routes.home}>
          Go back
        </Link>
      </div>
    </PlainPage>
  )
}
