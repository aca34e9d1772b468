import { useEffect, useMemo } from 'react'
import { toComponentHealth, healthRank } from '#shared/topology/component-health.ts'
import { componentTree } from '#shared/topology/component-tree.ts'
import type { ComponentRow } from '#shared/topology/topology.ts'
import { topologyComponents } from '#shared/topology/topology-topics.ts'
import { setDocumentTitle } from '#client/lib/browser/document-title.ts'
import { useDelayed } from '#client/lib/time/use-delayed.ts'
import type { TopicView } from '#client/live/topic-view.ts'
import { useTopic } from '#client/live/use-topic.ts'
import type { State } from '#client/ui/state-mark.tsx'
import { WallNothing } from './page/wall-page.tsx'
import { TopologyWall } from './topology/topology-wall.tsx'

const all = {}
const waitMs = 1_000

interface NothingProps {
  readonly topic: TopicView<ComponentRow>
}

function Nothing({ topic: { status, reason } }: NothingProps) {
  const waited = useDelayed(waitMs)
  const goesOn = `${reason ?? ''} Retrying automatically.`
  if (status === 'signedOut') return <WallNothing title="Signed out" text={reason ?? ''} />
  if (status === 'refused') return <WallNothing title="No access" text={reason ?? ''} />
  if (status === 'offline') return <WallNothing title="No connection" text={goesOn} />
  if (status === 'stale') return <WallNothing title="No results" text={goesOn} />
  if (status === 'loading')
    return waited ? <WallNothing title="Waiting for components" text="No components received yet." /> : null
  return <WallNothing title="Topology not found" text="No topology or component has this ID. Check the address." />
}

const useTitle = (title: string) =>
  useEffect(() => {
    setDocumentTitle(title)
  }, [title])

const findWorst = (components: readonly ComponentRow[]): State => {
  const [worst] = components.toSorted((a, b) => healthRank(a) - healthRank(b))
  return worst === undefined ? 'unknown' : toComponentHealth(worst)
}

interface TopicWallProps {
  readonly id: string
  readonly topic: TopicView<ComponentRow>
  readonly component: ComponentRow | undefined
}

function TopicWall({ id, topic, component }: TopicWallProps) {
  const { rows, status, observedAtMs } = topic
  const tree = useMemo(() => componentTree(rows.values()), [rows])
  const roots = tree.roots.filter((root) => root.topology_id === id && !root.hidden)
  const [only] = roots
  const top = component ?? (roots.length === 1 ? only : undefined)
  const below = top === undefined ? roots : tree.listChildren(top.id).filter(({ hidden }) => !hidden)
  const components = below.length === 0 && top !== undefined ? [top] : below
  const title = top?.name ?? 'Topology'
  useTitle(title)
  if (components.length === 0) return <Nothing topic={topic} />
  const isHeld = status === 'offline' || status === 'stale'
  return (
    <TopologyWall
      title={title}
      state={top === undefined ? findWorst(components) : toComponentHealth(top)}
      components={components}
      getChildren={tree.listChildren}
      heldAtMs={isHeld ? observedAtMs : null}
      headline={status === 'offline' ? 'no connection' : 'no results'}
    />
  )
}

function TopologyById({ id }: { readonly id: string }) {
  return <TopicWall id={id} topic={useTopic(topologyComponents, all)} component={undefined} />
}

export function TopologyWallPage({ id }: { readonly id: string }) {
  const params = useMemo(() => ({ id }), [id])
  const topic = useTopic(topologyComponents, params)
  const component = topic.rows.get(id)
  if (component === undefined && (topic.status === 'live' || topic.status === 'missing'))
    return <TopologyById id={id} />
  return <TopicWall id={id} topic={topic} component={component} />
}
