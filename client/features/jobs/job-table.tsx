import type { JobRun } from '#shared/jobs/job-run.ts'
import type { Sorting } from '#client/lib/address/table-state.ts'
import { LiveTable } from '#client/ui/table/live-table.tsx'
import { jobColumns, jobPhoneColumns, jobTable } from './job-columns.ts'
import { openJob } from './job-query.ts'

const rowClasses = { 'job-row-plain': ({ parts }: JobRun) => parts.length === 0 }
const getId = ({ id }: JobRun) => id
const same = (a: JobRun, b: JobRun) => JSON.stringify(a) === JSON.stringify(b)
const handleOpen = ({ id, parts }: JobRun) => {
  if (parts.length > 0) openJob(id)
}

interface JobTableProps {
  readonly runs: readonly JobRun[]
  readonly selectedId: string | null
  readonly sorting: Sorting | null
  readonly onSort?: ((sorting: Sorting | null) => void) | undefined
  readonly view: string
}

export function JobTable({ runs, selectedId, sorting, onSort, view }: JobTableProps) {
  return (
    <LiveTable
      table={jobTable}
      className="job-table"
      label="Job runs"
      rows={runs}
      getId={getId}
      same={same}
      columns={jobColumns}
      phoneColumns={jobPhoneColumns}
      rowClasses={rowClasses}
      selectedId={selectedId}
      sorting={sorting}
      {...(onSort && { onSort })}
      view={view}
      onOpen={handleOpen}
    />
  )
}
