import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { incidentTopic } from '#shared/incidents/incident-topics.ts'
import { isId } from '#shared/primitives/id.ts'
import { incidentsKey } from '#client/domain/incidents/incidents-key.ts'
import { incidentName } from '#client/domain/incidents/incident-state.ts'
import { useQueryState } from '#client/lib/address/query-state.ts'
import { routes } from '#client/lib/address/routes.ts'
import { hasOwnBackend } from '#client/lib/browser/own-backend.ts'
import type { TopicView } from '#client/live/topic-view.ts'
import { useRefresh } from '#client/live/use-refresh.ts'
import { useTopic } from '#client/live/use-topic.ts'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { PartBoundary } from '#client/ui/feedback/part-boundary.tsx'
import { SignedOut } from '#client/ui/feedback/signed-out.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { TopicNotice } from '#client/ui/feedback/topic-notice.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { Tabs } from '#client/ui/layout/tabs.tsx'
import { IncidentChecks } from './checks/incident-checks.tsx'
import { AddComment, useIsCommentDocked } from './comments/add-comment.tsx'
import { DefinitionOfDone } from './done/definition-of-done.tsx'
import { HypothesisBoard } from './hypotheses/hypothesis-board.tsx'
import { IncidentHead } from './incident-head.tsx'
import { IncidentTimeline } from './incident-timeline.tsx'
import { toIncidentView, type IncidentView } from './incident-view.ts'
import { IncidentMerges } from './merge/incident-merges.tsx'
import { IncidentPeople } from './people/incident-people.tsx'
import { OutwardResponders } from './people/outward/outward-responders.tsx'
import { PresenceProvider } from './people/presence.tsx'
import { IncidentSuggestions } from './suggestions/incident-suggestions.tsx'
import { WholeTimeline } from './timeline/whole-timeline.tsx'
import { IncidentWaiting } from './waiting/incident-waiting.tsx'
import '#client/features/incidents/incidents.css'
import './incident.css'

const crumbs = [{ label: 'Incidents', href: routes.incidents }]

function NoIncident({ id }: { readonly id: string }) {
  return (
    <Page title="Incident not found" crumbs={crumbs}>
      <EmptyState title="Incident not found">
        <p>
          No incident has the ID <code>{id}</code>. The link is wrong, or the incident was removed.
        </p>
      </EmptyState>
    </Page>
  )
}

function NoView({ topic: { status, reason, refresh } }: { readonly topic: TopicView<unknown> }) {
  const isDenied = status === 'refused'
  return (
    <Page title="Incident" crumbs={crumbs}>
      {status === 'loading' ? (
        <SkeletonRows label="Loading incident" />
      ) : status === 'signedOut' ? (
        <SignedOut subject="the incident" />
      ) : (
        <EmptyState
          title={
            isDenied ? 'Unauthorized: You do not have permission to access this page' : 'Incident not available yet'
          }
          actions={isDenied ? undefined : <Button onClick={refresh}>Retry now</Button>}
        >
          {reason}
        </EmptyState>
      )}
    </Page>
  )
}

interface IncidentPageProps {
  readonly id: string
}

interface InvestigationProps {
  readonly view: IncidentView
  readonly onChange: () => void
}

function Investigation({ view, onChange }: InvestigationProps) {
  const { incident, hypotheses } = view
  const { id } = incident
  const updates = view.observed.filter(({ about }) => about === 'update').length
  return (
    <div className="incident-body">
      <div className="incident-main">
        <PartBoundary name="the hypotheses" resetOn={hypotheses}>
          <HypothesisBoard incidentId={id} hypotheses={hypotheses} onChange={onChange} />
        </PartBoundary>
        <PartBoundary name="the definition of done" resetOn={view}>
          <DefinitionOfDone view={view} onChange={onChange} />
        </PartBoundary>
        {hasOwnBackend() ? <IncidentSuggestions view={view} onChange={onChange} /> : null}
      </div>
      <aside className="incident-side" aria-label="Checks, people and timeline">
        <PartBoundary name="the checks" resetOn={hypotheses}>
          <IncidentChecks hypotheses={hypotheses} />
        </PartBoundary>
        <PartBoundary name="the people" resetOn={incident}>
          <IncidentPeople incident={incident} onChange={onChange} />
        </PartBoundary>
        {hasOwnBackend() ? <OutwardResponders incidentId={id} responders={view.outward} onChange={onChange} /> : null}
        {hasOwnBackend() ? <IncidentWaiting id={id} known={updates} onChange={onChange} /> : null}
        <PartBoundary name="the timeline" resetOn={view}>
          <IncidentTimeline view={view} onChange={onChange} />
        </PartBoundary>
      </aside>
    </div>
  )
}

function LiveIncident({ id }: IncidentPageProps) {
  const params = useMemo(() => ({ incidentId: id }), [id])
  const topic = useTopic(incidentTopic, params)
  const { rows, status } = topic
  const view = useMemo(() => toIncidentView(rows.values(), { namesWhoActed: hasOwnBackend() }), [rows])
  const { busy, ask } = useRefresh(topic)
  const [tab, setTab] = useQueryState('view', 'investigation')
  const isCommentDocked = useIsCommentDocked()
  const client = useQueryClient()
  const changed = () => void client.invalidateQueries({ queryKey: incidentsKey })
  if (view === null)
    return status === 'live' || status === 'missing' ? <NoIncident id={id} /> : <NoView topic={topic} />
  const { incident } = view
  return (
    <Page title={incidentName(incident)} crumbs={crumbs} refresh={{ busy, onRefresh: ask }}>
      <PresenceProvider incidentId={id}>
        <div className="incident-content">
          <TopicNotice topic={topic} subject="The incident" meanwhile="Your input is kept until you send it." />
          <IncidentHead incident={incident} onChange={changed} />
          {hasOwnBackend() ? <IncidentMerges key={id} id={id} onChange={changed} /> : null}
          <Tabs
            label="Incident views"
            tabs={[
              { id: 'investigation', label: 'Investigation' },
              { id: 'timeline', label: 'Timeline', count: view.lines.filter(({ isHidden }) => !isHidden).length },
            ]}
            selected={tab}
            onSelect={setTab}
          />
          {tab === 'timeline' ? <WholeTimeline view={view} /> : <Investigation view={view} onChange={changed} />}
        </div>
        {isCommentDocked ? (
          <div className="incident-dock">
            <AddComment view={view} onChange={changed} />
          </div>
        ) : null}
      </PresenceProvider>
    </Page>
  )
}

export function IncidentPage({ id }: IncidentPageProps) {
  return isId(id) ? <LiveIncident id={id} /> : <NoIncident id={id} />
}
