import { expect, test } from 'vitest'
import { checkRow } from '#shared/testing/check-row.ts'
import { createResultTape } from '#shared/wall/result-tape.ts'
import { findNewFailures, wallHealth } from '#shared/wall/wall-health.ts'

test('counts every check once, and a failing check as failing even when stale', () => {
  const rows = [
    checkRow({ id: '1', lastRuntime: '2026-11-21T08:00:10.000Z' }),
    checkRow({ id: '2', status: 'unhealthy' }),
    checkRow({ id: '3', status: 'unhealthy', canaryName: 'edge' }),
    checkRow({ id: '4', canaryName: 'edge', lastRuntime: '2026-11-21T07:56:00.000Z' }),
    checkRow({ id: '5', canaryName: 'edge', lastRuntime: '2026-11-21T07:57:00.000Z' }),
    checkRow({ id: '6', status: '', lastRuntime: null }),
  ]
  const staleIds = new Set(['3', '4', '5'])
  const { correlatedFailures, failing, ...rest } = wallHealth(rows, ({ id }) => staleIds.has(id))
  expect(rest).toEqual({
    total: 6,
    unhealthy: 2,
    healthy: 1,
    stale: 2,
    unknown: 1,
    oldestResultMs: Date.parse('2026-11-21T08:00:00.000Z'),
    lastFailureMs: null,
    staleGroups: [{ name: 'edge', count: 2 }],
    staleSinceMs: Date.parse('2026-11-21T07:56:00.000Z'),
  })
  expect([correlatedFailures, failing.map(({ id }) => id)]).toEqual([[], ['2', '3']])
})

test('a failure is new only if it was absent before, and never on the first load', () => {
  const failing = new Set(['a', 'b'])
  expect([
    findNewFailures(null, failing),
    findNewFailures(new Set(['a']), failing),
    findNewFailures(failing, new Set(['a'])),
  ]).toEqual([[], ['b'], []])
})

test('counts results by second over the last minute', () => {
  const tape = createResultTape()
  const nowMs = Date.parse('2026-11-21T08:01:00.500Z')
  const at = (seconds: number) => new Date(nowMs - 500 - seconds * 1_000).toISOString()
  tape.see(
    [
      { id: 'a', lastRuntime: at(3) },
      { id: 'b', lastRuntime: at(300) },
      { id: 'c', lastRuntime: null },
    ],
    nowMs,
  )
  tape.see(
    [
      { id: 'a', lastRuntime: at(3) },
      { id: 'b', lastRuntime: at(0) },
    ],
    nowMs,
  )
  tape.see(
    [
      { id: 'a', lastRuntime: at(0) },
      { id: 'b', lastRuntime: at(0) },
    ],
    nowMs,
  )
  expect(tape.lastMinute(nowMs).slice(-5)).toEqual([0, 1, 0, 0, 2])
  expect(tape.lastMinute(nowMs + 58_000).slice(0, 3)).toEqual([0, 2, 0])
  expect(tape.sinceMs()).toBe(nowMs)
})
