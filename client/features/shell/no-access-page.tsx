import { useQuery } from '@tanstack/react-query'
import type { SessionError } from '#machines/identity/session-machine.ts'
import { accountAddressQuery } from '#client/api/session/account-address.ts'
import { routes } from '#client/lib/address/routes.ts'
import { Button } from '#client/ui/button.tsx'
import { PlainPage } from '#client/ui/layout/plain-page.tsx'

interface NoAccessPageProps {
  readonly failure: SessionError
  readonly onRetry: () => void
}

export function NoAccessPage({ failure: { reason, advice }, onRetry }: NoAccessPageProps) {
  const { data: address } = useQuery(accountAddressQuery)
  return (
    <PlainPage title="No access" heading={reason}>
      {address ? (
        <p>
          You are signed in as <b>{address}</b>.
        </p>
      ) : null}
      <p>{advice} This page then opens automatically.</p>
      <div className="plain-page-actions">
        <a className="bp6-button bp6-intent-primary" href={routes.logout}>
          Sign out
        </a>
        <Button onClick={onRetry}>Try again</Button>
      </div>
    </PlainPage>
  )
}
