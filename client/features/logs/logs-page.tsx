import { useCallback, useMemo } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { formatCount } from '#shared/primitives/format-count.ts'
import type { Span } from '#shared/time-range/mapped-ranges.ts'
import { relativeRange, type TimeRange } from '#shared/time-range/time-range.ts'
import { ViewMenu } from '#client/domain/views/view-menu.tsx'
import { useQueryState } from '#client/lib/address/query-state.ts'
import { routes } from '#client/lib/address/routes.ts'
import { useIsWall } from '#client/lib/address/use-is-wall.ts'
import { hasOwnBackend } from '#client/lib/browser/own-backend.ts'
import { useWindowWidth } from '#client/lib/browser/use-window-width.ts'
import { useClockFormats } from '#client/lib/time/format-clock.ts'
import { useTimeRange } from '#client/lib/time/use-time-range.ts'
import { Callout } from '#client/ui/feedback/callout.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { FactTexts, ListFacts } from '#client/ui/table/list-facts.tsx'
import { joinLines } from './line-key.ts'
import { LogFields } from './log-fields.tsx'
import { LogFilters, type LogOwner } from './log-filters.tsx'
import { LogHistogram } from './log-histogram.tsx'
import { LogList } from './log-list.tsx'
import { LogTools } from './log-tools.tsx'
import {
  linesQuery,
  logBackendsQuery,
  loggedComponentsQuery,
  logNamesQuery,
  summaryQuery,
  type WantedLog,
} from './logs-api.ts'
import { toFieldParams, useColumns, useFieldFilters } from './use-requested-lines.ts'
import { useLogTail } from './use-log-tail.ts'
import './logs.css'

export const readLabels = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    text.split(',').flatMap((part) => {
      const at = part.indexOf('=')
      const name = part.slice(0, at).trim()
      return at > 0 && name !== '' ? [[name, part.slice(at + 1).trim()]] : []
    }),
  )

const lastHour: TimeRange = relativeRange('now-1h')
const [linesFirst, linesMost] = [500, 5_000]
const wideMin = 1_100

/** Walls have no refresh, and counts have to follow a live tail. */
const againEveryMs = 10_000

const useWantedLog = ({ kind, id }: LogOwner): WantedLog => {
  const [name] = useQueryState('log')
  const [search] = useQueryState('search')
  const [pattern] = useQueryState('pattern')
  const [labels] = useQueryState('labels')
  const filters = useFieldFilters()
  return useMemo(() => {
    const query = search.trim()
    return {
      ...(kind === 'component' ? { id, ...(name !== '' && { name }) } : { backend: id, labels: readLabels(labels) }),
      ...(query !== '' && { query, ...(pattern !== '' && { isPattern: true }) }),
      ...toFieldParams(filters),
    }
  }, [kind, id, name, search, pattern, labels, filters])
}

const useLogOwner = () => {
  const [component] = useQueryState('component')
  const [backend] = useQueryState('backend')
  const logged = useQuery(loggedComponentsQuery)
  const backends = useQuery(logBackendsQuery)
  const owners: readonly LogOwner[] = [
    ...(logged.data ?? []).map(({ id }) => ({ kind: 'component' as const, id })),
    // The first component is unknown until all components are loaded.
    ...(logged.isPending ? [] : (backends.data ?? []).map(({ id }) => ({ kind: 'backend' as const, id }))),
  ]
  const fallback = owners[0] ?? { kind: 'component' as const, id: '' }
  const chosen = component === '' ? fallback : { kind: 'component' as const, id: component }
  return { logged, backends, owner: backend === '' ? chosen : { kind: 'backend' as const, id: backend } }
}

const useLog = (owner: LogOwner, range: TimeRange, resolve: () => Span) => {
  const [most] = useQueryState('lines')
  const [isTailed] = useQueryState('tail')
  const limit = most === String(linesMost) ? linesMost : linesFirst
  const wanted = useWantedLog(owner)
  const isWall = useIsWall(routes.logs)
  const isLive = isTailed !== '' && owner.id !== ''
  const lines = useQuery({
    ...linesQuery(wanted, limit, JSON.stringify(range), resolve),
    refetchInterval: isWall && !isLive ? againEveryMs : false,
  })
  const counts = useQuery({
    ...summaryQuery(wanted, JSON.stringify(range), resolve),
    refetchInterval: isWall || isLive ? againEveryMs : false,
    placeholderData: keepPreviousData,
  })
  const { refetch } = lines
  const readAgain = useCallback(() => void refetch(), [refetch])
  const tail = useLogTail(isLive ? wanted : null, readAgain)
  const shown = useMemo(() => joinLines(lines.data?.results ?? [], tail.lines, linesMost), [lines.data, tail.lines])
  return { wanted, limit, lines, counts, tail, shown, readAgain }
}

function Histogram({
  counts,
  onRange,
}: {
  readonly counts: NonNullable<ReturnType<typeof useLog>['counts']['data']>
  readonly onRange: (range: TimeRange) => void
}) {
  const isWall = useIsWall(routes.logs)
  const { clock, tick } = useClockFormats()
  const { buckets, fromMs, toMs, countedFrom } = counts
  const zoom = (zoomFromMs: number, zoomToMs: number) => {
    const [from, to] = [new Date(zoomFromMs).toISOString(), new Date(zoomToMs).toISOString()]
    onRange({ type: 'absolute', display: '', from, to })
  }
  return (
    <LogHistogram
      buckets={buckets}
      fromMs={fromMs}
      toMs={toMs}
      countedFromMs={countedFrom === undefined ? undefined : Date.parse(countedFrom)}
      formatTick={(atMs) => tick(atMs, toMs - fromMs)}
      formatClock={clock}
      onZoom={isWall ? undefined : zoom}
    />
  )
}

