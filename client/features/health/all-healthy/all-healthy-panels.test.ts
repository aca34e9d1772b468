import { expect, test } from 'vitest'
import { checkRow } from '#shared/testing/check-row.ts'
import { nextExpected, rarest, listRecentFailures, summarizeByFacet } from './all-healthy-panels.ts'

const [a, b, c] = [
  checkRow({ id: 'a', name: 'a', namespace: 'x', lastFail: '2026-11-20T00:00:00Z', intervalMs: 60_000 }),
  checkRow({
    id: 'b',
    name: 'b',
    namespace: 'y',
    lastFail: '2026-11-21T00:00:00Z',
    intervalMs: 86_400_000,
    nextRuntime: null,
  }),
  checkRow({ id: 'c', name: 'c', namespace: 'x', intervalMs: 86_400_000, nextRuntime: '2026-11-21T08:00:01Z' }),
]
const ids = (rows: { id: string }[]) => rows.map(({ id }) => id).join('')

test('the all-healthy view lists recent failures, least frequent checks and next due results', () => {
  expect([ids(listRecentFailures([a, b, c])), ids(rarest([a, b, c])), ids(nextExpected([a, b, c]))]).toEqual([
    'ba',
    'bca',
    'ca',
  ])
})

test('the all-healthy view summarizes by namespace', () => {
  expect(
    summarizeByFacet([a, b, c], ({ namespace }) => namespace).map(({ value, roll }) => [value, roll.total]),
  ).toEqual([
    ['x', 2],
    ['y', 1],
  ])
})
