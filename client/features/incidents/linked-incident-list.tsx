import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { severityWeight } from '#shared/health/severity.ts'
import { incidentTable } from '#shared/incidents/incident-topics.ts'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { linkTo, routes } from '#client/lib/address/routes.ts'
import { useTableChanges } from '#client/live/use-table-changes.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'
import { ageColumn, plainColumn } from '#client/ui/table/column-kinds.tsx'
import type { ListColumn } from '#client/ui/table/list-column.ts'
import { countFact } from '#client/ui/table/list-facts.tsx'
import { ListFrame } from '#client/ui/table/list-frame.tsx'
import { queryReading } from '#client/ui/table/list-reading.tsx'
import { useWholeList } from '#client/ui/table/list-source.ts'
import { IncidentSeverity } from './incident-severity.tsx'
import { incidentState } from '#client/domain/incidents/incident-state.ts'
import { incidentsKey } from '#client/domain/incidents/incidents-key.ts'
import { linkedIncidentsQuery, type AffectedResource, type LinkedIncident } from './linked-incidents-api.ts'
import './incidents.css'

const columns: readonly ListColumn<LinkedIncident>[] = [
  {
    id: 'title',
    title: 'Title',
    rank: 0,
    minWidth: 200,
    text: ({ title }) => title,
    cell: ({ id, title, status }) => (
      <span className="incident-of">
        <StateMark state={incidentState(status)} label={status} />
        <Link className="cut" href={linkTo(routes.incident, { id })}>
          {title}
        </Link>
      </span>
    ),
  },
  plainColumn(({ status }) => status, { id: 'status', title: 'Status', rank: 1, width: 128 }),
  {
    id: 'severity',
    title: 'Severity',
    rank: 2,
    width: 96,
    text: ({ severity }) => severity,
    sortsBy: ({ severity }) => severityWeight(severity),
    cell: ({ severity }) => (severity === null ? null : <IncidentSeverity severity={severity} />),
  },
  plainColumn(({ type }) => type, { id: 'type', title: 'Type', rank: 4, width: 144, className: 'dim' }),
  ageColumn(({ created_at: at }) => at, { id: 'age', title: 'Age', rank: 3 }),
]
const getId = ({ id }: LinkedIncident) => id
const none: readonly LinkedIncident[] = []

export function LinkedIncidentList({ resource }: { readonly resource: AffectedResource }) {
  const { allowed, reason } = useAllowed('read', 'incident')
  const query = useQuery({ ...linkedIncidentsQuery(resource), enabled: allowed })
  const source = useWholeList({ reading: queryReading(query), columns, rows: query.data ?? none })
  useTableChanges(incidentTable, incidentsKey)
  if (!allowed)
    return (
      <EmptyState title="You do not have permission to view incidents">
        <p>{reason}</p>
      </EmptyState>
    )
  return (
    <ListFrame
      table="incidents-of"
      label="Incidents"
      source={source}
      getKey={getId}
      facts={countFact(source.total, 'incident', 'incidents')}
      nothing={
        <EmptyState title="No incidents">
          <p>Incidents appear here once this is linked to one as evidence.</p>
        </EmptyState>
      }
    />
  )
}
