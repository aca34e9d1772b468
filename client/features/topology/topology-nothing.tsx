import { Link } from 'wouter'
import type { ComponentRow } from '#shared/topology/topology.ts'
import { useAllows } from '#client/api/session/use-allows.ts'
import { linkTo, routes } from '#client/lib/address/routes.ts'
import { hasOwnBackend } from '#client/lib/browser/own-backend.ts'
import type { TopicView } from '#client/live/topic-view.ts'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { SignedOut } from '#client/ui/feedback/signed-out.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'

interface TopologyNothingProps {
  readonly topic: TopicView<ComponentRow>
  readonly noun: string
}

const example = `apiVersion: canaries.flanksource.com/v1
kind: Topology
metadata:
  name: shop
  namespace: default
spec:
  schedule: "@every 1m"
  components:
    - name: checkout
      type: Application
      checks:
        - selector:
            labelSelector: app=checkout`

export function TopologyNothing({ topic, noun }: TopologyNothingProps) {
  const { status, reason, refresh } = topic
  const canCreate = useAllows()('topologies', 'create')
  if (status === 'loading') return <SkeletonRows label={`Loading ${noun}`} />
  if (status === 'signedOut') return <SignedOut subject={`the ${noun}`} />
  if (status === 'refused')
    return (
      <EmptyState title="Unauthorized: You do not have permission to access this page">
        <p>Viewing components requires read permission on topologies. An administrator can grant it.</p>
        {reason === null ? null : <p>{reason}</p>}
      </EmptyState>
    )
  if (status === 'missing')
    return (
      <EmptyState title="Component not found">
        <p>No component has this ID, or it was deleted. Check the link.</p>
      </EmptyState>
    )
  if (status !== 'live')
    return (
      <EmptyState title="Components not available yet" actions={<Button onClick={refresh}>Retry now</Button>}>
        <p>No data received yet. Retrying automatically.</p>
        {reason === null ? null : <p>{reason}</p>}
      </EmptyState>
    )
  return (
    <EmptyState
      title="No components yet"
      actions={
        canCreate ? (
          <Link
            className="bp6-button bp6-intent-primary"
            href={linkTo(routes.settingsRow, { table: 'topologies', id: 'new' })}
          >
            Add topology
          </Link>
        ) : undefined
      }
    >
      <p>
        {hasOwnBackend()
          ? 'A topology groups your services into components. Add one here, or a file like this to RESOURCES_DIR (./resources):'
          : 'Components appear here once the backend has a topology, for example:'}
      </p>
      <pre className="topology-example">
        <code>{example}</code>
      </pre>
    </EmptyState>
  )
}
