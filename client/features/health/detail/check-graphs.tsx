import { useMemo, useState } from 'react'
import { z } from 'zod'
import { useQuery } from '@tanstack/react-query'
import { graphSeries, type GraphPoint } from '#shared/health/check-graph.ts'
import type { CheckRow } from '#shared/health/check-row.ts'
import type { CheckRange } from '#shared/health/health-range.ts'
import { formatDuration } from '#shared/primitives/duration.ts'
import { useWithinRange } from '#client/lib/time/describe-range.ts'
import { useClockFormats } from '#client/lib/time/format-clock.ts'
import { Button } from '#client/ui/button.tsx'
import { StateBand } from '#client/ui/charts/state-band.tsx'
import { TimeGraph, type TimeGraphProps } from '#client/ui/charts/time-graph.tsx'
import type { PlotCursor } from '#client/ui/charts/time-plot.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { formatLatency } from '#client/features/health/table/format-latency.ts'
import { detailQuery, graphCount } from './health-api.ts'
import { useCheckGraph } from './use-check-graph.ts'
import { useZoom } from './use-zoom.ts'
import { LoadFailure } from './load-failure.tsx'

const thresholdSchema = z.object({ thresholdMillis: z.number().positive() })

const parseThresholdMs = (spec: unknown): number | null => {
  const parsed = thresholdSchema.safeParse(spec)
  return parsed.success ? parsed.data.thresholdMillis : null
}

const formatLatencyText = (ms: number) => {
  const { value, unit } = formatLatency(ms)
  return `${value} ${unit}`
}

const quantile = (values: readonly number[], share: number): number | null =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? null

const summarize = (points: readonly GraphPoint[]) => {
  const latencies = points.flatMap(({ latencyMs }) => (latencyMs === null ? [] : [latencyMs]))
  const passed = points.reduce((sum, point) => sum + point.passed, 0)
  const failed = points.reduce((sum, point) => sum + point.failed, 0)
  return {
    p50: quantile(latencies, 0.5),
    p95: quantile(latencies, 0.95),
    uptime: passed + failed === 0 ? null : (passed / (passed + failed)) * 100,
  }
}

const percent = (value: number) => (value === 100 ? '100' : value.toFixed(2))

interface CheckGraphsProps {
  readonly check: CheckRow
  readonly range: CheckRange
}

type Drawn = ReturnType<typeof useCheckGraph>
type Series = ReturnType<typeof graphSeries>

interface PlotProps {
  readonly plot: Omit<TimeGraphProps, 'title' | 'unit' | 'values' | 'max' | 'height' | 'at'>
  readonly series: Series
  readonly summary: ReturnType<typeof summarize>
  readonly index: number | null
  readonly moment: React.ReactNode
}

function Latency({ plot, series, summary, index, moment, thresholdMs }: PlotProps & { thresholdMs: number | null }) {
  const longestMs = Math.max(0, ...series.latencyMs.map((ms) => ms ?? 0))
  const inSeconds = Math.max(longestMs, thresholdMs ?? 0) >= 1000
  const scale = inSeconds ? 1000 : 1
  const latencies = useMemo(() => series.latencyMs.map((ms) => (ms === null ? null : ms / scale)), [series, scale])
  const latencyAt = index === null ? null : (series.latencyMs[index] ?? null)
  return (
    <TimeGraph
      {...plot}
      title="Latency"
      unit={inSeconds ? 's' : 'ms'}
      values={latencies}
      max={(Math.max(longestMs, thresholdMs ?? 0) * 1.05) / scale}
      height={240}
      threshold={
        thresholdMs === null
          ? undefined
          : { value: thresholdMs / scale, label: `fails above ${formatLatencyText(thresholdMs)}` }
      }
      at={
        <>
          {moment}
          {latencyAt === null ? null : <b>{formatLatencyText(latencyAt)}</b>}
          <span className="faint">
            p50 {summary.p50 === null ? '–' : formatLatencyText(summary.p50)} · p95{' '}
            {summary.p95 === null ? '–' : formatLatencyText(summary.p95)}
          </span>
        </>
      }
    />
  )
}

