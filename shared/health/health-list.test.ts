import { describe, expect, test } from 'vitest'
import { createGrouping } from '#shared/health/check-groups.ts'
import type { CheckRow } from '#shared/health/check-row.ts'
import { checkRow } from '#shared/testing/check-row.ts'
import { byName } from '#shared/health/name-order.ts'
import { listRows, sameListRow, type ListOptions } from '#shared/health/health-list.ts'

const never = () => false
const named = (name: string, overrides: Partial<CheckRow> = {}) => checkRow({ id: name, name, ...overrides })
const options: ListOptions = {
  grouped: true,
  hidePassing: false,
  isSorted: false,
  isStale: never,
  lastKnown: false,
  isOpen: () => true,
  isWhole: never,
}
const sorted = (rows: readonly CheckRow[]) => byName(new Map(rows.map((row) => [row.id, row])), [])
const listIds = (rows: readonly CheckRow[], overrides: Partial<ListOptions> = {}, groupBy = 'canary_name') => {
  const all = { ...options, ...overrides }
  return listRows(createGrouping()(sorted(rows), groupBy, all.isStale), all).map(({ id }) => id)
}

const rows = [
  named('a1', { canaryName: 'alpha' }),
  named('b10', { canaryName: 'beta' }),
  named('b9', { canaryName: 'beta', status: 'unhealthy' }),
  named('b2', { canaryName: 'beta' }),
  named('g1', { canaryName: 'gamma', status: 'unhealthy' }),
  named('d1', { canaryName: 'delta', status: '', lastRuntime: null }),
]

describe('the table', () => {
  test('is sorted worst first, also within a group: unhealthy, mixed, unknown, healthy [HEALTH-27]', () => {
    expect(listIds(rows)).toEqual([
      'group:gamma',
      'g1',
      'group:beta',
      'b9',
      'b2',
      'b10',
      'group:delta',
      'd1',
      'group:alpha',
      'a1',
    ])
  })

  test('without groups is one list, worst first [HEALTH-13]', () => {
    expect(listIds(rows, { grouped: false }, 'no-group')).toEqual(['b9', 'g1', 'd1', 'a1', 'b2', 'b10'])
  })

  test('hides healthy checks and groups without others; stale checks stay [HEALTH-08]', () => {
    expect(listIds(rows, { hidePassing: true, isStale: ({ id }) => id === 'b10' })).toEqual([
      'group:gamma',
      'g1',
      'group:beta',
      'b9',
      'b10',
      'group:delta',
      'd1',
    ])
  })

  test('keeps every row in place and marks it stale when the data is not live', () => {
    const lines = listRows(createGrouping()(sorted(rows), 'canary_name', never), { ...options, lastKnown: true })
    expect(lines.map(({ id }) => id)).toEqual(listIds(rows))
    expect(lines.every((line) => line.kind === 'more' || line.stale)).toBe(true)
  })

  test('a collapsed group is one row', () => {
    expect(listIds(rows, { isOpen: ({ key }) => key === 'beta' })).toEqual([
      'group:gamma',
      'group:beta',
      'b9',
      'b2',
      'b10',
      'group:delta',
      'group:alpha',
    ])
  })

  test('collapses the healthy rest of a large group, but never failures', () => {
    const many = [
      ...Array.from({ length: 12 }, (_, i) => named(`ok${i}`)),
      ...Array.from({ length: 12 }, (_, i) => named(`bad${i}`, { status: 'unhealthy' })),
    ]
    const folded = listIds(many)
    expect(folded.slice(13)).toEqual(['ok0', 'ok1', 'ok2', 'more:web'])
    expect(listIds(many, { isWhole: () => true })).toHaveLength(1 + 24 + 1)
  })

  test('checks without the label are in a group named so', () => {
    const [group] = createGrouping()([named('x')], 'label:team', never)
    expect([group?.key, group?.title]).toEqual(['', 'No team'])
  })
})

test('reuses a row until something that it shows changes', () => {
  const once = listRows(createGrouping()(rows, 'canary_name', never), options)
  const again = listRows(createGrouping()(rows, 'canary_name', never), options)
  expect(once.every((row, i) => again[i] !== undefined && sameListRow(row, again[i]))).toBe(true)
  const [changed] = listRows(
    createGrouping()([...rows, named('g2', { canaryName: 'gamma', status: 'unhealthy' })], 'canary_name', never),
    options,
  )
  expect(once[0] !== undefined && changed !== undefined && sameListRow(once[0], changed)).toBe(false)
})

test('a chosen sort order is preserved, and no row is collapsed', () => {
  const many = Array.from({ length: 12 }, (_, i) => named(`c${i}`, i === 11 ? { status: 'unhealthy' } : {}))
  const group = createGrouping()(many, 'canary_name', never).map((one) => Object.assign(one, { checks: many }))
  const shown = (overrides: Partial<ListOptions>) =>
    listRows(group, { ...options, isSorted: true, ...overrides }).map(({ id }) => id)
  expect(shown({}).slice(1)).toEqual(many.map(({ id }) => id))
  expect(shown({ hidePassing: true }).slice(1)).toEqual(['c11'])
})
