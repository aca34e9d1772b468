import { lazy, Suspense, useMemo } from 'react'
import { useLocation } from 'wouter'
import type { ListedRun, RunFilter, RunListRow, RunTotals } from '#shared/playbooks/listed-run.ts'
import { playbookRuns } from '#shared/playbooks/playbook-topics.ts'
import { isFinalRun } from '#shared/playbooks/run-status.ts'
import { inRunOrder, runsQuery } from '#shared/playbooks/runs-query.ts'
import { formatCount } from '#shared/primitives/format-count.ts'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { useSession } from '#client/api/session/whoami.ts'
import { ListPage } from '#client/domain/views/list-page.tsx'
import { routes } from '#client/lib/address/routes.ts'
import { useIsWall } from '#client/lib/address/use-is-wall.ts'
import { useTableState } from '#client/lib/address/table-state.ts'
import { serverNow } from '#client/lib/time/clock.ts'
import { readTopic } from '#client/live/read-topic.ts'
import type { TopicView } from '#client/live/topic-view.ts'
import { useLiveClient } from '#client/live/use-live-client.ts'
import { useTopic } from '#client/live/use-topic.ts'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { SignedOut } from '#client/ui/feedback/signed-out.tsx'
import { TimeRangePicker } from '#client/ui/form/time-range-picker.tsx'
import { Tabs } from '#client/ui/layout/tabs.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'
import type { Bulk } from '#client/ui/table/bulk/bulk.ts'
import { countFact } from '#client/ui/table/list-facts.tsx'
import { topicReading, type ListReading } from '#client/ui/table/list-reading.tsx'
import { usePagedList } from '#client/ui/table/list-source.ts'
import { isSortedHere } from '#client/ui/table/sorted-here.ts'
import { runColumns } from './run-columns.tsx'
import { RunFilters } from './run-filters.tsx'
import { foldEqual, toUrgent, urgentFirst } from './urgent-first.ts'
import { cancelRun } from './run-api.ts'
import { getRunTitle, runHref } from './run-links.ts'
import { runsContinue } from '#client/domain/playbooks/run-state.ts'
import { clearRunFilters, mostRows, mostSorted, useRunFilter } from './use-run-filter.ts'
import './runs-page.css'

const RunFromLink = lazy(async () => ({
  default: (await import('#client/features/playbooks/run-dialog/run-from-link.tsx')).RunFromLink,
}))

const tabs = [
  { id: routes.playbooks, label: 'Playbooks' },
  { id: routes.playbookRuns, label: 'Runs' },
]

const listRuns = (rows: Iterable<RunListRow>): ListedRun[] => [...rows].filter((row) => row.kind === 'run')
const getId = ({ id }: ListedRun) => id
const newestFirst = { id: 'created_at', desc: true }

interface FactsProps {
  readonly totals: RunTotals
  readonly stale: boolean
}

function Facts({ totals: { all, running, waiting, failed }, stale }: FactsProps) {
  return (
    <>
      {stale ? <span>Last known</span> : null}
      <b>{countFact(all, 'run', 'runs')}</b>
      {running ? (
        <span>
          <StateMark state="running" stale={stale} label="" /> <b>{formatCount(running)} running</b>
        </span>
      ) : null}
      {waiting ? (
        <span>
          <StateMark state="warning" stale={stale} label="" />{' '}
          <b>{formatCount(waiting, 'waits', 'wait')} for approval</b>
        </span>
      ) : null}
      {failed ? <span>{formatCount(failed)} failed or timed out</span> : null}
    </>
  )
}

function Nothing({ topic, isFiltered }: { readonly topic: TopicView<RunListRow>; readonly isFiltered: boolean }) {
  const { status, reason, refresh } = topic
  if (status === 'signedOut') return <SignedOut subject="the runs" />
  if (status === 'refused')
    return (
      <EmptyState title="Unauthorized: You do not have permission to access this page">
        <p>Viewing runs requires read permission on playbook_runs. {reason}</p>
      </EmptyState>
    )
  if (status !== 'live')
    return (
      <EmptyState title="Runs not available yet" actions={<Button onClick={refresh}>Retry now</Button>}>
        <p>No data received yet. Retrying automatically.</p>
      </EmptyState>
    )
  return isFiltered ? (
    <EmptyState title="No runs match" actions={<Button onClick={clearRunFilters}>Clear filters</Button>}>
      <p>No runs in this time range match the filters.</p>
    </EmptyState>
  ) : (
    <EmptyState title="No runs in this time range">
      <p>
        Runs appear here when users, notifications or webhooks start them.{' '}
        <span className="not-on-walls">Choose a longer time range to see older ones.</span>
      </p>
    </EmptyState>
  )
}

