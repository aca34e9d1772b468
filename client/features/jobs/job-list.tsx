import { useCallback, useMemo, useState } from 'react'
import { jobHistory } from '#shared/jobs/job-topics.ts'
import type { JobFilter, JobRun, JobTotals } from '#shared/jobs/job-run.ts'
import { jobsQuery } from '#shared/jobs/jobs-query.ts'
import { pageSizes } from '#client/lib/address/page-sizes.ts'
import { changeQuery, useQueryParams } from '#client/lib/address/query-state.ts'
import { writeTableState, type Sorting } from '#client/lib/address/table-state.ts'
import { serverNow } from '#client/lib/time/clock.ts'
import { readTopic } from '#client/live/read-topic.ts'
import { useLiveClient } from '#client/live/use-live-client.ts'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { usePausedRows } from '#client/ui/hold/use-paused-rows.ts'
import { HoldArea } from '#client/ui/hold/hold-area.tsx'
import { WaitingPill } from '#client/ui/hold/waiting-pill.tsx'
import { listInPages } from '#client/ui/table/list-pages.ts'
import { ListTools } from '#client/ui/table/list-tools.tsx'
import { textColumns } from '#client/ui/table/text-column.ts'
import { Pager } from '#client/ui/table/pager.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { TopicNotice } from '#client/ui/feedback/topic-notice.tsx'
import { FoldContext } from './fold-cell.tsx'
import { foldRuns, toResultKey, withoutFolds, type ListedRun } from './fold-runs.ts'
import { JobModal } from './job-modal.tsx'
import { jobColumns, jobTable } from './job-columns.tsx'
import { JobFilters } from './job-filters.tsx'
import { closeJob, type JobQuery } from './job-query.ts'
import { readAtOnce, toJobRuns, useJobRuns } from './use-job-runs.ts'
import { JobTable } from './job-table.tsx'
import './jobs.css'

interface JobListProps {
  readonly filter: JobFilter
  readonly empty: (totals: JobTotals | null) => React.ReactNode
  readonly query?: JobQuery
  readonly range?: React.ReactNode
}

const getId = ({ id }: JobRun) => id
const markRemoved = (run: ListedRun) => run

const useFolds = (runs: readonly JobRun[], sorting: Sorting | null) => {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const listed = useMemo(() => (sorting === null ? foldRuns(runs, open) : withoutFolds(runs)), [runs, open, sorting])
  const toggle = useCallback((run: JobRun) => {
    const key = toResultKey(run)
    setOpen((before) => new Set(before.has(key) ? [...before].filter((each) => each !== key) : [...before, key]))
  }, [])
  return { listed, toggle }
}

const sortJobs = (sorting: Sorting | null) => changeQuery((params) => writeTableState(params, { sorting }))

const texts = textColumns(jobColumns)

function JobTools({ filter }: { readonly filter: JobFilter }) {
  const live = useLiveClient()
  const pages = listInPages(readAtOnce, getId, async (page, signal) => {
    const { runs, totals } = toJobRuns(await readTopic(live, jobHistory, { ...filter, ...page }, signal), filter)
    return { rows: runs, total: totals?.all ?? null }
  })
  return (
    <ListTools
      table={jobTable}
      columns={jobColumns}
      texts={texts}
      pages={pages}
      apiPath={`/api/db/job_histories?${jobsQuery(filter, serverNow())}`}
    />
  )
}

export function JobList({ filter, empty, query, range }: JobListProps) {
  const { topic, runs, reach, totals, orderNote } = useJobRuns(filter, query?.table.sorting ?? null)
  const [isPaused, setPaused] = useState(false)
  const { listed, toggle } = useFolds(runs, query?.table.sorting ?? null)
  const view = JSON.stringify(filter)
  const shown = usePausedRows(listed, { getId, isPaused, view, markRemoved })
  const openId = useQueryParams().get('job')
  const changeTable = useCallback(
    (change: { pageIndex?: number; pageSize?: number }) => changeQuery((params) => writeTableState(params, change)),
    [],
  )
  const { offset, limit } = filter
  const pageIndex = Math.floor(offset / limit)
  const isBeyond = runs.length === 0 && pageIndex > 0
  return (
    <>
      {query === undefined ? null : (
        <JobFilters
          query={query}
          totals={totals}
          orderNote={orderNote}
          range={range}
          tools={<JobTools filter={filter} />}
        />
      )}
      <TopicNotice topic={topic} subject="Job runs" />
      {topic.status === 'loading' ? (
        <SkeletonRows label="Loading job runs" rows={20} />
      ) : isBeyond ? (
        <EmptyState
          title="No runs on this page"
          actions={<Button onClick={() => changeTable({ pageIndex: 0 })}>First page</Button>}
        />
      ) : runs.length === 0 ? (
        topic.status === 'live' ? (
          empty(totals)
        ) : null
      ) : (
        <>
          <HoldArea onHold={setPaused}>
            <div className="job-waiting">
              <WaitingPill waiting={shown.waiting} onApply={shown.apply} />
            </div>
            <FoldContext value={toggle}>
              <JobTable
                runs={shown.rows}
                selectedId={openId}
                sorting={query?.table.sorting ?? null}
                onSort={query === undefined ? undefined : sortJobs}
                view={view}
              />
            </FoldContext>
          </HoldArea>
          {reach === null ? null : (
            <Pager
              pageIndex={pageIndex}
              pageSize={limit}
              total={reach}
              pageSizes={pageSizes}
              onPage={(page) => changeTable({ pageIndex: page })}
              onPageSize={(size) => changeTable({ pageSize: size })}
            />
          )}
        </>
      )}
      {openId === null ? null : (
        <JobModal
          key={openId}
          id={openId}
          run={runs.find(({ id }) => id === openId)}
          runs={shown.rows}
          onClose={closeJob}
        />
      )}
    </>
  )
}