interface UptimeProps extends PlotProps {
  readonly stepMs: number
  readonly range: CheckRange
}

function Uptime({ plot, series, summary, index, moment, stepMs, range }: UptimeProps) {
  const uptimeAt = index === null ? null : (series.uptime[index] ?? null)
  return (
    <TimeGraph
      {...plot}
      title="Uptime"
      unit={`%, rolling ${formatDuration(5 * stepMs)}`}
      values={series.uptime}
      max={108}
      height={160}
      stepped
      at={
        <>
          {moment}
          {uptimeAt === null ? null : <b>{percent(uptimeAt)} %</b>}
          {summary.uptime === null ? null : (
            <span className="faint">
              {percent(summary.uptime)} over {range.type === 'relative' ? range.display : 'the range'}
            </span>
          )}
        </>
      }
    />
  )
}

interface StatesProps extends Pick<Drawn, 'runs' | 'span'> {
  readonly atMs: number | null
  readonly moment: React.ReactNode
}

const stateLabels = { pass: 'healthy', fail: 'unhealthy', gap: 'no results' } as const

function States({ runs, span, atMs, moment }: StatesProps) {
  const runAt = atMs === null ? undefined : runs.find(({ fromMs, toMs }) => atMs >= fromMs && atMs <= toMs)
  return (
    <figure className="time-graph check-graphs-state">
      <figcaption>
        <b>State</b>
        <span className="time-graph-at">
          {moment}
          {runAt === undefined ? null : <b>{stateLabels[runAt.state]}</b>}
        </span>
      </figcaption>
      <StateBand label="State" runs={runs} fromMs={span.fromMs} toMs={span.toMs} crossMs={atMs} />
    </figure>
  )
}

export function CheckGraphs({ check, range }: CheckGraphsProps) {
  const { points, runs, stepMs, span, rangeMs, error, isPending, refetch } = useCheckGraph(check, range)
  const { data: detail } = useQuery(detailQuery(check.id))
  const { clock, tick } = useClockFormats()
  const within = useWithinRange(range)
  const [cursor, setCursor] = useState<PlotCursor | null>(null)
  const { isZoomed, zoom, reset } = useZoom(range)
  const series = useMemo(() => graphSeries(points, stepMs), [points, stepMs])
  const summary = useMemo(() => summarize(points), [points])

  if (isPending) return <SkeletonRows label="Loading graphs" />
  if (error !== null && points.length === 0) {
    return <LoadFailure of="the graphs" error={error} onRetry={refetch} />
  }
  if (points.length === 0) {
    return <EmptyState title="No results in this range">No results {within}.</EmptyState>
  }

  const failures = runs.filter(({ state }) => state === 'fail')
  const gaps = runs.filter(({ state }) => state === 'gap')
  const atMs = cursor?.atMs ?? null
  const plot = {
    times: series.times,
    range: span,
    failures,
    gaps,
    crosshair: 'check',
    onCursor: setCursor,
    onZoom: zoom,
    onReset: reset,
    formatTime: (ms: number) => tick(ms, rangeMs),
  }
  const moment = atMs === null ? null : <span>{clock(atMs)}</span>
  const noResults = cursor?.index === null ? <b>{stateLabels.gap}</b> : null
  const common = {
    plot,
    series,
    summary,
    index: cursor?.index ?? null,
    moment: (
      <>
        {moment}
        {noResults}
      </>
    ),
  }
  return (
    <div className="check-graphs">
      <Latency {...common} thresholdMs={parseThresholdMs(detail?.spec)} />
      <Uptime {...common} stepMs={stepMs} range={range} />
      <States runs={runs} span={span} atMs={atMs} moment={moment} />
      <p className="check-graphs-note">
        All graphs share one time axis and one crosshair. Up to {graphCount} points
        {gaps.length === 0 ? '.' : '; periods without results are drawn as gaps.'} Drag to zoom in
        {isZoomed ? ', double-click to zoom out.' : '.'}
        {isZoomed ? (
          <Button look="minimal" small onClick={reset}>
            Reset zoom
          </Button>
        ) : null}
      </p>
    </div>
  )
}
