import { Link } from 'wouter'
import { resourceHref } from '#client/domain/resources/resource-href.ts'
import { MiddleCut } from '#client/ui/middle-cut.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'
import { ageColumn, plainColumn } from '#client/ui/table/column-kinds.tsx'
import type { ListColumn } from '#client/ui/table/list-column.ts'
import { jobState } from './job-state.ts'
import type { EditedKind } from './edited-kinds.ts'
import { shortSourceLabel } from './resource-source.ts'
import type { ListedResource } from './resources-api.ts'

/** Older documents have an interval in seconds instead of a schedule. */
const findSchedule = ({ schedule, interval, spec }: ListedResource): string | null => {
  if (schedule !== null) return schedule
  if (interval !== null) return `@every ${interval}s`
  const inSpec = spec?.['schedule']
  return typeof inSpec === 'string' ? inSpec : null
}

const lastRunAt = ({ job_time_start: job, last_runtime: result }: ListedResource): string | null => job ?? result

/** A production backend runs canaries without storing jobs. */
const withoutJob = (row: ListedResource): string => (lastRunAt(row) === null ? 'never run' : 'no job')

const has: Record<'namespace' | 'jobs', (kind: EditedKind) => boolean> = {
  namespace: ({ fields }) => fields.includes('namespace'),
  jobs: ({ jobResource, listed, table }) => jobResource !== null && listed !== table,
}

export const resourceColumns = (kind: EditedKind): readonly ListColumn<ListedResource>[] => [
  {
    id: 'name',
    title: 'Name',
    rank: 0,
    minWidth: 180,
    text: ({ name }) => name,
    cell: (row) => (
      <span className="name-cell">
        {has.jobs(kind) ? <StateMark state={jobState(row)} label={row.job_status ?? withoutJob(row)} /> : null}
        <Link className="cut" href={resourceHref(kind.table, row.id)}>
          <MiddleCut text={row.name} />
        </Link>
      </span>
    ),
  },
  ...(has.namespace(kind)
    ? [
        plainColumn(({ namespace }: ListedResource) => namespace, {
          id: 'namespace',
          title: 'Namespace',
          rank: 3,
          minWidth: 100,
          className: 'dim cut',
          none: '–',
        }),
      ]
    : []),
  plainColumn(shortSourceLabel, {
    id: 'source',
    title: 'Source',
    rank: 4,
    width: 128,
    className: 'dim cut',
    none: '–',
  }),
  ...(kind.table === 'incident_rules' ? [priorityColumn] : []),
  ...(has.jobs(kind) ? jobColumns : []),
  plainColumn(({ created_by: by }) => by?.name, {
    id: 'created_by',
    title: 'Created By',
    rank: 8,
    width: 144,
    className: 'dim cut',
    none: '–',
  }),
  ageColumn(({ created_at: at }) => at, { id: 'created_at', title: 'Created', rank: 5, width: 96 }),
  ageColumn(({ updated_at: at }) => at, {
    id: 'updated_at',
    title: 'Updated',
    rank: 9,
    width: 96,
    isOptional: true,
  }),
]

/** Rules are evaluated in the order of the list. */
export const getPriority = ({ spec }: ListedResource): number => Number(spec?.['priority'] ?? 0) || 0

const priorityColumn: ListColumn<ListedResource> = {
  id: 'priority',
  title: 'Priority',
  rank: 2,
  width: 96,
  text: (row) => String(getPriority(row)),
  cell: (row) => <span className="dim">{getPriority(row)}</span>,
}

const jobColumns: readonly ListColumn<ListedResource>[] = [
  plainColumn(findSchedule, {
    id: 'schedule',
    title: 'Schedule',
    rank: 7,
    width: 128,
    className: 'dim cut',
    none: '–',
  }),
  {
    id: 'status',
    title: 'Job Status',
    rank: 1,
    width: 128,
    text: ({ job_status: status }) => status,
    cell: (row) => row.job_status ?? <span className="faint">{withoutJob(row)}</span>,
  },
  ageColumn(lastRunAt, { id: 'last_run', title: 'Last Run', rank: 2, width: 80 }),
  ageColumn(({ job_last_failed: at }) => at, {
    id: 'last_failed',
    title: 'Last Failed',
    rank: 6,
    width: 104,
  }),
]

export const deletedColumns = (kind: EditedKind): readonly ListColumn<ListedResource>[] => [
  {
    id: 'name',
    title: 'Name',
    rank: 0,
    minWidth: 180,
    text: ({ name }) => name,
    cell: ({ id, name }) => (
      <Link className="cut" href={resourceHref(kind.table, id)}>
        <MiddleCut text={name} />
      </Link>
    ),
  },
  ...resourceColumns(kind).filter(({ id }) => id === 'namespace'),
  ageColumn(({ deleted_at: at }) => at, { id: 'deleted_at', title: 'Deleted', rank: 1, width: 128 }),
]
