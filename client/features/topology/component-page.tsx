import { Download } from '@blueprintjs/icons'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { groupedBy } from '#shared/primitives/grouped-by.ts'
import { toComponentHealth } from '#shared/topology/component-health.ts'
import { childrenLine, failureLine } from '#shared/topology/component-line.ts'
import { orderComponents, worstFirst } from '#shared/topology/component-order.ts'
import { componentTree } from '#shared/topology/component-tree.ts'
import type { ComponentRow } from '#shared/topology/topology.ts'
import { topologyComponents } from '#shared/topology/topology-topics.ts'
import { Slot } from '#client/domain/slots/slot.tsx'
import { routes } from '#client/lib/address/routes.ts'
import { useRefresh } from '#client/live/use-refresh.ts'
import { useTopic } from '#client/live/use-topic.ts'
import { Age } from '#client/ui/age.tsx'
import { Button } from '#client/ui/button.tsx'
import { TopicNotice } from '#client/ui/feedback/topic-notice.tsx'
import { AgentMark } from '#client/domain/agents/agent-mark.tsx'
import { SilencedRows } from '#client/domain/notifications/silenced-rows.tsx'
import { SilencedMark } from '#client/domain/notifications/silenced-mark.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'
import { ComponentCards } from './component-cards.tsx'
import { ComponentDetails } from './component-details.tsx'
import { ComponentIcon } from './component-icon.tsx'
import { ComponentMenu } from './component-menu.tsx'
import {
  ChangesPanel,
  ChecksPanel,
  CostsPanel,
  IncidentsPanel,
  InsightsPanel,
  RunsPanel,
  TeamsPanel,
} from './component-panels.tsx'
import { Fold, LoadingLine } from './fold.tsx'
import { LinkedItems } from './linked-items.tsx'
import { componentHref } from './topology-links.ts'
import { ShapeChoice } from './shape-choice.tsx'
import { TopologyGraph } from './topology-graph.tsx'
import { TopologyNothing } from './topology-nothing.tsx'
import { useShape } from './use-shape.ts'
import { useParents } from './use-parents.ts'
import './component-page.css'

const SnapshotDialog = lazy(async () => ({ default: (await import('./snapshot-dialog.tsx')).SnapshotDialog }))

const withHidden = (id: string) => ({ id, hidden: true })

interface HeadProps {
  readonly component: ComponentRow
  readonly parts: readonly ComponentRow[]
  readonly stale: boolean
  readonly actions: React.ReactNode
}

function Head({ component, parts, stale, actions }: HeadProps) {
  const { name, type, icon, status, owner, team_names: teams, last_observed: observed, updated_at: updated } = component
  const [isSnapshot, setIsSnapshot] = useState(false)
  const close = useCallback(() => setIsSnapshot(false), [])
  const health = toComponentHealth(component)
  const warning = failureLine(component, parts)
  return (
    <header className="component-head">
      <h2>
        <StateMark state={health} stale={stale} label="" />
        <ComponentIcon icon={icon} type={type} />
        <span>{name}</span>
        {type ? <small>{type}</small> : null}
      </h2>
      <div className="component-actions">
        <ShapeChoice location="page" />
        {actions}
        <Button icon={<Download />} onClick={() => setIsSnapshot(true)}>
          Snapshot
        </Button>
        <ComponentMenu component={component} />
      </div>
      <p className="component-facts dotted tabular">
        <b>{status && status !== health ? `${health}, ${status}` : health}</b>
        {warning === null || warning === status ? null : <span>{warning}</span>}
        {warning === null && parts.length > 0 ? <span>{childrenLine(parts)}</span> : null}
        {owner ? <span>owner {owner}</span> : null}
        {teams && teams.length > 0 ? <span>team {teams.join(', ')}</span> : null}
        <span>
          as of <Age at={observed ?? updated} /> ago
        </span>
        <AgentMark agentId={component.agent_id} />
      </p>
      <SilencedMark target={{ kind: 'component', id: component.id }} />
      <Suspense fallback={null}>
        {isSnapshot ? <SnapshotDialog component={component} onClose={close} /> : null}
      </Suspense>
    </header>
  )
}

interface PartsProps {
  readonly component: ComponentRow
  readonly parts: readonly ComponentRow[]
  readonly getChildren: (id: string) => readonly ComponentRow[]
  readonly stale: boolean
}

