import { ApiError } from '#client/api/api-error.ts'
import { Button } from '#client/ui/button.tsx'
import { PlainPage } from '#client/ui/plain-page.tsx'
import { Properties } from '#client/ui/properties.tsx'
import { SkeletonRows } from '#client/ui/skeleton.tsx'

interface SessionFailedPageProps {
  readonly error: Error
  readonly onRetry: () => void
}

const isStarting = (error: Error) =>
  error instanceof ApiError && error.status !== undefined && (error.status >= 500 || error.status === 404)

/**
 * Who is asking could not be found out, so nothing can be shown: the backend is still starting (5xx, 404), or it refused
 * (contract 1.1; ledger ERR-08).
 */
export function SessionFailedPage({ error, onRetry }: SessionFailedPageProps) {
  if (isStarting(error))
    return (
      <PlainPage title="Please wait, instance provisioning in-progress ...">
        <p>The backend does not answer yet. The console asks again every few seconds and opens by itself.</p>
        <SkeletonRows rows={4} />
      </PlainPage>
    )
  const isUnreachable = error instanceof ApiError && error.status === undefined
  return (
    <PlainPage title={isUnreachable ? 'The console cannot reach its server' : 'The console cannot tell who you are'}>
      <p>
        {error.message}
        {isUnreachable ? ' It asks again every few seconds and opens by itself.' : null}
      </p>
      <div className="plain-page-actions">
        <Button look="primary" onClick={onRetry}>
          Try again
        </Button>
      </div>
      <Properties
        entries={[
          ['Status', error instanceof ApiError ? error.status : undefined],
          ['Request', error instanceof ApiError ? <code key="where">{error.where}</code> : undefined],
        ]}
      />
    </PlainPage>
  )
}
