import type { JobRun } from '#shared/jobs/job-run.ts'
import type { ListColumn } from '#client/ui/table/list-column.ts'
import { RepeatsCell } from './fold-cell.tsx'
import type { ListedRun } from './fold-runs.ts'
import {
  AgentCell,
  DurationCell,
  FailedCell,
  MessageCell,
  NameCell,
  PhoneCell,
  ResourceCell,
  StartedCell,
  StatusCell,
  SucceededCell,
} from './job-cells.tsx'

type Column = ListColumn<JobRun>

const columns: Column[] = [
  {
    id: 'status',
    title: 'Status',
    width: 112,
    rank: 0,
    text: ({ status }) => status,
    cell: (row) => <StatusCell row={row} />,
    flashOn: (run) => run.status,
  },
  {
    id: 'name',
    title: 'Job Name',
    width: 180,
    rank: 0,
    text: ({ name }) => name,
    cell: (row) => <NameCell row={row} />,
  },
  {
    id: 'resource',
    title: 'Resource',
    width: 170,
    rank: 3,
    text: ({ resourceType, resourceId, resourceName }) => resourceName || resourceId || resourceType || null,
    cell: (row) => <ResourceCell row={row} />,
  },
  {
    id: 'agent',
    title: 'Agent',
    width: 104,
    rank: 5,
    text: ({ agent }) => agent?.name ?? null,
    cell: (row) => <AgentCell row={row} />,
  },
  {
    id: 'message',
    title: 'Message',
    flex: 1,
    minWidth: 280,
    rank: 1,
    text: ({ message }) => message || null,
    cell: (row) => <MessageCell row={row} />,
  },
  {
    id: 'duration',
    title: 'Duration',
    align: 'end',
    width: 96,
    rank: 4,
    unit: 'ms',
    text: ({ durationMs }) => durationMs,
    cell: (row) => <DurationCell row={row} />,
  },
  {
    id: 'succeeded',
    title: 'Success',
    align: 'end',
    width: 76,
    rank: 7,
    text: ({ succeeded }) => succeeded,
    cell: (row) => <SucceededCell row={row} />,
  },
  {
    id: 'failed',
    title: 'Error',
    align: 'end',
    width: 64,
    rank: 6,
    text: ({ failed }) => failed,
    cell: (row) => <FailedCell row={row} />,
  },
  {
    id: 'started',
    title: 'Timestamp',
    align: 'end',
    width: 124,
    rank: 2,
    text: ({ startedAt }) => startedAt,
    cell: (row) => <StartedCell row={row} />,
  },
]

export const jobTable = 'jobs'
export const jobColumns: readonly Column[] = columns.map((column) => Object.assign(column, { isSortable: true }))

const at = columns.findIndex(({ id }) => id === 'message') + 1
export const listedRunColumns: readonly ListColumn<ListedRun>[] = [
  ...jobColumns.slice(0, at),
  { id: 'repeats', title: 'Runs', width: 52, rank: 1, cell: (row) => <RepeatsCell row={row} /> },
  ...jobColumns.slice(at),
]
export const jobPhoneColumns: readonly ListColumn<ListedRun>[] = [
  { id: 'run', title: '', flex: 1, rank: 0, cell: (row) => <PhoneCell row={row} /> },
]