const toListReading = (topic: TopicView<RunListRow>, stale: boolean): ListReading => ({
  ...topicReading(topic, 'Runs', runsContinue),
  isKnown: true,
  ...(!stale && { notice: null }),
})

/** The rows of a wall come from two reads, because the backend cannot sort by urgency. */
const useUrgentRuns = (filter: RunFilter, isWall: boolean) => {
  const urgent = useTopic(playbookRuns, isWall && filter.status === undefined ? toUrgent(filter) : null)
  return useMemo(() => listRuns(urgent.rows.values()), [urgent.rows])
}

const useRuns = (filter: RunFilter) => {
  const isWall = useIsWall(routes.playbookRuns)
  const { id = '', email = '' } = useSession()?.user ?? {}
  const [{ sorting }] = useTableState()
  const live = useLiveClient()
  const isAll = isSortedHere(runColumns({ id, email }, false), sorting)
  const topic = useTopic(playbookRuns, isAll ? { ...filter, offset: 0, limit: mostSorted } : filter)
  const { status, rows } = topic
  const stale = status === 'stale' || status === 'offline'
  const totals = rows.get('totals')
  const urgent = useUrgentRuns(filter, isWall)
  const runs = useMemo(() => {
    const listed = inRunOrder(listRuns(rows.values()), filter)
    return isWall ? urgentFirst([...urgent, ...listed]) : listed
  }, [rows, filter, isWall, urgent])
  const shown = useMemo(() => (isWall ? foldEqual(runs) : runs), [runs, isWall])
  const known = totals?.kind === 'totals' && totals.all !== null ? totals.all : null
  const columns = useMemo(() => runColumns({ id, email }, stale), [id, email, stale])
  const source = usePagedList({
    reading: toListReading(topic, stale),
    columns,
    page: { rows: shown, total: (known ?? filter.offset + runs.length) - (runs.length - shown.length) },
    getKey: getId,
    read: async (range, signal) => {
      const read = await readTopic(live, playbookRuns, { ...filter, ...range }, signal)
      const counts = read.find((row) => row.kind === 'totals')
      return { rows: inRunOrder(listRuns(read), filter), total: counts?.all ?? null }
    },
    usual: isWall ? null : newestFirst,
    mostRows,
  })
  return { topic, source, stale, totals: totals?.kind === 'totals' ? totals : null }
}

const bulk: Bulk<ListedRun> = {
  one: 'run',
  many: 'runs',
  getName: getRunTitle,
  actions: [
    {
      label: 'Cancel',
      done: 'cancelled',
      consequence: 'Completed steps are not rolled back.',
      isPossible: ({ status }) => !isFinalRun(status),
      act: ({ id }) => cancelRun(id),
    },
  ],
}

export function RunsPage() {
  const { filter, isFiltered, range, setRange } = useRunFilter()
  const { topic, source, stale, totals } = useRuns(filter)
  const { allowed: canCancel } = useAllowed('playbook:cancel', 'playbook_runs')
  const [, navigate] = useLocation()
  return (
    <ListPage
      title="Playbooks"
      section="Playbook runs"
      slot={<TimeRangePicker range={range} onChange={setRange} />}
      above={
        <>
          <Suspense fallback={null}>
            <RunFromLink />
          </Suspense>
          <Tabs label="Playbooks" tabs={tabs} selected={routes.playbookRuns} onSelect={(href) => navigate(href)} />
        </>
      }
      table="runs"
      label="Playbook runs"
      source={source}
      getKey={getId}
      onRow={({ id }) => navigate(runHref(id))}
      filters={<RunFilters filter={filter} />}
      bulk={canCancel ? bulk : null}
      facts={totals === null || totals.all === null ? [] : <Facts totals={totals} stale={stale} />}
      apiPath={`/api/db/playbook_runs?select=*&${runsQuery(filter, serverNow())}`}
      nothing={<Nothing topic={topic} isFiltered={isFiltered} />}
    />
  )
}
