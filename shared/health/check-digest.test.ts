import { describe, expect, test } from 'vitest'
import { checkDigest } from '#shared/health/check-digest.ts'
import { checkRow } from '#shared/testing/check-row.ts'
import type { CheckRow } from '#shared/health/check-row.ts'
import { listRowChanges, type RowChange } from '#shared/live/row-change.ts'

const fromMs = Date.parse('2026-11-21T07:48:00Z')
const minute = 60_000
const at = (minutes: number) => fromMs + minutes * minute
const iso = (ms: number) => new Date(ms).toISOString()

const well = (id: string, overrides: Partial<CheckRow> = {}) =>
  checkRow({ id, name: `check ${id}`, lastRuntime: iso(at(14)), ...overrides })
const failing = (id: string, overrides: Partial<CheckRow> = {}) =>
  well(id, { status: 'unhealthy', message: 'got 503', ...overrides })
const change = (before: CheckRow | null, after: CheckRow | null, minutes: number): RowChange<CheckRow> => ({
  key: (after ?? before)?.id ?? '',
  before,
  after,
  observedMs: at(minutes),
})
const digest = (changes: RowChange<CheckRow>[], rows: CheckRow[] = []) =>
  checkDigest({ fromMs, toMs: at(14), changes, rows: new Map(rows.map((row) => [row.id, row])) })

describe('a digest of missed check changes', () => {
  test('a check that still fails is listed with its message; a recovered one with its downtime', () => {
    const changes = [
      change(well('b'), failing('b'), 1),
      change(well('a'), failing('a'), 6),
      change(failing('b'), well('b'), 2),
    ]
    expect(digest(changes)).toEqual({
      failed: 1,
      recovered: 1,
      lines: [
        {
          ids: ['a'],
          name: 'check a',
          story: { kind: 'failing', times: 1, message: 'got 503' },
          stale: false,
          atMs: at(6),
        },
        {
          ids: ['b'],
          name: 'check b',
          story: { kind: 'recovered', times: 1, afterMs: minute },
          stale: false,
          atMs: at(2),
        },
      ],
    })
  })

  test('several flaps of one check are one line with its last state and the number of failures', () => {
    const flaps = [1, 3].flatMap((n) => [change(well('a'), failing('a'), n), change(failing('a'), well('a'), n + 1)])
    expect(digest(flaps)).toMatchObject({
      failed: 0,
      recovered: 1,
      lines: [{ story: { kind: 'recovered', times: 2, afterMs: null }, atMs: at(4) }],
    })
    expect(digest([...flaps, change(well('a'), failing('a'), 9)])).toMatchObject({
      failed: 1,
      recovered: 0,
      lines: [{ story: { kind: 'failing', times: 3 }, atMs: at(9) }],
    })
  })

  test('a check that failed before and is healthy now is recovered, with unknown downtime', () => {
    expect(digest([change(failing('a'), well('a'), 3)]).lines).toMatchObject([
      { story: { kind: 'recovered', times: 0, afterMs: null } },
    ])
  })

  test('a check that keeps failing, or only changes its message, is omitted', () => {
    expect(
      digest([
        change(failing('a'), failing('a', { message: 'got 502' }), 3),
        change(well('b'), well('b', { owner: 'x' }), 4),
      ]),
    ).toEqual({ failed: 0, recovered: 0, lines: [] })
  })

  test('uses the transition time of the check when a gap delayed the observation', () => {
    const transition = failing('a', { lastTransition: iso(at(4)) })
    expect(digest([change(well('a'), transition, 14)]).lines[0]?.atMs).toBe(at(4))
    const old = failing('a', { lastTransition: iso(at(-40)) })
    expect(digest([change(well('a'), old, 14)]).lines[0]?.atMs).toBe(at(14))
  })

  test('a check that lost its result is unknown, not healthy', () => {
    expect(digest([change(well('a'), well('a', { status: '', problem: 'needs a cluster' }), 5)])).toMatchObject({
      recovered: 0,
      lines: [{ story: { kind: 'unknown', problem: 'needs a cluster' } }],
    })
  })

  test('stale checks are grouped by canary, with the last run', () => {
    const makeStale = (id: string, minutes: number) =>
      well(id, { canaryName: 'edge', canaryId: 'edge', lastRuntime: iso(at(minutes)) })
    const longAgo = well('z', { canaryId: 'old', lastRuntime: iso(at(-600)) })
    expect(digest([], [makeStale('a', 9), makeStale('b', 10), well('c'), longAgo]).lines).toEqual([
      { ids: ['a', 'b'], name: 'edge', story: { kind: 'silent', count: 2 }, stale: true, atMs: at(10) },
    ])
  })

  test('a failing check that also became stale is one line, marked stale', () => {
    const quiet = failing('a', { lastRuntime: iso(at(2)) })
    expect(digest([change(well('a'), quiet, 2)], [quiet]).lines).toMatchObject([
      { ids: ['a'], story: { kind: 'failing' }, stale: true },
    ])
  })

  test('added and removed checks are grouped; a check that was added and removed is omitted', () => {
    const changes = [
      ...['a', 'b', 'c', 'd'].map((id) => change(null, well(id), 1)),
      change(well('x'), null, 2),
      change(null, well('y'), 3),
      change(well('y'), null, 4),
    ]
    expect(digest(changes).lines).toMatchObject([
      { ids: ['a', 'b', 'c', 'd'], name: 'check a, check b, check c, …', story: { kind: 'added', count: 4 } },
      { ids: ['x'], name: 'check x', story: { kind: 'removed', count: 1 } },
    ])
  })

  test('two snapshots yield the difference, without unobserved times', () => {
    const [unchanged, before, after] = [well('a'), well('b'), failing('b')]
    const changes = listRowChanges(
      new Map([
        ['a', unchanged],
        ['b', before],
      ]),
      new Map([
        ['a', unchanged],
        ['b', after],
      ]),
    )
    expect(changes).toEqual([{ key: 'b', before, after, observedMs: null }])
    expect(digest(changes).lines).toMatchObject([{ ids: ['b'], story: { kind: 'failing', times: 1 }, atMs: null }])
  })
})
