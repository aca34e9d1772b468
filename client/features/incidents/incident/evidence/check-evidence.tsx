import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { compareText } from '#shared/primitives/compare-text.ts'
import { getBucketMs, graphPoints, graphRuns } from '#shared/health/check-graph.ts'
import { checkGraphRoute } from '#shared/health/check-routes.ts'
import { healthStatuses } from '#shared/health/health-topics.ts'
import { toIsoTime } from '#shared/primitives/iso-time.ts'
import type { CheckPeriod } from '#shared/incidents/check-period.ts'
import { call } from '#client/api/call.ts'
import { serverNow } from '#client/lib/time/clock.ts'
import { useClockFormats } from '#client/lib/time/format-clock.ts'
import { useTopic } from '#client/live/use-topic.ts'
import { StateBand } from '#client/ui/charts/state-band.tsx'

const points = 300
const againAfterMs = 15_000

export const useNewestResults = (checkId: string) => {
  const params = useMemo(() => ({ checkId }), [checkId])
  const { rows, status } = useTopic(healthStatuses, params)
  const results = useMemo(() => [...rows.values()].toSorted((a, b) => compareText(b.time, a.time)), [rows])
  return { results, isStale: status === 'stale' || status === 'offline' }
}

interface CheckEvidenceProps {
  readonly checkId: string
  readonly period: CheckPeriod
  /** Shown beside it: a message in it is not repeated. */
  readonly description: string
}

export function CheckEvidence({ checkId, period: { fromMs, toMs }, description }: CheckEvidenceProps) {
  const { results } = useNewestResults(checkId)
  const [newest] = results
  const { clock } = useClockFormats()
  const slot = toMs === null && newest !== undefined ? Math.floor(Date.parse(newest.time) / againAfterMs) : 0
  const { data, isPending } = useQuery({
    queryKey: ['health', 'graph', checkId, 'since', fromMs, toMs, slot],
    queryFn: async ({ signal }) => {
      const query = {
        check: checkId,
        start: toIsoTime(fromMs),
        ...(toMs !== null && { end: toIsoTime(toMs) }),
        count: points,
      }
      return { graph: await call(checkGraphRoute, { query, signal }), requestedMs: serverNow() }
    },
    placeholderData: keepPreviousData,
  })
  const isFailing = newest !== undefined && !newest.status && toMs === null
  const message = isFailing ? newest.error || newest.message || null : null
  if (data === undefined && !isPending && !isFailing) return null
  const span = { fromMs, toMs: toMs ?? data?.requestedMs ?? fromMs }
  const rangeMs = span.toMs - span.fromMs
  const runs =
    data === undefined ? [] : graphRuns(graphPoints(data.graph), { stepMs: getBucketMs(rangeMs), nowMs: span.toMs })
  return (
    <div className="check-evidence">
      {message === null || description.includes(message) ? null : <p className="evidence-fails">{message}</p>}
      {runs.length > 0 ? (
        <StateBand label={`State since ${clock(span.fromMs)}`} runs={runs} {...span} />
      ) : isPending ? (
        <div className="check-evidence-band" />
      ) : null}
    </div>
  )
}
