import { Link } from 'wouter'
import { formatCount } from '#shared/primitives/format-count.ts'
import { linkTo, routes } from '#client/lib/address/routes.ts'
import { MiddleCut } from '#client/ui/middle-cut.tsx'
import { StateMark, type State } from '#client/ui/state-mark.tsx'
import { ageColumn, errorColumn, plainColumn } from '#client/ui/table/column-kinds.tsx'
import type { ListColumn } from '#client/ui/table/list-column.ts'
import { shortSourceLabel } from '#client/features/settings/resources/resource-source.ts'
import type { Integration } from './integrations-api.ts'

export const typeTitles: Readonly<Record<string, string>> = {
  scrapers: 'Catalog Scraper',
  topologies: 'Topology',
  logging_backends: 'Log Backend',
}

const states: Readonly<Record<string, State>> = {
  FAILED: 'unhealthy',
  STOPPED: 'unknown',
  WARNING: 'warning',
  RUNNING: 'running',
  SUCCESS: 'healthy',
}
const order = ['unhealthy', 'warning', 'running', 'healthy', 'unknown']

const toState = ({ job_status: status }: Integration): State => states[status ?? ''] ?? 'unknown'

export const failuresFirst = (rows: readonly Integration[]): readonly Integration[] =>
  rows.toSorted((a, b) => order.indexOf(toState(a)) - order.indexOf(toState(b)))

const numberCell = (value: number | null, isBad = false) =>
  value === null ? null : (
    <span className={value === 0 ? 'faint' : isBad ? 'bad-text' : undefined}>{formatCount(value)}</span>
  )

export const integrationColumns: readonly ListColumn<Integration>[] = [
  {
    id: 'status',
    title: 'Job Status',
    rank: 1,
    width: 128,
    text: ({ job_status: status }) => status,
    cell: (row) =>
      row.job_status === null ? (
        <span className="faint">{row.integration_type === 'logging_backends' ? 'no job' : 'never run'}</span>
      ) : (
        <span className="integration-status">
          <StateMark state={toState(row)} label="" /> {row.job_status}
        </span>
      ),
  },
  {
    id: 'name',
    title: 'Name',
    rank: 0,
    minWidth: 180,
    text: ({ name }) => name,
    cell: ({ id, name, integration_type: type }) => (
      <Link href={linkTo(routes.integration, { type, id })}>
        <MiddleCut text={name} />
      </Link>
    ),
  },
  plainColumn(({ namespace }) => namespace, {
    id: 'namespace',
    title: 'Namespace',
    rank: 8,
    minWidth: 90,
    isOptional: true,
    className: 'dim cut',
    none: '–',
  }),
  plainColumn(({ integration_type: type }) => typeTitles[type] ?? type, {
    id: 'type',
    title: 'Type',
    rank: 3,
    minWidth: 110,
  }),
  plainColumn(shortSourceLabel, { id: 'source', title: 'Source', rank: 5, width: 128, className: 'dim cut' }),
  errorColumn(({ job_details: details }) => details?.errors?.[0] ?? null, {
    title: 'Message',
    isWarning: ({ job_status: status }) => status !== 'FAILED',
  }),
  {
    id: 'success',
    title: 'Success',
    rank: 6,
    align: 'end',
    width: 88,
    text: ({ job_success_count: value }) => value,
    cell: ({ job_success_count: value }) => numberCell(value),
  },
  {
    id: 'errors',
    title: 'Error',
    rank: 6,
    align: 'end',
    width: 72,
    text: ({ job_error_count: value }) => value,
    cell: ({ job_error_count: value }) => numberCell(value, true),
  },
  ageColumn(({ job_time_start: at }) => at, { id: 'last_run', title: 'Last Run', rank: 2, width: 80 }),
  plainColumn(({ creator_name: name }) => name, {
    id: 'created_by',
    title: 'Created By',
    rank: 7,
    width: 144,
    className: 'dim cut',
    none: '–',
  }),
]
