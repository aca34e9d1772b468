import { describe, expect, test } from 'vitest'
import { checkRow } from '#shared/testing/check-row.ts'
import type { CheckRow } from '#shared/health/check-row.ts'
import { findCorrelatedFailures } from './correlated-failures.ts'
import { byWeight } from './failure-order.ts'

const startMs = Date.parse('2026-11-21T08:01:00.000Z')
const at = (ms: number) => new Date(startMs + ms).toISOString()

/** The first `failing` checks failed, one second apart. */
const cluster = (name: string, total: number, failing: number, over: Partial<CheckRow> = {}) =>
  Array.from({ length: total }, (_, i) =>
    checkRow({
      id: `${name}-${String(i).padStart(3, '0')}`,
      namespace: '',
      labels: { cluster: name },
      status: i < failing ? 'unhealthy' : 'healthy',
      lastTransition: i < failing ? at(i * 1_000) : at(-86_400_000),
      ...over,
    }),
  )
const seen = (rows: readonly CheckRow[]) =>
  findCorrelatedFailures(rows).map(({ key, value, checks, total, withinMs }) => ({
    key,
    value,
    failing: checks.length,
    total,
    withinMs,
  }))

describe('correlated failures', () => {
  test('need twenty checks with a common label value, four in five of them, within a minute', () => {
    expect(seen(cluster('eu-1', 25, 20))).toEqual([
      { key: 'cluster', value: 'eu-1', failing: 20, total: 25, withinMs: 19_000 },
    ])
    expect(seen(cluster('eu-1', 19, 19))).toEqual([])
    expect(seen(cluster('eu-1', 26, 20))).toEqual([])
  })

  test('exclude failures spread over time', () => {
    const slow = cluster('eu-1', 25, 25).map((row, i) => Object.assign(row, { lastTransition: at(i * 4_000) }))
    expect(seen(slow)).toEqual([])
  })

  test('start with the first failed check, and exclude much earlier failures', () => {
    const old = checkRow({
      id: 'old',
      namespace: '',
      labels: { cluster: 'eu-1' },
      status: 'unhealthy',
      lastTransition: at(-600_000),
    })
    const [correlated] = findCorrelatedFailures([old, ...cluster('eu-1', 30, 30).toReversed()])
    expect([correlated?.checks[0]?.id, correlated?.checks.length, correlated?.total, correlated?.firstMs]).toEqual([
      'eu-1-000',
      30,
      31,
      startMs,
    ])
  })

  test('are named after the narrowest common attribute', () => {
    const rows = cluster('eu-1', 25, 25, { labels: { cluster: 'eu-1', env: 'production' } })
    expect(seen([...rows, checkRow({ id: 'z', labels: { env: 'production' } })]).map(({ key }) => key)).toEqual([
      'cluster',
    ])
  })

  test('can be those of a namespace', () => {
    expect(seen(cluster('a', 22, 22, { labels: {}, namespace: 'platform' }))).toEqual([
      { key: 'namespace', value: 'platform', failing: 22, total: 22, withinMs: 21_000 },
    ])
  })

  test('persist while checks recover, until fewer than twenty fail', () => {
    const rows = cluster('eu-1', 100, 100)
    const after = (failing: number) =>
      rows.map((row, i) => (i < failing ? row : checkRow({ ...row, status: 'healthy', lastTransition: at(300_000) })))
    expect(seen(after(21)).map(({ failing, total }) => [failing, total])).toEqual([[21, 100]])
    expect(seen(after(19))).toEqual([])
  })

  test('contain each check once, with at most three groups', () => {
    const rows = ['a', 'b', 'c', 'd'].flatMap((name, i) => cluster(name, 20 + i, 20 + i))
    expect(seen(rows).map(({ value, failing }) => [value, failing])).toEqual([
      ['d', 23],
      ['c', 22],
      ['b', 21],
    ])
  })
})

test('sorts failing checks by severity, tier, duration and name', () => {
  const row = (id: string, over: Partial<CheckRow>) => checkRow({ id, name: id, lastTransition: at(0), ...over })
  const rows = [
    row('b', {}),
    row('a', {}),
    row('older', { lastTransition: at(-1) }),
    row('never', { lastTransition: null, lastFail: null, lastRuntime: null }),
    row('tier 2', { labels: { 'example.com/tier': 'tier-2' } }),
    row('tier 1', { labels: { tier: '1' } }),
    row('low', { severity: 'low' }),
    row('critical', { severity: 'Critical' }),
  ]
  expect(byWeight(rows).map(({ id }) => id)).toEqual([
    'critical',
    'low',
    'tier 1',
    'tier 2',
    'older',
    'a',
    'b',
    'never',
  ])
})
