import { useQuery, useQueryClient } from '@tanstack/react-query'
import { incidentTable } from '#shared/incidents/incident-topics.ts'
import { incidentStatuses, isOver } from '#shared/incidents/incident-values.ts'
import { isId } from '#shared/primitives/id.ts'
import { incidentsKey } from '#client/features/incidents/incidents-api.ts'
import { IncidentSeverity } from '#client/features/incidents/incident-severity.tsx'
import { nameOfIncident, stateOfIncident } from '#client/features/incidents/incident-texts.ts'
import { routes } from '#client/lib/address/routes.ts'
import { useTableChanges } from '#client/live/use-table-changes.ts'
import { Age } from '#client/ui/age.tsx'
import { Avatar, type Person } from '#client/ui/avatar.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'
import { HypothesisBoard } from './hypothesis-board.tsx'
import { incidentQuery, setIncidentStatus, type Incident } from './incident-api.ts'
import { IncidentTimeline } from './incident-timeline.tsx'
import { StatusSelect } from './status-select.tsx'
import '#client/features/incidents/incidents.css'
import './incident.css'

const crumbs = [{ label: 'Incidents', href: routes.incidents }]

function Who({ as, person }: { readonly as: string; readonly person: Person | null }) {
  return (
    <span className="incident-fact">
      <span className="faint">{as}</span>
      {person === null ? (
        <span className="incident-nobody">nobody</span>
      ) : (
        <>
          <Avatar person={person} />
          <span>{person.name}</span>
        </>
      )}
    </span>
  )
}

/** From when it was opened to now, or to when it was over. */
function Lasts({ incident: { status, created_at: from, resolved, closed } }: { readonly incident: Incident }) {
  const end = isOver(status) ? (resolved ?? closed) : null
  return (
    <span className="incident-lasts">
      <b>{end === null ? <Age at={from} /> : <Age at={from} from={Date.parse(end)} />}</b>
      <span className="dim">{isOver(status) ? 'from open to over' : 'since it was opened'}</span>
    </span>
  )
}

function Head({ incident, onChange }: { readonly incident: Incident; readonly onChange: () => void }) {
  const { id, title, status, severity, type, description, commander, communicator, responders } = incident
  const helping = responders.map(({ person, team }) => person?.name ?? team?.name ?? 'somebody')
  return (
    <header className="incident-head">
      <div className="incident-name">
        <StateMark state={stateOfIncident(status)} label="" />
        <h2>{title}</h2>
        <IncidentSeverity severity={severity} />
      </div>
      <Lasts incident={incident} />
      <div className="incident-facts">
        <span className="incident-fact">
          <span className="faint">Status</span>
          <StatusSelect
            label="Status"
            status={status}
            statuses={incidentStatuses}
            save={(next) => setIncidentStatus({ id, status }, next)}
            onSaved={onChange}
          />
        </span>
        {type === null ? null : (
          <span className="incident-fact">
            <span className="faint">Type</span>
            <span>{type}</span>
          </span>
        )}
        <Who as="Commander" person={commander} />
        <Who as="Communicator" person={communicator} />
        {helping.length === 0 ? null : (
          <span className="incident-fact">
            <span className="faint">Responders</span>
            <span>{helping.join(', ')}</span>
          </span>
        )}
      </div>
      {description === null || description === '' ? null : <p className="incident-known">{description}</p>}
    </header>
  )
}

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
          <Head incident={incident} onChange={askAgain} />
          <div className="incident-body">
            <HypothesisBoard incidentId={id} onChange={askAgain} />
            <IncidentTimeline id={id} onChange={askAgain} />
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
