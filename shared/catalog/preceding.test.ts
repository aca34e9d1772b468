import { expect, test } from 'vitest'
import type { CatalogChange } from './catalog-changes.ts'
import { rankPreceding, type SameElsewhere } from './preceding.ts'

const turnedAtMs = Date.parse('2026-11-23T12:00:00Z')
const change = (id: string, minutesBefore: number, distance: number, severity = 'info') => ({
  distance,
  change: {
    id,
    config_id: id,
    change_type: 'diff',
    severity,
    created_at: new Date(turnedAtMs - minutesBefore * 60_000).toISOString(),
  } satisfies CatalogChange,
})
const order = (changes: ReturnType<typeof change>[], same: Readonly<Record<string, SameElsewhere>> = {}) =>
  rankPreceding(turnedAtMs, changes, ({ id }) => same[id])
    .map(({ change: { id } }) => id)
    .join(' ')

test('ranks by closeness in time, closeness in the graph and severity, and omits later changes', () => {
  expect(order([change('old', 90, 0), change('new', 2, 0), change('after', -1, 0)])).toBe('new old')
  expect(order([change('far', 2, 4), change('near', 2, 0), change('next', 2, 1)])).toBe('near next far')
  expect(order([change('info', 2, 1), change('critical', 2, 1, 'critical'), change('odd', 3, 1, 'odd')])).toBe(
    'critical info odd',
  )
})

test('ranks a change lower if it succeeds elsewhere, higher if failures follow it', () => {
  const changes = [change('common', 1, 0), change('bad', 5, 1), change('unknown', 5, 1)]
  expect(order(changes)).toBe('common bad unknown')
  expect(order(changes, { common: { items: 14, turned: 0 }, bad: { items: 3, turned: 3 } })).toBe('bad unknown common')
})

test('ranking again with new data updates the order', () => {
  const first = rankPreceding(turnedAtMs, [change('common', 1, 0), change('bad', 5, 1)], () => undefined)
  const again = rankPreceding(turnedAtMs, first, ({ id }) => ({ items: 9, turned: id === 'bad' ? 9 : 0 }))
  expect(again.map(({ change: { id } }) => id)).toEqual(['bad', 'common'])
})

test('a score stays between 0 and 1', () => {
  const [only] = rankPreceding(turnedAtMs, [change('a', 0, 0, 'critical')], () => ({ items: 9, turned: 9 }))
  expect([only?.score, only?.beforeMs]).toEqual([1, 0])
})
