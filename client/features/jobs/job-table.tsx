import type { Sorting } from '#client/lib/address/table-state.ts'
import { LiveTable } from '#client/ui/table/live-table.tsx'
import { listedRunColumns, jobPhoneColumns, jobTable } from './job-columns.tsx'
import type { ListedRun } from './fold-runs.ts'
import { openJob } from './job-query.ts'

const rowClasses = {
  'job-row-plain': ({ parts }: ListedRun) => parts.length === 0,
  'job-row-repeat': ({ isRepeat }: ListedRun) => isRepeat,
}
const getId = ({ id }: ListedRun) => id
const same = (a: ListedRun, b: ListedRun) => JSON.stringify(a) === JSON.stringify(b)
const handleOpen = ({ id, parts }: ListedRun) => {
  if (parts.length > 0) openJob(id)
}

interface JobTableProps {
  readonly runs: readonly ListedRun[]
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
      columns={listedRunColumns}
      phoneColumns={jobPhoneColumns}
      rowClasses={rowClasses}
      selectedId={selectedId}
      sorting={sorting}
      onSort={onSort}
      view={view}
      onOpen={handleOpen}
    />
  )
}
