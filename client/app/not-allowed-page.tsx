import { useQuery } from '@tanstack/react-query'
import { areaName } from '#shared/access/areas.ts'
import { administratorsQuery } from '#client/api/session/administrators.ts'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import type { Session } from '#client/api/session/whoami.ts'
import { whyAddress } from '#client/lib/address/why-address.ts'
import { Page } from '#client/ui/layout/page.tsx'
import { Unauthorised } from '#client/ui/feedback/unauthorised.tsx'
import type { PageGate } from './page-entry.ts'

interface NotAllowedPageProps {
  readonly gate: PageGate
  readonly session: Session
  readonly reason: string | undefined
}

export function NotAllowedPage({ gate, session, reason }: NotAllowedPageProps) {
  const { data: administrators } = useQuery(administratorsQuery)
  const { allowed: canAsk } = useAllowed('read', 'permissions', { feature: 'settings.permissions' })
  const question = { person: session.user.id, action: gate.action, on: areaName(gate.resource, gate.object) }
  return (
    <Page title="Unauthorized">
      <Unauthorised
        action={gate.action}
        resource={gate.resource}
        name={session.user.name}
        roles={session.roles}
        reason={reason}
        administrators={administrators}
        whyHref={canAsk ? whyAddress(question) : undefined}
      />
    </Page>
  )
}
