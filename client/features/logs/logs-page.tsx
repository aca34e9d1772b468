import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { LogLine } from '#shared/logs/log-routes.ts'
import type { TimeRange } from '#shared/time-range/time-range.ts'
import { relativeRange } from '#shared/time-range/time-range.ts'
import { ViewMenu } from '#client/domain/views/view-menu.tsx'
import { useQueryParams, useQueryState } from '#client/lib/address/query-state.ts'
import { routes } from '#client/lib/address/routes.ts'
import { wallOf } from '#client/lib/address/wall-address.ts'
import { useClockFormats } from '#client/lib/time/format-clock.ts'
import { useTimeRange } from '#client/lib/time/use-time-range.ts'
import { Button } from '#client/ui/button.tsx'
import { Callout } from '#client/ui/feedback/callout.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { SearchInput } from '#client/ui/form/search-input.tsx'
import { Select } from '#client/ui/form/select.tsx'
import { TimeRangePicker } from '#client/ui/form/time-range-picker.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { ListHead } from '#client/ui/table/list-head.tsx'
import { LogEntry } from './log-entry.tsx'
import { linesQuery, loggedComponentsQuery, logNamesQuery } from './logs-api.ts'
import './logs.css'

const lastHour: TimeRange = relativeRange('now-1h')
const [linesFirst, linesMost] = [500, 5_000]

/** Nobody refreshes a wall. */
const wallEveryMs = 10_000

const countOf = (total: number, limit: number): string =>
  `${total === limit ? 'Newest ' : ''}${total.toLocaleString('en')} ${total === 1 ? 'line' : 'lines'}`

/** A line has no identity: those that read the same are told apart by how many older ones there are. */
const withKeys = (lines: readonly LogLine[]) => {
  const older = new Map<string, number>()
  return lines
    .toReversed()
    .map((line) => {
      const text = `${line.timestamp} ${line.message}`
      const count = older.get(text) ?? 0
      older.set(text, count + 1)
      return { line, key: `${count} ${text}` }
    })
    .toReversed()
}

/** The log of a component, newest lines first, by text and time (ledger SHELL-20, LOGS-01). */
export function LogsPage() {
  const [component, setComponent] = useQueryState('component')
  const [name, setName] = useQueryState('log')
  const [search, setSearch] = useQueryState('search')
  const [most, setMost] = useQueryState('lines')
  const { range, setRange, resolve } = useTimeRange(lastHour)
  const { clock } = useClockFormats()
  const logged = useQuery(loggedComponentsQuery)
  const id = component === '' ? (logged.data?.[0]?.id ?? '') : component
  const names = useQuery(logNamesQuery(id))
  const limit = most === String(linesMost) ? linesMost : linesFirst
  const wanted = { id, name, query: search.trim(), limit }
  const isWall = wallOf(routes.logs, `?${useQueryParams().toString()}`) !== null
  const { data, error, isPending, isFetching, isPlaceholderData, dataUpdatedAt, refetch } = useQuery({
    ...linesQuery(wanted, JSON.stringify(range), resolve),
    refetchInterval: isWall ? wallEveryMs : false,
  })
  const lines = useMemo(() => withKeys(data?.results ?? []), [data])
  const failed = error ?? logged.error ?? names.error
  return (
    <Page title="Logs" views={<ViewMenu />} refresh={{ busy: isFetching, onRefresh: () => void refetch() }}>
      <ListHead
        filters={
          <>
            <Select
              label="Component"
              value={id}
              options={(logged.data ?? []).map((each) => ({ value: each.id, label: each.name }))}
              onChange={(next) => {
                setName('')
                setComponent(next)
              }}
            />
            <Select
              label="Log"
              value={name === '' ? (names.data?.[0] ?? '') : name}
              options={(names.data ?? []).map((each) => ({ value: each, label: each }))}
              onChange={setName}
            />
            <SearchInput
              label="Search lines"
              placeholder="Text in the message"
              debounceMs={300}
              value={search}
              onChange={setSearch}
            />
            <TimeRangePicker range={range} onChange={setRange} />
          </>
        }
        facts={data === undefined ? [] : [countOf(data.total, limit), `read at ${clock(dataUpdatedAt)}`]}
      />
      {failed === null ? null : (
        <ErrorPanel
          error={failed}
          detailsHidden
          meaning={data === undefined ? undefined : 'The lines below are those that were read before.'}
          onRetry={() => void refetch()}
        />
      )}
      {data?.problems?.map((problem) => (
        <Callout key={problem} tone="warn" title={problem} />
      ))}
      {logged.data?.length === 0 ? <NoLogs /> : null}
      {id !== '' && isPending && failed === null ? <SkeletonRows label="Reading the log" rows={12} /> : null}
      {data?.total === 0 && data.problems === undefined && failed === null ? (
        <NoLines isSought={search !== ''} />
      ) : null}
      {data === undefined || data.total === 0 ? null : (
        <section className="log-lines" aria-label="Lines" aria-busy={isPlaceholderData}>
          {lines.map(({ line, key }) => (
            <LogEntry key={key} line={line} clock={clock} />
          ))}
          {data.total === limit && limit < linesMost ? (
            <Button look="minimal" onClick={() => setMost(String(linesMost))}>
              Show up to {linesMost.toLocaleString('en')} lines
            </Button>
          ) : null}
        </section>
      )}
    </Page>
  )
}

function NoLogs() {
  return (
    <EmptyState title="No component has a log yet">
      <p>
        A component of a topology says where its log is by <code>logs: [&#123;name, labels&#125;]</code>, and a log
        backend in Settings says where such logs are kept: files of this machine, Elasticsearch, OpenSearch or Loki.
      </p>
    </EmptyState>
  )
}

function NoLines({ isSought }: { readonly isSought: boolean }) {
  return (
    <EmptyState title={isSought ? 'No line matches' : 'No lines in this time'}>
      <p>{isSought ? 'Take the text away, or look further back.' : 'Look further back.'}</p>
    </EmptyState>
  )
}
