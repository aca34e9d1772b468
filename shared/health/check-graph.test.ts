import { describe, expect, test } from 'vitest'
import { getBucketMs, checkGraphSchema, graphPoints, graphRuns, graphSeries } from '#shared/health/check-graph.ts'

const at = Date.parse('2026-11-21T08:00:00Z')
const minute = 60_000
const point = (minutes: number, failed = 0, latencyMs: number | null = 100) => ({
  atMs: at + minutes * minute,
  passed: failed > 0 ? 0 : 1,
  failed,
  latencyMs,
})
const spacing = (nowMinutes: number) => ({ stepMs: minute, nowMs: at + nowMinutes * minute })
const brief = (runs: ReturnType<typeof graphRuns>) =>
  runs.map(({ state, fromMs, toMs }) => [state, (fromMs - at) / minute, (toMs - at) / minute])

test('an entry without a status failed; counters take precedence', () => {
  const graph = checkGraphSchema.parse({
    status: [
      { time: '2026-11-21T08:01:00Z', duration: 7 },
      { time: '2026-11-21T08:00:00Z', status: true, duration: 5, passed: 2, failed: 1 },
    ],
  })
  expect(graphPoints(graph)).toEqual([
    { atMs: at, passed: 2, failed: 1, latencyMs: 5 },
    { atMs: at + minute, passed: 0, failed: 1, latencyMs: 7 },
  ])
  expect(graphPoints(checkGraphSchema.parse({ status: null }))).toEqual([])
})

describe('graphRuns', () => {
  test('joins points of one state and leaves gaps where results are missing', () => {
    expect(brief(graphRuns([point(0), point(1), point(2, 1), point(6), point(7)], spacing(8)))).toEqual([
      ['pass', 0, 2],
      ['fail', 2, 3],
      ['gap', 3, 6],
      ['pass', 6, 8],
    ])
  })

  test('a stale check has a gap up to now', () => {
    expect(brief(graphRuns([point(0)], spacing(10)))).toEqual([
      ['pass', 0, 1],
      ['gap', 1, 10],
    ])
  })
})

test('series break at gaps, and uptime rolls over five steps', () => {
  const { times, latencyMs, uptime } = graphSeries([point(0), point(1, 1, 300), point(2), point(9)], minute)
  expect(times.map((ms) => (ms - at) / minute)).toEqual([0, 1, 2, 3, 9])
  expect(latencyMs).toEqual([100, 300, 100, null, 100])
  expect(uptime.map((percent) => percent && Math.round(percent))).toEqual([100, 50, 67, null, 100])
})

test('buckets are as wide as those of the backend', () => {
  expect([minute, 120 * minute, 121 * minute, 1440 * minute, 7 * 1440 * minute, 1e12].map(getBucketMs)).toEqual([
    minute,
    minute,
    15 * minute,
    15 * minute,
    60 * minute,
    240 * minute,
  ])
})
