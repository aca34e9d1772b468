import { useQuery, queryOptions } from '@tanstack/react-query'
import type { SessionError } from '#machines/identity/session-machine.ts'
import { routes } from '#client/lib/address/routes.ts'
import { Button } from '#client/ui/button.tsx'
import { PlainPage } from '#client/ui/layout/plain-page.tsx'
import { sessionRoute } from '#shared/identity/session-routes.ts'
import { call } from '#client/api/call.ts'

const accountAddressQuery = queryOptions({
  queryKey: ['account-address'],
  queryFn: async ({ signal }): Promise<string | null> => {
    const { identity } = await call(sessionRoute, { signal })
    return identity?.traits.email ?? null
  },
})

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
