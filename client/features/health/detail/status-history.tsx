import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { CheckRow } from '#shared/health/check-row.ts'
import type { CheckStatus } from '#shared/health/check-status.ts'
import { checkSpan, type CheckRange } from '#shared/health/health-range.ts'
import { healthStatuses } from '#shared/health/health-topics.ts'
import { parseDurationFilter } from '#shared/health/duration-filter.ts'
import { formatCount } from '#shared/primitives/format-count.ts'
import { panelKeys } from '#client/features/health/use-health-query.ts'
import { useQueryState } from '#client/lib/address/query-state.ts'
import { useClockFormats } from '#client/lib/time/format-clock.ts'
import { serverNow } from '#client/lib/time/clock.ts'
import { useWithinRange } from '#client/lib/time/describe-range.ts'
import { useTopic } from '#client/live/use-topic.ts'
import { Button } from '#client/ui/button.tsx'
import { StateBand } from '#client/ui/charts/state-band.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ChoiceMenu } from '#client/ui/form/choice-menu.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { listInPages } from '#client/ui/table/list-pages.ts'
import { ListTools } from '#client/ui/table/list-tools.tsx'
import type { TextColumn } from '#client/ui/table/text-column.ts'
import { DurationFilter } from './duration-filter.tsx'
import { historyPageSize, historyQuery, listResults } from './health-api.ts'
import { HistoryTable } from './history-table.tsx'
import { mergeHistory } from './merge-history.ts'
import { useCheckGraph } from './use-check-graph.ts'
import { LoadFailure } from './load-failure.tsx'

export const statusChoices = ['All', 'Healthy', 'Unhealthy'] as const
type StatusChoice = (typeof statusChoices)[number]

export const toStatusParameter = (choice: StatusChoice): '1' | '0' | null => {
  if (choice === 'All') return null
  return choice === 'Healthy' ? '1' : '0'
}

interface StatusHistoryProps {
  readonly check: CheckRow
  readonly range: CheckRange
}

const options = statusChoices.map((choice) => ({ value: choice, label: choice }))

const exportedAtOnce = 500
const getTime = ({ time }: CheckStatus) => time
const resultTexts: readonly TextColumn<CheckStatus>[] = [
  { id: 'state', title: 'State', text: ({ status }) => (status ? 'healthy' : 'unhealthy') },
  { id: 'time', title: 'Time', text: getTime },
  { id: 'duration', title: 'Duration (ms)', text: ({ duration }) => duration ?? null },
  { id: 'message', title: 'Message', text: ({ error, message }) => error || message || null },
]

const useNarrowing = () => {
  const [choiceParam, setChoice] = useQueryState(panelKeys.status, statusChoices[0])
  const choice = statusChoices.find((each) => each === choiceParam) ?? statusChoices[0]
  const [took, setTook] = useQueryState(panelKeys.duration)
  const duration = parseDurationFilter(took)
  const atLeastMs = duration.ok ? duration.atLeastMs : null
  return { choice, setChoice, took, setTook, atLeastMs }
}

interface HistoryInput {
  readonly range: CheckRange
  readonly choice: StatusChoice
  readonly atLeastMs: number | null
  readonly page: number
}

const useHistory = (checkId: string, { range, choice, atLeastMs, page }: HistoryInput) => {
  const status = toStatusParameter(choice)
  const query = useQuery({
    ...historyQuery(checkId, { range, status, atLeastMs, page }),
    placeholderData: keepPreviousData,
  })
  const params = useMemo(() => ({ checkId }), [checkId])
  const { rows } = useTopic(healthStatuses, params)
  const merged = useMemo(() => {
    if (query.data === undefined) return null
    const { fromMs, toMs } = checkSpan(range, serverNow())
    const rule = { status, atLeastMs, fromMs, toMs: range.type === 'absolute' ? toMs : Infinity }
    return mergeHistory(query.data, page === 0 ? rows : new Map(), rule, historyPageSize)
  }, [query.data, rows, page, status, atLeastMs, range])
  return { merged, error: query.error, isPending: query.isPending, refetch: query.refetch }
}

interface PagesProps {
  readonly page: number
  readonly left: number | null
  readonly onPage: (page: number) => void
}

function Pages({ page, left, onPage }: PagesProps) {
  if (page === 0 && (left ?? 0) <= 0) return null
  return (
    <nav className="history-pages" aria-label="Pages">
      <Button small disabled={page === 0} onClick={() => onPage(page - 1)}>
        Newer
      </Button>
      <Button small disabled={left !== null && left <= 0} onClick={() => onPage(page + 1)}>
        Older
      </Button>
    </nav>
  )
}

export function StatusHistory({ check, range }: StatusHistoryProps) {
  const { choice, setChoice, took, setTook, atLeastMs } = useNarrowing()
  const [page, setPage] = useState(0)
  const { runs, span, rangeMs, points } = useCheckGraph(check, range)
  const { tick } = useClockFormats()
  const within = useWithinRange(range)
  const { merged, error, isPending, refetch } = useHistory(check.id, { range, choice, atLeastMs, page })
  const first = page * historyPageSize + 1
  const last = first - 1 + (merged?.results.length ?? 0)
  const total = merged?.total ?? null
  return (
    <div className="history">
      {points.length === 0 ? null : (
        <div className="history-band">
          <StateBand
            label={`State ${within}`}
            runs={runs}
            fromMs={span.fromMs}
            toMs={span.toMs}
            formatTime={(ms) => tick(ms, rangeMs)}
          />
        </div>
      )}
      <div className="history-filters">
        <ChoiceMenu
          label="Status"
          value={choice}
          options={options}
          onChange={(next) => {
            setChoice(next)
            setPage(0)
          }}
        />
        <DurationFilter
          typed={took}
          onChange={(next) => {
            setTook(next)
            setPage(0)
          }}
        />
        {merged === null || last === 0 ? null : (
          <span className="history-count tabular">
            {first} to {last}
            {total === null ? '' : ` of ${formatCount(total)}`} results, newest first
          </span>
        )}
        <ListTools
          table="check-results"
          texts={resultTexts}
          pages={listInPages(exportedAtOnce, getTime, (part, signal) =>
            listResults(check.id, { range, status: toStatusParameter(choice), atLeastMs }, part, signal),
          )}
        />
      </div>
      {error === null ? null : <LoadFailure of="the history" error={error} onRetry={refetch} />}
      {isPending ? <SkeletonRows label="Loading history" /> : null}
      {merged !== null && merged.results.length === 0 ? (
        <EmptyState title="No results">
          {choice === 'All' && atLeastMs === null
            ? `No results ${within}.`
            : `No results ${within} match these filters.`}
        </EmptyState>
      ) : null}
      {merged === null || merged.results.length === 0 ? null : <HistoryTable results={merged.results} />}
      <Pages page={page} left={total === null ? null : total - last} onPage={setPage} />
    </div>
  )
}
