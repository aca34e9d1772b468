import { useRef } from 'react'
import type { JobRun } from '#shared/jobs/job-run.ts'
import { usePreferences } from '#client/lib/preferences.ts'
import { useElementWidth } from '#client/lib/use-element-width.ts'
import type { GridColumn } from '#client/ui/grid/grid-column.ts'
import { LiveGrid } from '#client/ui/grid/live-grid.tsx'
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
import { openJob } from './job-query.ts'

type Column = GridColumn<JobRun>

const status: Column = { id: 'status', title: 'Status', width: 112, cell: StatusCell, flashOn: (run) => run.status }
const name: Column = { id: 'name', title: 'Job Name', width: 180, cell: NameCell }
const resource: Column = { id: 'resource', title: 'Resource', width: 170, cell: ResourceCell }
const agent: Column = { id: 'agent', title: 'Agent', width: 104, cell: AgentCell }
const message: Column = { id: 'message', title: 'Message', flex: 1, minWidth: 120, cell: MessageCell }
const duration: Column = { id: 'duration', title: 'Duration', width: 96, cell: DurationCell }
const succeeded: Column = { id: 'succeeded', title: 'Success', width: 76, cell: SucceededCell }
const failed: Column = { id: 'failed', title: 'Error', width: 64, cell: FailedCell }
const started: Column = { id: 'started', title: 'Timestamp', width: 124, cell: StartedCell }
const phone: readonly Column[] = [{ id: 'run', title: '', flex: 1, cell: PhoneCell }]
const wide = [status, name, resource, agent, message, duration, succeeded, failed, started]
const narrow = [status, name, resource, message, started]

const phoneWidth = 520
const narrowWidth = 900
const phoneRowHeight = 48
const rowHeights = { compact: 28, comfortable: 34 } as const
const rowClasses = { 'job-row-plain': ({ parts }: JobRun) => parts.length === 0 }
const idOf = ({ id }: JobRun) => id
const same = (a: JobRun, b: JobRun) => JSON.stringify(a) === JSON.stringify(b)

interface JobTableProps {
  readonly runs: readonly JobRun[]
  readonly selectedId: string | null
  readonly view: string
}

/** Runs of jobs. A row opens what its run left behind; one that left nothing opens nothing (ledger JOBS-10, JOBS-12). */
export function JobTable({ runs, selectedId, view }: JobTableProps) {
  const frame = useRef<HTMLDivElement>(null)
  const width = useElementWidth(frame)
  const rowHeight = usePreferences((preferences) => preferences.rowHeight)
  const isPhone = width <= phoneWidth
  const columns = isPhone ? phone : width <= narrowWidth ? narrow : wide
  return (
    <div ref={frame} className="job-table">
      {width === 0 ? null : (
        <LiveGrid
          label="Job runs"
          rows={runs}
          idOf={idOf}
          same={same}
          columns={columns}
          rowHeight={isPhone ? phoneRowHeight : rowHeights[rowHeight]}
          headerHeight={isPhone ? 0 : rowHeights.compact}
          rowClasses={rowClasses}
          selectedId={selectedId}
          view={view}
          onOpen={({ id, parts }) => {
            if (parts.length > 0) openJob(id)
          }}
        />
      )}
    </div>
  )
}
