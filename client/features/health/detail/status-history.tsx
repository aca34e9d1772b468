import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { CheckRow } from '#shared/health/check-row.ts'
import { checkSpan, type CheckRange } from '#shared/health/health-range.ts'
import { statusChoices, statusParameterOf, type StatusChoice } from '#shared/health/status-filter.ts'
import { healthStatuses } from '#shared/health/health-topics.ts'
import { useClockFormats } from '#client/lib/time/format-clock.ts'
import { serverNow } from '#client/lib/time/clock.ts'
import { useWithinRange } from '#client/lib/time/describe-range.ts'
import { useTopic } from '#client/live/use-topic.ts'
import { Button } from '#client/ui/button.tsx'
import { Callout } from '#client/ui/feedback/callout.tsx'
import { StateBand } from '#client/ui/charts/state-band.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { Select } from '#client/ui/form/select.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { DurationFilter } from './duration-filter.tsx'
import { historyPageSize, historyQuery } from './health-api.ts'
import { HistoryTable } from './history-table.tsx'
import { mergeHistory } from './merge-history.ts'
import { useCheckGraph } from './use-check-graph.ts'

interface StatusHistoryProps {
  readonly check: CheckRow
  readonly range: CheckRange
}

const options = statusChoices.map((choice) => ({ value: choice, label: `Status: ${choice}` }))

/** One page of the check's results, newest first; the first page grows by itself as results come. */
const useHistory = (
  checkId: string,
  range: CheckRange,
  choice: StatusChoice,
  atLeastMs: number | null,
  page: number,
) => {
  const status = statusParameterOf(choice)
  const asked = useQuery({
    ...historyQuery(checkId, { range, status, atLeastMs, page }),
    placeholderData: keepPreviousData,
  })
  const params = useMemo(() => ({ checkId }), [checkId])
  const { rows } = useTopic(healthStatuses, params)
  const merged = useMemo(() => {
    if (asked.data === undefined) return null
    const { fromMs, toMs } = checkSpan(range, serverNow())
    const rule = { status, atLeastMs, fromMs, toMs: range.type === 'absolute' ? toMs : Infinity }
    return mergeHistory(asked.data, page === 0 ? rows : new Map(), rule, historyPageSize)
  }, [asked.data, rows, page, status, atLeastMs, range])
  return { merged, error: asked.error, isPending: asked.isPending, refetch: asked.refetch }
}

/** The results of a check over the range: as a band, and one by one. */
export function StatusHistory({ check, range }: StatusHistoryProps) {
  const [choice, setChoice] = useState<StatusChoice>('All')
  const [atLeastMs, setAtLeastMs] = useState<number | null>(null)
  const [page, setPage] = useState(0)
  const { runs, span, rangeMs, points } = useCheckGraph(check, range)
  const { tick } = useClockFormats()
  const within = useWithinRange(range)
  const { merged, error, isPending, refetch } = useHistory(check.id, range, choice, atLeastMs, page)
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
        <Select
          label="Status"
          value={choice}
          options={options}
          onChange={(next) => {
            setChoice(next)
            setPage(0)
          }}
        />
        <DurationFilter
          onChange={(next) => {
            setAtLeastMs(next)
            setPage(0)
          }}
        />
        {merged === null || last === 0 ? null : (
          <span className="history-count tabular">
            {first} to {last}
            {total === null ? '' : ` of ${total.toLocaleString('en')}`} results, newest first
          </span>
        )}
      </div>
      {error === null ? null : (
        <div className="check-message">
          <Callout
            tone="bad"
            title="The history can’t be read."
            actions={<Button onClick={() => void refetch()}>Retry</Button>}
          >
            {error.message}
          </Callout>
        </div>
      )}
      {isPending ? <SkeletonRows label="Loading history" /> : null}
      {merged !== null && merged.results.length === 0 ? (
        <EmptyState title="No results">
          {choice === 'All' && atLeastMs === null
            ? `No results ${within}.`
            : `No result ${within} matches these filters.`}
        </EmptyState>
      ) : null}
      {merged === null || merged.results.length === 0 ? null : <HistoryTable results={merged.results} />}
      {page > 0 || (total !== null && total > last) ? (
        <nav className="history-pages" aria-label="Pages">
          <Button small disabled={page === 0} onClick={() => setPage(page - 1)}>
            Newer
          </Button>
          <Button small disabled={total !== null && total <= last} onClick={() => setPage(page + 1)}>
            Older
          </Button>
        </nav>
      ) : null}
    </div>
  )
}
