import { Link } from 'wouter'
import { Age } from '#client/ui/age.tsx'
import { MiddleCut } from '#client/ui/middle-cut.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'
import type { Column } from '#client/ui/table/data-table.tsx'
import { stateOf } from './job-state.ts'
import { resourceHref, type ResourceKind } from './resource-kinds.ts'
import { sourceWord } from './resource-source.ts'
import type { ListedResource } from './resources-api.ts'

const scheduleOf = ({ schedule, spec }: ListedResource): string | null => {
  const inSpec = spec?.['schedule']
  return schedule ?? (typeof inSpec === 'string' ? inSpec : null)
}

const dim = (text: string | null) =>
  text === null || text === '' ? <span className="faint">–</span> : <span className="dim cut">{text}</span>

const has: Record<'namespace' | 'jobs', (kind: ResourceKind) => boolean> = {
  namespace: ({ fields }) => fields.includes('namespace'),
  jobs: ({ hasJobs, listed, table }) => hasJobs && listed !== table,
}

/** What a list shows of its resources; columns without data for the kind are left out. */
export const resourceColumns = (kind: ResourceKind): readonly Column<ListedResource>[] => [
  {
    id: 'name',
    title: 'Name',
    rank: 0,
    roomPx: 180,
    isSortable: true,
    text: ({ name }) => name,
    cell: (row) => (
      <span className="resource-name">
        {has.jobs(kind) ? <StateMark state={stateOf(row)} label={row.job_status ?? 'never run'} /> : null}
        <Link className="cut" href={resourceHref(kind, row.id)}>
          <MiddleCut text={row.name} />
        </Link>
      </span>
    ),
  },
  ...(has.namespace(kind)
    ? [
        {
          id: 'namespace',
          title: 'Namespace',
          rank: 3,
          roomPx: 100,
          isSortable: true,
          text: ({ namespace }: ListedResource) => namespace,
          cell: ({ namespace }: ListedResource) => dim(namespace),
        },
      ]
    : []),
  {
    id: 'source',
    title: 'Source',
    rank: 4,
    width: '8rem',
    roomPx: 96,
    isSortable: true,
    text: sourceWord,
    cell: (row) => dim(sourceWord(row)),
  },
  ...(has.jobs(kind) ? jobColumns : []),
  {
    id: 'created_by',
    title: 'Created By',
    rank: 8,
    width: '9rem',
    roomPx: 100,
    isSortable: true,
    text: ({ created_by: by }) => by?.name ?? null,
    cell: ({ created_by: by }) => dim(by?.name ?? null),
  },
  {
    id: 'created_at',
    title: 'Created',
    rank: 5,
    align: 'end',
    width: '6rem',
    roomPx: 72,
    isSortable: true,
    text: ({ created_at: at }) => at,
    cell: ({ created_at: at }) => <Age at={at} />,
  },
]

const jobColumns: readonly Column<ListedResource>[] = [
  {
    id: 'schedule',
    title: 'Schedule',
    rank: 7,
    width: '8rem',
    roomPx: 96,
    isSortable: true,
    text: scheduleOf,
    cell: (row) => dim(scheduleOf(row)),
  },
  {
    id: 'status',
    title: 'Job Status',
    rank: 1,
    width: '8rem',
    roomPx: 92,
    isSortable: true,
    text: ({ job_status: status }) => status,
    cell: ({ job_status: status }) => status ?? <span className="faint">never run</span>,
  },
  {
    id: 'last_run',
    title: 'Last Run',
    rank: 2,
    align: 'end',
    width: '6rem',
    roomPx: 76,
    isSortable: true,
    text: ({ job_time_start: at }) => at,
    cell: ({ job_time_start: at }) => <Age at={at} />,
  },
  {
    id: 'last_failed',
    title: 'Last Failed',
    rank: 6,
    align: 'end',
    width: '6.5rem',
    roomPx: 84,
    isSortable: true,
    text: ({ job_last_failed: at }) => at,
    cell: ({ job_last_failed: at }) => <Age at={at} />,
  },
]
