import { useQuery, useQueryClient } from '@tanstack/react-query'
import { incidentTable } from '#shared/incidents/incident-topics.ts'
import { isId } from '#shared/primitives/id.ts'
import { incidentsKey } from '#client/features/incidents/incidents-api.ts'
import { nameOfIncident } from '#client/features/incidents/incident-texts.ts'
import { routes } from '#client/lib/address/routes.ts'
import { useTableChanges } from '#client/live/use-table-changes.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { IncidentChecks } from './checks/incident-checks.tsx'
import { HypothesisBoard } from './hypotheses/hypothesis-board.tsx'
import { incidentQuery } from './incident-api.ts'
import { IncidentHead } from './incident-head.tsx'
import { IncidentTimeline } from './incident-timeline.tsx'
import { IncidentPeople } from './people/incident-people.tsx'
import '#client/features/incidents/incidents.css'
import './incident.css'

const crumbs = [{ label: 'Incidents', href: routes.incidents }]

function NoIncident({ id }: { readonly id: string }) {
  return (
    <Page title="Incident not found" crumbs={crumbs}>
      <EmptyState title="Incident not found">
        <p>
          There is no incident <code>{id}</code>. The link is mistyped, or the incident was removed.
        </p>
      </EmptyState>
    </Page>
  )
}

function LiveIncident({ id }: { readonly id: string }) {
  const { data: incident, error, isFetching, refetch } = useQuery(incidentQuery(id))
  useTableChanges(incidentTable, incidentsKey)
  const client = useQueryClient()
  const askAgain = () => void client.invalidateQueries({ queryKey: incidentsKey })
  if (incident === null) return <NoIncident id={id} />
  const refresh = { busy: isFetching, onRefresh: askAgain }
  return (
    <Page title={incident === undefined ? 'Incident' : nameOfIncident(incident)} crumbs={crumbs} refresh={refresh}>
      {error === null ? null : <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {incident === undefined ? (
        error === null ? (
          <SkeletonRows label="Loading incident" />
        ) : null
      ) : (
        <>
          <IncidentHead incident={incident} onChange={askAgain} />
          <div className="incident-body">
            <HypothesisBoard incidentId={id} onChange={askAgain} />
            <aside className="incident-side" aria-label="Checks, people and what happened">
              <IncidentChecks incidentId={id} />
              <IncidentPeople incident={incident} onChange={askAgain} />
              <IncidentTimeline id={id} onChange={askAgain} />
            </aside>
          </div>
        </>
      )}
    </Page>
  )
}

/** One incident: how it stands, who is on it, what is believed and what happened (ledger SHELL-10). */
export function IncidentPage({ id }: { readonly id: string }) {
  return isId(id) ? <LiveIncident id={id} /> : <NoIncident id={id} />
}
