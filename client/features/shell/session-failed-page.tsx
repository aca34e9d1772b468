import type { SessionError } from '#machines/identity/session-machine.ts'
import { readAuthMode } from '#client/lib/browser/auth-mode.ts'
import { routes } from '#client/lib/address/routes.ts'
import { Button } from '#client/ui/button.tsx'
import { PlainPage } from '#client/ui/layout/plain-page.tsx'
import { Properties } from '#client/ui/layout/properties.tsx'

interface SessionFailedPageProps {
  readonly failure: SessionError
  readonly unreachable: boolean
  readonly onRetry: () => void
}

export function SessionFailedPage({ failure, unreachable, onRetry }: SessionFailedPageProps) {
  return (
    <PlainPage title={unreachable ? 'The console cannot reach its server' : 'Could not load your account'}>
      <p>
        {failure.reason}
        {unreachable ? ' Retrying every few seconds. The console opens automatically.' : null}
      </p>
      <div className="plain-page-actions">
        <Button look="primary" onClick={onRetry}>
          Try again
        </Button>
        {unreachable || readAuthMode() === 'standalone' ? null : (
          <a className="bp6-button" href={routes.logout}>
            Sign out
          </a>
        )}
      </div>
      <Properties
        entries={[
          ['Status', failure.status],
          ['Request', failure.where === undefined ? undefined : <code key="where">{failure.where}</code>],
        ]}
      />
    </PlainPage>
  )
}
