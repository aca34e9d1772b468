import type { JobRun } from '#shared/jobs/job-run.ts'
import type { TableColumn } from '#client/ui/table/table-column.ts'
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

type Column = TableColumn<JobRun>

const columns: Column[] = [
  {
    id: 'status',
    title: 'Status',
    width: 112,
    rank: 0,
    text: ({ status }) => status,
    cell: StatusCell,
    flashOn: (run) => run.status,
  },
  { id: 'name', title: 'Job Name', width: 180, rank: 0, text: ({ name }) => name, cell: NameCell },
  {
    id: 'resource',
    title: 'Resource',
    width: 170,
    rank: 3,
    text: ({ resourceType, resourceId, resourceName }) => resourceName || resourceId || resourceType || null,
    cell: ResourceCell,
  },
  { id: 'agent', title: 'Agent', width: 104, rank: 5, text: ({ agent }) => agent?.name ?? null, cell: AgentCell },
  {
    id: 'message',
    title: 'Message',
    flex: 1,
    minWidth: 120,
    rank: 1,
    text: ({ message }) => message || null,
    cell: MessageCell,
  },
  {
    id: 'duration',
    title: 'Duration',
    width: 96,
    rank: 4,
    unit: 'ms',
    text: ({ durationMs }) => durationMs,
    cell: DurationCell,
  },
  { id: 'succeeded', title: 'Success', width: 76, rank: 7, text: ({ succeeded }) => succeeded, cell: SucceededCell },
  { id: 'failed', title: 'Error', width: 64, rank: 6, text: ({ failed }) => failed, cell: FailedCell },
  { id: 'started', title: 'Timestamp', width: 124, rank: 2, text: ({ startedAt }) => startedAt, cell: StartedCell },
]

export const jobTable = 'jobs'
export const jobColumns: readonly Column[] = columns.map((column) => Object.assign(column, { isSortable: true }))

const at = columns.findIndex(({ id }) => id === 'message') + 1
export const listedRunColumns: readonly TableColumn<ListedRun>[] = [
  ...jobColumns.slice(0, at),
  { id: 'repeats', title: 'Runs', width: 52, rank: 1, cell: RepeatsCell },
  ...jobColumns.slice(at),
]
export const jobPhoneColumns: readonly TableColumn<ListedRun>[] = [
  { id: 'run', title: '', flex: 1, rank: 0, cell: PhoneCell },
]
