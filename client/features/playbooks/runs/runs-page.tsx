import { lazy, Suspense, useMemo } from 'react'
import { useLocation } from 'wouter'
import type { ListedRun, RunListRow } from '#shared/playbooks/listed-run.ts'
import { playbookRuns } from '#shared/playbooks/playbook-topics.ts'
import { inRunOrder, runsQuery } from '#shared/playbooks/runs-query.ts'
import { useSession } from '#client/api/session/whoami.ts'
import { ViewMenu } from '#client/domain/views/view-menu.tsx'
import { routes } from '#client/lib/address/routes.ts'
import { serverNow } from '#client/lib/time/clock.ts'
import { readTopic } from '#client/live/read-topic.ts'
import type { TopicView } from '#client/live/topic-view.ts'
import { useLiveClient } from '#client/live/use-live-client.ts'
import { useTopic } from '#client/live/use-topic.ts'
import { Button } from '#client/ui/button.tsx'
import { DataTable } from '#client/ui/table/data-table.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ListFacts } from '#client/ui/table/list-facts.tsx'
import { listInPages } from '#client/ui/table/list-pages.ts'
import { ListTools } from '#client/ui/table/list-tools.tsx'
import { textColumns } from '#client/ui/table/text-column.ts'
import { Page } from '#client/ui/layout/page.tsx'
import { Pager } from '#client/ui/table/pager.tsx'
import { SignedOut } from '#client/ui/feedback/signed-out.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'
import { Tabs } from '#client/ui/layout/tabs.tsx'
import { TimeRangePicker } from '#client/ui/form/time-range-picker.tsx'
import { TopicTrouble } from '#client/ui/feedback/topic-trouble.tsx'
import { runColumns } from './run-columns.tsx'
import { RunFilters } from './run-filters.tsx'
import { runHref } from './run-links.ts'
import { runsGoOn } from '#client/domain/playbooks/run-state.ts'
import { clearRunFilters, useRunFilter } from './use-run-filter.ts'
import './runs-page.css'

const RunFromLink = lazy(async () => ({
  default: (await import('#client/features/playbooks/run-dialog/run-from-link.tsx')).RunFromLink,
}))

const tabs = [
  { id: routes.playbooks, label: 'Playbooks' },
  { id: routes.playbookRuns, label: 'Runs' },
]

const count = (amount: number) => amount.toLocaleString('en')

const runsOf = (rows: Iterable<RunListRow>): ListedRun[] => [...rows].filter((row) => row.kind === 'run')
const idOf = ({ id }: ListedRun) => id
const newestFirst = { id: 'created_at', desc: true }
const exportedAtOnce = 200

interface FactsProps {
  readonly rows: ReadonlyMap<string, RunListRow>
  readonly stale: boolean
  readonly tools: React.ReactNode
}

function Facts({ rows, stale, tools }: FactsProps) {
  const totals = rows.get('totals')
  if (totals?.kind !== 'totals' || totals.all === null) return null
  const { all, running, waiting, failed } = totals
  return (
    <ListFacts tools={tools}>
      {stale ? <span>Last known</span> : null}
      <b>
        {count(all)} {all === 1 ? 'run' : 'runs'}
      </b>
      {running ? (
        <span>
          <StateMark state="running" stale={stale} label="" /> <b>{count(running)} running</b>
        </span>
      ) : null}
      {waiting ? (
        <span>
          <StateMark state="warning" stale={stale} label="" />{' '}
          <b>
            {count(waiting)} {waiting === 1 ? 'waits' : 'wait'} for approval
          </b>
        </span>
      ) : null}
      {failed ? <span>{count(failed)} failed or timed out</span> : null}
    </ListFacts>
  )
}

function Nothing({ topic, isFiltered }: { readonly topic: TopicView<RunListRow>; readonly isFiltered: boolean }) {
  const { status, reason, refresh } = topic
  if (status === 'signedOut') return <SignedOut what="the runs" />
  if (status === 'refused')
    return (
      <EmptyState title="Unauthorized: You do not have permission to access this page">
        <p>Reading runs needs read on playbook_runs. {reason}</p>
      </EmptyState>
    )
  if (status !== 'live')
    return (
      <EmptyState title="Runs can’t be shown yet" actions={<Button onClick={refresh}>Retry now</Button>}>
        <p>No data received yet. Retrying automatically.</p>
      </EmptyState>
    )
  return isFiltered ? (
    <EmptyState title="No runs match" actions={<Button onClick={clearRunFilters}>Clear filters</Button>}>
      <p>No run of this time matches the filters above.</p>
    </EmptyState>
  ) : (
    <EmptyState title="No runs in this time">
      <p>
        Runs appear here when started, by people, notifications and webhooks. Choose a longer time to see older ones.
      </p>
    </EmptyState>
  )
}

/** Runs of playbooks, newest first, as they go. */
export function RunsPage() {
  const { filter, isFiltered, range, setRange, table, setTable } = useRunFilter()
  const topic = useTopic(playbookRuns, filter)
  const { status, rows, refresh } = topic
  const [, navigate] = useLocation()
  const { id = '', email = '' } = useSession()?.user ?? {}
  const stale = status === 'stale' || status === 'offline'
  const columns = useMemo(() => runColumns({ id, email }, stale), [id, email, stale])
  const runs = useMemo(() => inRunOrder(runsOf(rows.values()), filter), [rows, filter])
  const totals = rows.get('totals')
  const live = useLiveClient()
  const pages = useMemo(
    () =>
      listInPages(exportedAtOnce, idOf, async (page, signal) => {
        const read = await readTopic(live, playbookRuns, { ...filter, ...page }, signal)
        const counts = read.find((row) => row.kind === 'totals')
        return { rows: inRunOrder(runsOf(read), filter), total: counts?.all ?? null }
      }),
    [live, filter],
  )
  const total = totals?.kind === 'totals' && totals.all !== null ? totals.all : filter.offset + runs.length
  return (
    <Page
      title="Playbooks"
      views={<ViewMenu />}
      slot={<TimeRangePicker range={range} onChange={setRange} />}
      refresh={{ busy: false, onRefresh: refresh }}
    >
      <Suspense fallback={null}>
        <RunFromLink />
      </Suspense>
      {stale ? <TopicTrouble topic={topic} what="Runs" meanwhile={runsGoOn} /> : null}
      <Tabs label="Playbooks" tabs={tabs} selected={routes.playbookRuns} onSelect={(href) => navigate(href)} />
      <RunFilters filter={filter} />
      <Facts
        rows={rows}
        stale={stale}
        tools={
          <ListTools
            table="runs"
            columns={columns}
            texts={textColumns(columns)}
            pages={pages}
            apiPath={`/api/db/playbook_runs?select=*&${runsQuery(filter, serverNow())}`}
          />
        }
      />
      <DataTable
        table="runs"
        label="Playbook runs"
        columns={columns}
        rows={runs}
        keyOf={idOf}
        sorting={table.sorting ?? newestFirst}
        onSort={(sorting) => setTable({ sorting })}
        loading={status === 'loading'}
        empty={<Nothing topic={topic} isFiltered={isFiltered} />}
        onRow={({ id }) => navigate(runHref(id))}
      />
      {total === 0 ? null : (
        <Pager
          pageIndex={table.pageIndex}
          pageSize={table.pageSize}
          total={total}
          onPage={(pageIndex) => setTable({ pageIndex })}
          onPageSize={(pageSize) => setTable({ pageSize })}
        />
      )}
    </Page>
  )
}
