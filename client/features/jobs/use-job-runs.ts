import { useMemo } from 'react'
import { jobHistory } from '#shared/jobs/job-topics.ts'
import type { JobFilter, JobListRow, JobRun, JobTotals } from '#shared/jobs/job-run.ts'
import { compareValues } from '#shared/sorting/sort-value.ts'
import type { Sorting } from '#client/lib/address/table-state.ts'
import { useTopic } from '#client/live/use-topic.ts'
import { pageSortedHere } from '#client/ui/table/sorted-here.ts'
import { jobColumns } from './job-columns.tsx'
import { isSortColumn } from './job-query.ts'

const getSortValue = (run: JobRun, sortBy: JobFilter['sortBy']): string | number =>
  ({
    created_at: run.startedAt,
    name: run.name,
    resource_type: run.resourceType,
    status: run.status,
    duration_millis: run.durationMs ?? Infinity,
    success_count: run.succeeded,
    error_count: run.failed,
  })[sortBy]

const order =
  ({ sortBy, descending }: JobFilter) =>
  (a: JobRun, b: JobRun): number =>
    compareValues(getSortValue(a, sortBy), getSortValue(b, sortBy), descending) || compareValues(a.id, b.id, descending)

export const toJobRuns = (rows: Iterable<JobListRow>, filter: JobFilter) => {
  const runs: JobRun[] = []
  let totals: JobTotals | null = null
  for (const row of rows) {
    if (row.kind === 'totals') totals = row
    else runs.push(row)
  }
  return { runs: runs.toSorted(order(filter)), totals }
}

export const readAtOnce = 1_000
/** Set when the backend cannot sort by this column, so the client sorts. */
const sortedHere = (sorting: Sorting | null): Sorting | null =>
  sorting === null || isSortColumn(sorting.id) || jobColumns.every(({ id }) => id !== sorting.id) ? null : sorting

export const useJobRuns = (filter: JobFilter, sorting: Sorting | null) => {
  const here = sortedHere(sorting)
  const topic = useTopic(jobHistory, here === null ? filter : { ...filter, offset: 0, limit: readAtOnce })
  const { runs, reach, totals, orderNote } = useMemo(() => {
    const { runs: read, totals: counts } = toJobRuns(topic.rows.values(), filter)
    const all = counts?.all ?? null
    if (here === null) return { runs: read, reach: all, totals: counts, orderNote: null }
    const { rows, sorted, note } = pageSortedHere({ rows: read, total: all }, jobColumns, here, filter)
    return { runs: rows, reach: sorted.length, totals: counts, orderNote: note }
  }, [topic.rows, filter, here])
  return { topic, runs, reach, totals, orderNote }
}
