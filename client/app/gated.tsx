import { useQuery } from '@tanstack/react-query'
import { useContext } from 'react'
import { Link } from 'wouter'
import { useFeatures } from '#client/api/session/feature-flags.ts'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { whoamiQuery } from '#client/api/session/whoami.ts'
import { routes } from '#client/lib/address/routes.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { loaded, LoadingContext } from './loaded-page.tsx'
import type { PageGate } from './page-entry.ts'

const NotAllowedPage = loaded(async () => (await import('./not-allowed-page.tsx')).NotAllowedPage)

interface GatedProps {
  readonly gate: PageGate
  readonly children: React.ReactNode
}

export function Gated({ gate, children }: GatedProps) {
  const isOn = useFeatures()
  const waiting = useContext(LoadingContext)
  const { data: session } = useQuery(whoamiQuery)
  const { allowed, reason } = useAllowed(gate.action, gate.resource, { object: gate.object })
  if (gate.feature !== undefined && !isOn(gate.feature))
    return (
      <Page title="Disabled">
        <EmptyState
          title="This area is disabled"
          actions={
            <Link className="bp6-button" href={routes.featureFlags}>
              Feature flags
            </Link>
          }
        >
          <p>
            The property <code>{gate.feature}.disable</code>, or a parent of it, disables this area. Someone with write
            access to properties can enable it again.
          </p>
        </EmptyState>
      </Page>
    )
  if (session === undefined) return waiting
  if (!allowed) return <NotAllowedPage gate={gate} session={session} reason={reason} />
  return children
}
