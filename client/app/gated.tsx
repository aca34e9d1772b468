import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { allows } from '#shared/access/roles.ts'
import { useFeatures } from '#client/api/session/feature-flags.ts'
import { whoamiQuery } from '#client/api/session/whoami.ts'
import { routes } from '#client/lib/routes.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Page } from '#client/ui/page.tsx'
import { SkeletonRows } from '#client/ui/skeleton.tsx'
import { Unauthorised } from '#client/ui/unauthorised.tsx'
import type { PageGate } from './page-entry.ts'

interface GatedProps {
  readonly gate: PageGate
  readonly children: React.ReactNode
}

/** Shows a page only to who may see it, and while its feature is on (ledger PERM-18, PERM-19). */
export function Gated({ gate, children }: GatedProps) {
  const isOn = useFeatures()
  const { data: session } = useQuery(whoamiQuery)
  if (gate.feature !== undefined && !isOn(gate.feature))
    return (
      <Page title="Switched off">
        <EmptyState
          title="This area is switched off"
          actions={
            <Link className="bp6-button" href={routes.featureFlags}>
              Feature flags
            </Link>
          }
        >
          <p>
            The property <code>{gate.feature}.disable</code>, or one above it, hides it here. Somebody with write on
            properties can switch it on again.
          </p>
        </EmptyState>
      </Page>
    )
  if (session === undefined)
    return (
      <Page title="">
        <SkeletonRows />
      </Page>
    )
  if (!allows(session.roles, gate.action, gate.resource))
    return (
      <Page title="Unauthorized">
        <Unauthorised action={gate.action} resource={gate.resource} name={session.user.name} roles={session.roles} />
      </Page>
    )
  return children
}
