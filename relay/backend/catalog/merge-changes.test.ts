import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeChanges } from './merge-changes.ts'
import type { ScrapedChange } from './scraped-item.ts'

const at = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour)).toISOString()
const restart = (overrides: Partial<ScrapedChange> = {}): ScrapedChange => ({
  changeType: 'Restarted',
  severity: 'info',
  source: 'custom',
  summary: 'web',
  ...overrides,
})
const merge = (...changes: readonly ScrapedChange[]) =>
  mergeChanges(changes.map((change) => ({ change, configId: 'c1' }))).map(({ change, times }) => ({
    createdAt: change.createdAt,
    times,
  }))

test.each([
  ['oldest first', [1, 2, 3]],
  ['newest first', [3, 2, 1]],
  ['in no order', [2, 3, 1]],
  ['with repetitions', [1, 3, 1, 2, 3]],
])('merges reports of one change %s into the latest, with each time once', (_case, hours) => {
  expect(merge(...hours.map((hour) => restart({ createdAt: at(hour) })))).toEqual([
    { createdAt: at(3), times: [at(1), at(2), at(3)] },
  ])
})

test('merges 20,000 reports of one change', () => {
  const times = Array.from({ length: 20_000 }, (_, second) => new Date(second * 1000).toISOString())
  expect(merge(...times.map((createdAt) => restart({ createdAt })))).toEqual([{ createdAt: times.at(-1), times }])
})

test('a change without a time counts once, and one with a time is later', () => {
  expect(merge(restart(), restart())).toEqual([{ createdAt: undefined, times: [] }])
  expect(merge(restart({ createdAt: at(1) }), restart())).toEqual([{ createdAt: at(1), times: [at(1)] }])
  expect(merge(restart(), restart({ createdAt: at(1) }))).toEqual([{ createdAt: at(1), times: [at(1)] }])
})

test('compares times regardless of their offset', () => {
  const east = '2026-01-01T02:30:00+02:00'
  expect(merge(restart({ createdAt: east }), restart({ createdAt: at(1) }))).toEqual([
    { createdAt: at(1), times: [east, at(1)] },
  ])
})

test.each([
  ['type', restart({ changeType: 'Stopped' })],
  ['summary', restart({ summary: 'db' })],
  ['details', restart({ details: { code: 1 } })],
  ['person', restart({ createdBy: 'ada' })],
  ['source', restart({ source: 'other' })],
  ['external id', restart({ externalId: 'e1' })],
])('a change with another %s is another change', (_field, other) => {
  expect(merge(restart(), other)).toHaveLength(2)
})

test('identifies a change by its external id, and never by its severity', () => {
  expect(merge(restart(), restart({ severity: 'high' }))).toHaveLength(1)
  expect(merge(restart({ externalId: 'e1' }), restart({ externalId: 'e1', summary: 'db' }))).toHaveLength(1)
})

test('never merges diffs, health changes or changes of different items', () => {
  expect(merge(restart({ source: 'diff' }), restart({ source: 'diff' }))).toHaveLength(2)
  expect(merge(restart({ source: 'health' }), restart({ source: 'health' }))).toHaveLength(2)
  expect(mergeChanges(['c1', 'c2'].map((configId) => ({ change: restart(), configId })))).toHaveLength(2)
})

const sorted = (all: ReturnType<typeof merge>) => all.toSorted((a, b) => a.times.join().localeCompare(b.times.join()))

test('keeps every time regardless of the order of reports', () => {
  const reports = fc.array(fc.record({ hour: fc.nat(5), summary: fc.constantFrom('web', 'db') }))
  fc.assert(
    fc.property(reports, (all) => {
      const changes = all.map(({ hour, summary }) => restart({ createdAt: at(hour), summary }))
      expect(sorted(merge(...changes.toReversed()))).toEqual(sorted(merge(...changes)))
      const distinct = new Set(all.map(({ hour, summary }) => `${hour} ${summary}`))
      expect(merge(...changes).flatMap(({ times }) => times)).toHaveLength(distinct.size)
    }),
  )
})
