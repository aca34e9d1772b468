import { formatCount } from '#shared/primitives/format-count.ts'
import { clearTimeRange } from '#shared/time-range/time-range.ts'
import { failingJobs, jobHistory } from '#shared/jobs/job-topics.ts'
import type { JobFilter, JobTotals } from '#shared/jobs/job-run.ts'
import { ViewMenu } from '#client/domain/views/view-menu.tsx'
import { changeQuery } from '#client/lib/address/query-state.ts'
import { useIsWall } from '#client/lib/address/use-is-wall.ts'
import { settingsCrumbs } from '#client/lib/address/routes.ts'
import { useTimeRange } from '#client/lib/time/use-time-range.ts'
import { useIsPhone } from '#client/lib/browser/use-window-width.ts'
import { useTopic } from '#client/live/use-topic.ts'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { TimeRangePicker } from '#client/ui/form/time-range-picker.tsx'
import { FailingNow, listFailing } from './failing-now.tsx'
import { jobTable } from './job-columns.tsx'
import { JobList } from './job-list.tsx'
import { clearJobFilters, defaultRange, setJobFilter, useJobFilter, useJobQuery, type JobQuery } from './job-query.ts'
import './jobs.css'

const none = new Map()
const all = {}

const hiddenText = (hidden: number): string => {
  if (hidden === 0) return 'No matching jobs ran in this time range.'
  if (hidden === 1) return '1 run succeeded and is hidden by the status filter.'
  return `${formatCount(hidden)} runs succeeded and are hidden by the status filter.`
}

const empty = (totals: JobTotals | null) => {
  const hidden = totals?.hiddenGood ?? 0
  return (
    <EmptyState
      title={hidden > 0 ? 'Only successful runs in this range' : 'No runs match'}
      actions={
        <>
          {hidden > 0 ? <Button onClick={() => setJobFilter('status', none)}>Show SUCCESS</Button> : null}
          <Button look="minimal" onClick={clearJobFilters}>
            Clear filters
          </Button>
        </>
      }
    >
      <p>{hiddenText(hidden)}</p>
    </EmptyState>
  )
}

function Runs({ query, filter }: { readonly query: JobQuery; readonly filter: JobFilter }) {
  const { status, refresh } = useTopic(jobHistory, filter)
  const failing = useTopic(failingJobs, all)
  const { range, chosen, setRange, clearRange } = useTimeRange(defaultRange)
  const isPhone = useIsPhone()
  const isWall = useIsWall(window.location.pathname)
  const picker = <TimeRangePicker range={range} onChange={setRange} onClear={chosen ? clearRange : undefined} />
  return (
    <Page
      title="Job History"
      crumbs={settingsCrumbs}
      views={<ViewMenu table={jobTable} />}
      slot={isPhone ? undefined : picker}
      refresh={{ busy: status === 'loading', onRefresh: refresh }}
    >
      {failing.status === 'loading' ? (
        <SkeletonRows label="Loading jobs" rows={20} />
      ) : (
        <>
          <FailingNow topic={failing} />
          {isWall && listFailing(failing.rows).length > 0 ? null : (
            <JobList filter={filter} empty={empty} query={query} range={isPhone ? picker : null} />
          )}
        </>
      )}
    </Page>
  )
}

export function JobsPage() {
  const query = useJobQuery()
  const filter = useJobFilter(query)
  if (filter !== null) return <Runs query={query} filter={filter} />
  return (
    <Page title="Job History" crumbs={settingsCrumbs}>
      <EmptyState
        title="Invalid time range"
        actions={<Button onClick={() => changeQuery(clearTimeRange)}>Back to the last 2 days</Button>}
      >
        <p>The address contains an unknown time range.</p>
      </EmptyState>
    </Page>
  )
}