export function LogsPage() {
  const { range, setRange, resolve } = useTimeRange(lastHour)
  const { clock } = useClockFormats()
  const { logged, backends, owner } = useLogOwner()
  const { id } = owner
  const component = owner.kind === 'component' ? logged.data?.find((each) => each.id === id) : undefined
  const names = useQuery(logNamesQuery(owner.kind === 'component' ? id : ''))
  const { wanted, limit, lines, counts, tail, shown, readAgain } = useLog(owner, range, resolve)
  const filters = useFieldFilters()
  const columns = useColumns()
  const isWide = useWindowWidth() >= wideMin
  const isNothing = id === '' && logged.data?.length === 0 && backends.data?.length === 0
  const failed = lines.error ?? logged.error ?? backends.error ?? names.error
  const errors = [...new Set([...(lines.data?.problems ?? []), ...tail.errors])]
  const searchText = wanted.isPattern === true ? '' : (wanted.query ?? '')
  return (
    <Page
      title="Logs"
      views={<ViewMenu />}
      refresh={{
        busy: lines.isFetching,
        onRefresh: () => {
          readAgain()
          void counts.refetch()
        },
      }}
    >
      {isNothing ? null : (
        <>
          <LogFilters
            components={logged.data ?? []}
            backends={backends.data ?? []}
            owner={owner}
            names={names.data ?? []}
            range={range}
            onRange={setRange}
          />
          <ListFacts tools={<LogTools tail={tail} />}>
            <FactTexts facts={listFacts(counts.data, lines.data, lines.dataUpdatedAt, clock)} />
          </ListFacts>
        </>
      )}
      {failed === null ? null : (
        <ErrorPanel
          error={failed}
          detailsHidden
          meaning={lines.data === undefined ? undefined : 'The lines below are from an earlier request.'}
          onRetry={readAgain}
        />
      )}
      {errors.map((error) => (
        <Callout key={error} tone="warn" title={error} />
      ))}
      {isNothing ? <NoLogs /> : null}
      {!isNothing && lines.isPending && failed === null ? <SkeletonRows label="Loading log lines" rows={12} /> : null}
      {lines.data === undefined ? null : (
        <div className="log-parts">
          <LogFields fields={counts.data?.fields ?? []} filters={filters} columns={columns} isOpen={isWide} />
          <div className="log-main">
            {counts.data === undefined ? null : <Histogram counts={counts.data} onRange={setRange} />}
            {shown.length === 0 && lines.data.problems === undefined && failed === null ? (
              <NoLines isNarrowed={wanted.query !== undefined || filters.size > 0} />
            ) : null}
            <LogList
              lines={shown}
              isStale={lines.isPlaceholderData}
              searchText={searchText}
              columns={columns}
              canAskMore={lines.data.total === limit && limit < linesMost}
              most={linesMost}
              component={component}
            />
          </div>
        </div>
      )}
    </Page>
  )
}

interface Counted {
  readonly total: number
  readonly buckets: readonly { readonly error: number }[]
  readonly countedFrom?: string | undefined
}

const listFacts = (
  counts: Counted | undefined,
  lines: { readonly total: number } | undefined,
  readAtMs: number,
  clock: (atMs: number) => string,
): readonly string[] => {
  if (lines === undefined) return []
  const read = `read at ${clock(readAtMs)}`
  if (counts === undefined) return [`${formatCount(lines.total, 'line')} read`, read]
  const errors = counts.buckets.reduce((sum, { error }) => sum + error, 0)
  return [
    formatCount(counts.total, 'line'),
    formatCount(errors, 'error'),
    ...(lines.total < counts.total ? [`newest ${formatCount(lines.total)} shown`] : []),
    ...(counts.countedFrom === undefined ? [] : [`counted back to ${clock(Date.parse(counts.countedFrom))}`]),
    read,
  ]
}

function NoLogs() {
  if (!hasOwnBackend())
    return (
      <EmptyState title="No component of this backend has logs">
        <p>
          On a production backend this page shows only component logs, and no component defines any (
          <code>logs: [&#123;name, labels&#125;]</code> in a topology). Searching log backends without a component
          requires the embedded backend.
        </p>
      </EmptyState>
    )
  return (
    <EmptyState title="No component has logs yet">
      <p>
        Define the logs of a component in its topology with <code>logs: [&#123;name, labels&#125;]</code>, and add a log
        backend in Settings: files on this machine, journald, Docker, Kubernetes, Elasticsearch, OpenSearch or Loki.
      </p>
    </EmptyState>
  )
}

function NoLines({ isNarrowed }: { readonly isNarrowed: boolean }) {
  return (
    <EmptyState title={isNarrowed ? 'No lines match' : 'No lines in this time range'}>
      <p>{isNarrowed ? 'Remove the text or a field, or extend the time range.' : 'Extend the time range.'}</p>
    </EmptyState>
  )
}
