import { lazy, Suspense, useMemo } from 'react'
import { writeFilter } from '#shared/filters/filter-value.ts'
import { formatCount } from '#shared/primitives/format-count.ts'
import type { ComponentRow } from '#shared/topology/topology.ts'
import { topologyComponents } from '#shared/topology/topology-topics.ts'
import { SilencedRows } from '#client/domain/notifications/silenced-rows.tsx'
import { ViewMenu } from '#client/domain/views/view-menu.tsx'
import { useDelayed } from '#client/lib/time/use-delayed.ts'
import { useRefresh } from '#client/live/use-refresh.ts'
import { useTopic } from '#client/live/use-topic.ts'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { PartBoundary } from '#client/ui/feedback/part-boundary.tsx'
import { TopicNotice } from '#client/ui/feedback/topic-notice.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { Callout } from '#client/ui/feedback/callout.tsx'
import { ComponentCards } from './component-cards.tsx'
import { ComponentMenu } from './component-menu.tsx'
import { useFirstSteps } from './first-steps/use-first-steps.ts'
import { Overview } from './overview/overview.tsx'
import { TopologyFacts } from './topology-facts.tsx'
import { TopologyFilters } from './topology-filters.tsx'
import { ShapeChoice } from './shape-choice.tsx'
import { TopologyGraph } from './topology-graph.tsx'
import { TopologyNothing } from './topology-nothing.tsx'
import { clearFilters, filterKeys, useTopologyQuery } from './use-topology-query.ts'
import { useShape } from './use-shape.ts'
import { useTopologyView } from './use-topology-view.ts'
import './topology-page.css'

function EmptyConsole() {
  const { reason } = useAllowed('create', 'canaries')
  return (
    <Callout tone="info" title="This console checks only itself so far." bar>
      Checks of your services, their components and incidents appear here once they are added. {reason}
    </Callout>
  )
}

const FirstSteps = lazy(async () => ({ default: (await import('./first-steps/first-steps.tsx')).FirstSteps }))

/** Later, components no longer wait for what is shown above them, which would move them. */
const componentsWithinMs = 1_000

const roots = { hidden: true }
const everywhere = { hidden: true, flatten: true }

const renderMenu = (component: ComponentRow) => <ComponentMenu component={component} isCard />

export function TopologyPage() {
  const query = useTopologyQuery()
  const { filters, order, isHiddenShown } = query
  const { shape } = useShape()
  const topic = useTopic(topologyComponents, filters.type.size > 0 ? everywhere : roots)
  const { rows, status } = topic
  const { busy, ask } = useRefresh(topic)
  const view = useTopologyView(rows, query)
  const firstSteps = useFirstSteps()
  const isLate = useDelayed(componentsWithinMs)
  const isHeld = firstSteps === 'unknown' && !isLate
  const stale = status === 'stale' || status === 'offline'
  const viewKey = useMemo(
    () =>
      [...filterKeys.map((key) => writeFilter(filters[key])), order.by, String(order.desc), String(isHiddenShown)].join(
        '\n',
      ),
    [filters, order, isHiddenShown],
  )
  return (
    <Page
      title="Dashboard"
      views={<ViewMenu />}
      slot={<ShapeChoice location="bar" />}
      refresh={{ busy, onRefresh: ask }}
    >
      <Suspense fallback={<SkeletonRows label="Loading first steps" rows={12} />}>
        {firstSteps === 'notice' ? <EmptyConsole /> : null}
        {firstSteps === 'checklist' ? <FirstSteps /> : null}
        <PartBoundary name="the overview">
          <Overview />
        </PartBoundary>
        {isHeld ? (
          <SkeletonRows label="Loading components" />
        ) : rows.size === 0 ? (
          firstSteps === 'checklist' && status === 'live' ? null : (
            <TopologyNothing topic={topic} noun="components" />
          )
        ) : (
          <>
            <SilencedRows />
            <TopologyFilters query={query} view={view} />
            <TopicNotice topic={topic} subject="Components" meanwhile="Components are still updated on the server." />
            <TopologyFacts view={view} stale={stale} isHiddenShown={isHiddenShown} shape={shape} />
            {view.shown.length === 0 ? (
              <EmptyState
                title={view.total === 0 ? 'All components are hidden' : 'No components match'}
                {...(view.total > 0 && { actions: <Button onClick={clearFilters}>Clear filters</Button> })}
              >
                {view.total > 0 ? <p>0 of {formatCount(view.total)} components match the filters.</p> : null}
              </EmptyState>
            ) : shape === 'cards' ? (
              <ComponentCards
                label="Components"
                components={view.shown}
                getChildren={view.getChildren}
                stale={stale}
                view={viewKey}
                renderMenu={renderMenu}
              />
            ) : (
              <TopologyGraph
                label="Components"
                components={view.shown}
                getChildren={view.getChildren}
                rootId={null}
                isHiddenShown={isHiddenShown}
                stale={stale}
                view={viewKey}
              />
            )}
          </>
        )}
      </Suspense>
    </Page>
  )
}
