import { describe, expect, test } from 'vitest'
import { checkRow } from '#shared/testing/check-row.ts'
import { rollUp, toUptime } from '#shared/health/roll-up.ts'

const healthy = checkRow()
const unhealthy = checkRow({ id: 'u', status: 'unhealthy', passed: 30, failed: 30, recent: 'pff' })
const unknown = checkRow({ id: 'n', status: '', recent: '', lastRuntime: null })
const rollUpState = (...checks: (typeof healthy)[]) => rollUp(checks, () => false).state

describe('rollUp', () => {
  test('healthy and unhealthy checks together are mixed [HEALTH-27]', () => {
    expect(rollUpState(healthy, unhealthy)).toBe('mixed')
    expect(rollUpState(healthy, healthy)).toBe('healthy')
    expect(rollUpState(unhealthy, unhealthy)).toBe('unhealthy')
  })

  test('a check without a result prevents a healthy group, and hides no failure', () => {
    expect([rollUpState(healthy, unknown), rollUpState(unknown), rollUpState(unhealthy, unknown)]).toEqual([
      'unknown',
      'unknown',
      'unhealthy',
    ])
  })

  test('counts, sums and overlays the newest results', () => {
    const late = checkRow({
      id: 'l',
      lastRuntime: '2026-11-21T07:00:00.000Z',
      recent: 'fppp',
      latencyMs: { ...healthy.latencyMs, p50: 40 },
    })
    expect(rollUp([healthy, unhealthy, unknown, late], (row) => row === late)).toEqual({
      state: 'mixed',
      total: 4,
      healthy: 2,
      unhealthy: 1,
      unknown: 1,
      stale: 1,
      passed: 210,
      failed: 30,
      latencyMs: 100,
      latencyMeasure: 'p50',
      oldestRuntime: '2026-11-21T07:00:00.000Z',
      lastFail: null,
      failingSinceMs: Date.parse(unhealthy.lastRuntime ?? ''),
      recent: 'mpmm',
    })
  })
})

test('a group without medians shows the measure of its checks', () => {
  const checks = [5, 9, 3, null].map((p95, i) =>
    checkRow({ id: `c${i}`, latencyMs: { p50: null, avg: null, p95, p99: p95 === null ? null : 2 * p95 } }),
  )
  expect(rollUp(checks, () => false)).toMatchObject({
    latencyMs: 5,
    latencyMeasure: 'p95',
  })
})

test('uptime is the share of passed results, and null without results', () => {
  expect([toUptime({ passed: 3, failed: 1 }), toUptime({ passed: 0, failed: 0 })]).toEqual([75, null])
})