function Parts({ component: { id }, parts, getChildren, stale }: PartsProps) {
  const groups = useMemo(
    () => [...groupedBy(orderComponents(parts, worstFirst), ({ type }) => type || 'Components')],
    [parts],
  )
  const renderMenu = useCallback((part: ComponentRow) => <ComponentMenu component={part} isCard refererId={id} />, [id])
  if (groups.length === 0) return null
  return (
    <>
      <SilencedRows />
      {groups.map(([type, components]) => (
        <section key={type} className="component-group" aria-label={type}>
          <h2>
            {type} <span className="tabular">{components.length}</span>
          </h2>
          <ComponentCards
            label={type}
            components={components}
            getChildren={getChildren}
            stale={stale}
            view={id}
            refererId={id}
            renderMenu={renderMenu}
          />
        </section>
      ))}
    </>
  )
}

const unhealthy = new Set(['unhealthy', 'warning'])

function Main({ component, parts, getChildren, stale }: PartsProps) {
  const { shape } = useShape()
  const { id, name, health } = component
  return (
    <>
      <Head
        component={component}
        parts={parts}
        stale={stale}
        actions={<Slot name="resourceActions" resource={{ kind: 'component', id, name }} />}
      />
      {unhealthy.has(health ?? '') ? (
        <Slot name="changesBeforeFailure" kind="component" id={id} turnedAt={null} />
      ) : null}
      {shape === 'cards' || parts.length === 0 ? (
        <Parts component={component} parts={parts} getChildren={getChildren} stale={stale} />
      ) : (
        <TopologyGraph
          label={`Parts of ${name}`}
          components={[component]}
          getChildren={getChildren}
          rootId={id}
          isHiddenShown
          stale={stale}
          view=""
        />
      )}
    </>
  )
}

interface SideProps extends Pick<React.ComponentProps<typeof ComponentDetails>, 'parents'> {
  readonly id: string
  readonly component: ComponentRow | undefined
}

/** Its panels request their rows while the component is still loading. */
function Side({ id, component, parents }: SideProps) {
  return (
    <aside className="component-side" aria-label="Details">
      <Fold title="Details">
        {component === undefined ? (
          <LoadingLine label="Loading details" />
        ) : (
          <ComponentDetails component={component} parents={parents} />
        )}
      </Fold>
      {component === undefined ? null : <CostsPanel component={component} />}
      <LinkedItems id={id} name={component?.name} />
      <IncidentsPanel id={id} />
      <ChecksPanel id={id} />
      <InsightsPanel id={id} />
      <ChangesPanel id={id} />
      <TeamsPanel id={id} />
      <RunsPanel id={id} />
    </aside>
  )
}

interface ComponentPageProps {
  readonly id: string
}

export function ComponentPage({ id }: ComponentPageProps) {
  const params = useMemo(() => withHidden(id), [id])
  const topic = useTopic(topologyComponents, params)
  const { rows, status } = topic
  const { busy, ask } = useRefresh(topic)
  const tree = useMemo(() => componentTree(rows.values()), [rows])
  const component = rows.get(id)
  const { parents, above } = useParents(component)
  const stale = status === 'stale' || status === 'offline'
  const isLoading = status === 'loading'
  const isMissing = status === 'live' && component === undefined
  const parts = tree.listChildren(id)
  const crumbs = [
    { label: 'Dashboard', href: routes.topology },
    ...above.map((parent) => ({ label: parent.name, href: componentHref(parent.id) })),
  ]
  return (
    <Page
      title={component?.name ?? 'Component'}
      crumbs={crumbs}
      slot={<ShapeChoice location="bar" />}
      refresh={{ busy, onRefresh: ask }}
    >
      {component === undefined && !isLoading ? (
        <TopologyNothing topic={isMissing ? { ...topic, status: 'missing' } : topic} noun="component" />
      ) : (
        <>
          <TopicNotice topic={topic} subject="Component" meanwhile="It is still updated on the server." />
          <div className="component-page" data-leaf={component && parts.length === 0 ? '' : undefined}>
            <div className="component-main">
              {component === undefined ? (
                <TopologyNothing topic={topic} noun="component" />
              ) : (
                <Main component={component} parts={parts} getChildren={tree.listChildren} stale={stale} />
              )}
            </div>
            <Side id={id} component={component} parents={parents} />
          </div>
        </>
      )}
    </Page>
  )
}
