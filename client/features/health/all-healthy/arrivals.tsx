import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { CheckRow } from '#shared/health/check-row.ts'
import { formatCount } from '#shared/primitives/format-count.ts'
import { hourMs } from '#shared/primitives/time-units.ts'
import { useFormatTime } from '#client/lib/time/format-time.ts'
import { serverNow } from '#client/lib/time/clock.ts'
import { BarSeries } from '#client/ui/charts/bar-series.tsx'
import { arrivalsQuery, bucketMs } from './arrivals-query.ts'

/** Counting more results than this is too expensive for the database. */
const countableMax = 200_000

const useBuckets = (enabled: boolean) => {
  const { data, isLoading } = useQuery({ ...arrivalsQuery, enabled })
  const buckets = useMemo(() => {
    const totals = new Map((data ?? []).map(({ created_at, total }) => [Date.parse(created_at), total]))
    const last = Math.floor(serverNow() / bucketMs) * bucketMs
    const first = last - hourMs + bucketMs
    const bars = Array.from({ length: hourMs / bucketMs }, (_, i) => {
      const atMs = first + i * bucketMs
      return { atMs, value: totals.get(atMs) ?? 0 }
    })
    return { bars, fromMs: first, toMs: last + bucketMs }
  }, [data])
  return isLoading || buckets.bars.some(({ value }) => value > 0) ? { ...buckets, isLoading } : null
}

export function Arrivals({ checks, lastKnown }: { readonly checks: readonly CheckRow[]; readonly lastKnown: boolean }) {
  const results = checks.reduce((sum, { passed, failed }) => sum + passed + failed, 0)
  const buckets = useBuckets(results > 0 && results <= countableMax)
  const format = useFormatTime()
  if (buckets === null) return null
  return (
    <section className="healthy-arrivals" aria-busy={buckets.isLoading || undefined}>
      <h3>
        Results per 5 minutes{' '}
        <small className="tabular">
          <b>{formatCount(results)}</b> of these checks in the last hour
        </small>
      </h3>
      <BarSeries
        label="Results per 5 minutes, over the last hour"
        bars={buckets.bars}
        stale={lastKnown}
        fromMs={buckets.fromMs}
        toMs={buckets.toMs}
        formatTime={(ms) => format(new Date(ms), 'short')}
      />
    </section>
  )
}
