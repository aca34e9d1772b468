import { Link } from 'wouter'
import { isOver } from '#shared/incidents/incident-values.ts'
import { severityWeight } from '#shared/health/severity.ts'
import { linkTo, routes } from '#client/lib/address/routes.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'
import { ageColumn, plainColumn } from '#client/ui/table/column-kinds.tsx'
import type { ListColumn } from '#client/ui/table/list-column.ts'
import { Acknowledge } from '#client/domain/incidents/acknowledge.tsx'
import { IncidentSeverity } from './incident-severity.tsx'
import { incidentName, incidentState } from '#client/domain/incidents/incident-state.ts'
import type { ListedIncident } from './incidents-api.ts'

/** Mentions are stored as Markdown links. */
const toPlainText = (comment: string) => comment.replaceAll(/\[(@[^\]\n]*)\]\((?:person|team):[0-9a-f-]+\)/g, '$1')

const lastCommentText = ({ comments: [last] }: ListedIncident) =>
  last === undefined ? null : `${last.created_by?.name ?? ''} ${toPlainText(last.comment)}`.trim()

const listAffected = ({ hypotheses }: ListedIncident): readonly string[] => {
  const resources = hypotheses
    .flatMap(({ evidences }) => evidences)
    .flatMap(({ checks, configs, components }) => [checks, configs, components])
  return [
    ...new Map(
      resources.flatMap((resource) => (resource ? [[resource.id, resource.name ?? resource.id]] : [])),
    ).values(),
  ]
}

const titleMinWidth = { desk: 210, wall: 130, phone: 88 }

export const incidentColumns: readonly ListColumn<ListedIncident>[] = [
  {
    id: 'state',
    title: 'State',
    rank: 0,
    width: 52,
    text: ({ status }) => incidentState(status),
    cell: ({ status }) => <StateMark state={incidentState(status)} label={status} />,
  },
  plainColumn(incidentName, { id: 'number', title: 'Id', rank: 1, width: 88, isSortable: true, className: 'mono dim' }),
  {
    id: 'severity',
    title: 'Severity',
    rank: 0,
    width: 80,
    text: ({ severity }) => severity,
    sortsBy: ({ severity }) => severityWeight(severity),
    cell: ({ severity }) => <IncidentSeverity severity={severity} />,
  },
  {
    id: 'title',
    title: 'Title',
    rank: 0,
    minWidth: titleMinWidth.desk,
    flex: 6,
    isSortable: true,
    text: ({ title }) => title,
    cell: ({ id, title, status }) => (
      <Link
        className={`cut incident-title${isOver(status) ? ' incident-over' : ''}`}
        href={linkTo(routes.incident, { id })}
      >
        {title}
      </Link>
    ),
  },
  {
    id: 'word',
    title: 'Last comment',
    rank: 4,
    minWidth: 180,
    flex: 2,
    text: lastCommentText,
    cell: ({ comments: [last] }) =>
      last === undefined ? (
        <span className="faint">no comments yet</span>
      ) : (
        <span className="cut" title={toPlainText(last.comment)}>
          <b>{last.created_by?.name}</b> {toPlainText(last.comment)}
        </span>
      ),
  },
  {
    id: 'hits',
    title: 'Affected',
    rank: 5,
    minWidth: 150,
    text: (incident) => listAffected(incident).join(', '),
    cell: (incident) => {
      const [first, ...others] = listAffected(incident)
      return first === undefined ? null : (
        <span className="incident-responder" title={listAffected(incident).join(', ')}>
          <span className="cut">{first}</span>
          {others.length === 0 ? null : <span className="faint">+{others.length}</span>}
        </span>
      )
    },
  },
  {
    id: 'who',
    title: 'Commander',
    rank: 3,
    width: 144,
    isSortable: true,
    text: ({ commander }) => commander?.name ?? null,
    cell: ({ commander, responders, status }) =>
      commander ? (
        <span className="incident-responder">
          <Avatar person={commander} />
          <span className="cut">{commander.name}</span>
          {responders.length === 0 ? null : <span className="faint">+{responders.length}</span>}
        </span>
      ) : (
        <span className={isOver(status) ? 'faint' : 'incident-unassigned'}>unassigned</span>
      ),
  },
  plainColumn(({ status }) => status, { id: 'status', title: 'Status', rank: 2, width: 104, isSortable: true }),
  plainColumn(({ type }) => type, {
    id: 'type',
    title: 'Type',
    rank: 3,
    width: 112,
    isSortable: true,
    className: 'dim',
  }),
  ageColumn(({ updated_at: at }) => at, { id: 'updated', title: 'Updated', rank: 6, isSortable: true }),
  ageColumn(({ created_at: at }) => at, { id: 'age', title: 'Age', rank: 1, isSortable: true }),
  {
    id: 'acknowledged',
    title: 'Acknowledged',
    rank: 0,
    width: 120,
    isSortable: true,
    text: ({ acknowledged }) => acknowledged,
    hasState: true,
    cell: (incident) => <Acknowledge incident={incident} />,
  },
]

const notOnWalls = new Set(['number', 'status', 'hits', 'type', 'updated', 'acknowledged'])
const phoneWidths: ReadonlyMap<string, number> = new Map([
  ['state', 52],
  ['severity', 68],
  ['age', 52],
  ['acknowledged', 128],
])

/** Narrow enough that the age of an incident stays beside its title. */
export const incidentPhoneColumns = incidentColumns.map((column) => {
  if (column.id === 'title') return Object.assign({}, column, { minWidth: titleMinWidth.phone })
  const width = phoneWidths.get(column.id)
  return width === undefined ? column : Object.assign({}, column, { width })
})
export const incidentWallColumns = incidentColumns
  .filter(({ id }) => !notOnWalls.has(id))
  .map((column) => (column.id === 'title' ? Object.assign({}, column, { minWidth: titleMinWidth.wall }) : column))
