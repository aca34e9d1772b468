import { z } from 'zod'
import { hourMs, minuteMs } from '#shared/primitives/time-units.ts'

const timeseriesSchema = z.object({
  time: z.string(),
  status: z.boolean().optional().default(false),
  duration: z.number().nullish(),
  passed: z.number().optional(),
  failed: z.number().optional(),
  message: z.string().optional(),
  error: z.string().optional(),
})

export const checkGraphSchema = z.object({
  status: z
    .array(timeseriesSchema)
    .nullish()
    .transform((entries) => entries ?? []),
  latency: z.object({ p99: z.number().nullish(), p95: z.number().nullish(), p97: z.number().nullish() }).nullish(),
  uptime: z.object({ passed: z.number().nullish(), failed: z.number().nullish() }).nullish(),
})
type CheckGraph = z.infer<typeof checkGraphSchema>

/** Must match the bucket widths of the backend. Milliseconds. */
export const getBucketMs = (rangeMs: number): number => {
  if (rangeMs <= 2 * hourMs) return minuteMs
  if (rangeMs <= 24 * hourMs) return 15 * minuteMs
  return rangeMs <= 7 * 24 * hourMs ? hourMs : 4 * hourMs
}

export interface GraphPoint {
  readonly atMs: number
  readonly passed: number
  readonly failed: number
  readonly latencyMs: number | null
}

export const graphPoints = ({ status }: Pick<CheckGraph, 'status'>): GraphPoint[] =>
  status
    .map((entry) => {
      const counted = (entry.passed ?? 0) + (entry.failed ?? 0) > 0
      return {
        atMs: Date.parse(entry.time),
        passed: counted ? (entry.passed ?? 0) : Number(entry.status),
        failed: counted ? (entry.failed ?? 0) : Number(!entry.status),
        latencyMs: entry.duration ?? null,
      }
    })
    .sort((a, b) => a.atMs - b.atMs)

export interface GraphRun {
  readonly state: 'pass' | 'fail' | 'gap'
  readonly fromMs: number
  readonly toMs: number
}

interface Spacing {
  readonly stepMs: number
  readonly nowMs: number
}

const isGap = (fromMs: number, toMs: number, stepMs: number) => toMs - fromMs > 2.5 * stepMs

/**
 * Any failure in a point counts as failed. No run starts before the first point; missing newest points are a gap
 * up to now.
 */
export const graphRuns = (points: readonly GraphPoint[], { stepMs, nowMs }: Spacing): GraphRun[] => {
  const runs: GraphRun[] = []
  points.forEach((point, i) => {
    const state = point.failed > 0 ? 'fail' : 'pass'
    const nextMs = points[i + 1]?.atMs ?? nowMs
    const toMs = isGap(point.atMs, nextMs, stepMs) ? point.atMs + stepMs : Math.max(point.atMs, nextMs)
    const last = runs.at(-1)
    if (last?.state === state && last.toMs === point.atMs) runs[runs.length - 1] = { ...last, toMs }
    else runs.push({ state, fromMs: point.atMs, toMs })
    if (toMs < nextMs) runs.push({ state: 'gap', fromMs: toMs, toMs: nextMs })
  })
  return runs
}

interface GraphSeries {
  readonly times: readonly number[]
  readonly latencyMs: readonly (number | null)[]
  readonly uptime: readonly (number | null)[]
}

const rollingSteps = 5

export const graphSeries = (points: readonly GraphPoint[], stepMs: number): GraphSeries => {
  const times: number[] = []
  const latencyMs: (number | null)[] = []
  const uptime: (number | null)[] = []
  let first = 0
  let [passed, failed] = [0, 0]
  points.forEach((point, i) => {
    const before = points[i - 1]
    if (before !== undefined && isGap(before.atMs, point.atMs, stepMs)) {
      times.push(before.atMs + stepMs)
      latencyMs.push(null)
      uptime.push(null)
    }
    passed += point.passed
    failed += point.failed
    for (;;) {
      const oldest = points[first]
      if (oldest === undefined || point.atMs - oldest.atMs < rollingSteps * stepMs) break
      passed -= oldest.passed
      failed -= oldest.failed
      first++
    }
    times.push(point.atMs)
    latencyMs.push(point.latencyMs)
    uptime.push((passed / Math.max(1, passed + failed)) * 100)
  })
  return { times, latencyMs, uptime }
}
