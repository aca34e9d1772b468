import { expect, test } from 'vitest'
import { checkRow } from '#shared/testing/check-row.ts'
import { wallHealth } from '#shared/wall/wall-health.ts'
import { checkFilter } from '#client/features/wall/check-filter.ts'
import { formatGroups, toWallLines, formatMessage } from './lines.ts'
import { toMarkKind } from './mark-kind.ts'
import { markPaths } from './mark-paths.ts'

const stale = checkRow({ id: 's', canaryName: 'edge' })
const failing = checkRow({ id: 'f', status: 'unhealthy', message: 'refused' })
const isStale = ({ id }: { readonly id: string }) => id === 's'

test('the lines are correlated failures, single failures, and all stale checks as one', () => {
  const health = wallHealth([stale, failing], isStale)
  expect(toWallLines(health, false)).toEqual([
    { kind: 'failure', check: failing },
    { kind: 'stale', groups: [{ name: 'edge', count: 1 }], sinceMs: Date.parse('2026-11-21T08:00:00.000Z') },
  ])
  expect(toWallLines(health, true)).toEqual([{ kind: 'failure', check: failing }])
})

test('lists two groups by name and the others by number', () => {
  const groups = [62, 48, 18, 12].map((count, i) => ({ name: `g${i}`, count }))
  expect([formatGroups(groups.slice(0, 2)), formatGroups(groups.slice(0, 3)), formatGroups(groups)]).toEqual([
    'g0 62, g1 48',
    'g0 62, g1 48, 1 more group 18',
    'g0 62, g1 48, 2 more groups 30',
  ])
})

test('a failing check shows its message or its problem, or says that it has none', () => {
  expect([failing, checkRow({ problem: 'no agent' }), checkRow()].map(formatMessage)).toEqual([
    'refused',
    'no agent',
    'failed without a message',
  ])
})

test('a mark shows state, staleness, correlation and, on a quiet wall, the age of its result', () => {
  const nowMs = Date.parse('2026-11-21T08:00:05.000Z')
  const options = { isStale, correlatedIds: new Set(['t']), held: false, litAtMs: null }
  const inCorrelated = checkRow({ id: 't', status: 'unhealthy' })
  const unknown = checkRow({ id: 'u', status: '' })
  const rows = [undefined, checkRow(), failing, inCorrelated, unknown, stale]
  expect(rows.map((row) => toMarkKind(row, options))).toEqual(['gone', 'ok', 'bad', 'in', 'unknown', 'stale'])
  expect(rows.map((row) => toMarkKind(row, { ...options, held: true }))).toEqual([
    'gone',
    'stale',
    'stale-bad',
    'stale-bad',
    'stale',
    'stale',
  ])
  const lit = [0, 10_000, 60_000].map((later) => toMarkKind(checkRow(), { ...options, litAtMs: nowMs + later }))
  expect(lit).toEqual(['new', 'fresh', 'ok'])
})

test('marks of a kind are one path, by column; empty positions are skipped', () => {
  expect(markPaths(['ok', 'gone', 'ok', 'bad'], { rows: 2, pitch: 1, tiny: false })).toEqual(
    new Map([
      ['ok', 'M0.5 0.5h0M1.5 0.5h0'],
      ['bad', 'M1.5 1.5h0'],
    ]),
  )
  expect(markPaths(['stale'], { rows: 1, pitch: 1, tiny: true })).toEqual(new Map([['stale', 'M0.5 0.5h0']]))
})

test('shows and names the checks selected by the address', () => {
  const filter = checkFilter(new URLSearchParams({ labels: '{"env=production":1,"team=b":-1}', query: ' home ' }))
  const rows = [
    checkRow({ id: '1', labels: { env: 'production' } }),
    checkRow({ id: '2', labels: { env: 'production', team: 'b' } }),
    checkRow({ id: '3', labels: { env: 'production' }, name: 'shop' }),
  ]
  expect([rows.filter(filter.matches).map(({ id }) => id), filter.description]).toEqual([
    ['1'],
    'env production, not team b, “home”',
  ])
  expect(checkFilter(new URLSearchParams()).description).toBe('')
})
