import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { columnFilter } from './column-filter.ts'
import {
  passesAny,
  passesFilter,
  readFilter,
  toggleFilter,
  withFilterState,
  writeFilter,
  type FilterValue,
} from './filter-value.ts'

describe('a filter in an address', () => {
  test('is written as value:1 and value:-1 between commas [UI-46]', () => {
    expect(
      writeFilter(
        new Map([
          ['production', 1],
          ['staging', -1],
        ] as const),
      ),
    ).toBe('production:1,staging:-1')
  })

  test('writes a comma inside a value as four bars [UI-47]', () => {
    expect(writeFilter(new Map([['a,b', 1]] as const))).toBe('a||||b:1')
    expect([...readFilter('a||||b:1')]).toEqual([['a,b', 1]])
  })

  test('writes a colon inside a value as four underscores [UI-48]', () => {
    expect(writeFilter(new Map([['Kubernetes::Pod', -1]] as const))).toBe('Kubernetes________Pod:-1')
    expect([...readFilter('Kubernetes________Pod:-1')]).toEqual([['Kubernetes::Pod', -1]])
  })

  test('reads back what it wrote, for any values [UI-46,UI-47,UI-48]', () => {
    const value = fc.string({ minLength: 1 }).filter((text) => !/_{2}|\|{2}|[_|]$|^[_|]|[:,][_|]|[_|][:,]/.test(text))
    const filter = fc.array(fc.tuple(value, fc.constantFrom(1 as const, -1 as const)))
    fc.assert(
      fc.property(filter, (entries) => {
        const map: FilterValue = new Map(entries)
        expect([...readFilter(writeFilter(map))]).toEqual([...map])
      }),
    )
  })

  test('omits parts without a valid state', () => {
    expect([...readFilter('a:1,b,c:2,:1,,d:-1')]).toEqual([
      ['a', 1],
      ['d', -1],
    ])
  })
})

test('toggles between neutral, include and exclude; the same state again is neutral [UI-44,UI-45]', () => {
  expect([toggleFilter(0, 1), toggleFilter(1, -1), toggleFilter(1, 1), toggleFilter(-1, -1)]).toEqual([1, -1, 0, 0])
})

test('setting a value to neutral removes it', () => {
  const filter: FilterValue = new Map([['a', 1]])
  expect([...withFilterState(filter, 'b', -1)]).toEqual([
    ['a', 1],
    ['b', -1],
  ])
  expect([...withFilterState(filter, 'a', 0)]).toEqual([])
})

test('passes only included values if there are any, and never excluded ones', () => {
  const including: FilterValue = new Map([
    ['a', 1],
    ['b', -1],
  ])
  expect(['a', 'b', 'c'].map((value) => passesFilter(including, value))).toEqual([true, false, false])
  expect(['b', 'c'].map((value) => passesFilter(new Map([['b', -1]]), value))).toEqual([false, true])
})

test('a column filter marks excluded values [API-35]', () => {
  expect(
    columnFilter(
      'status',
      new Map([
        ['Running', 1],
        ['Failed', -1],
      ] as const),
    ),
  ).toEqual({ 'status.filter': 'Running,!Failed' })
  expect(columnFilter('status', new Map())).toEqual({})
})

test('multiple values pass if one is included and none is excluded', () => {
  const filter = new Map([
    ['file', 1],
    ['git', -1],
  ] as const)
  expect(
    [['file'], ['file', 'http'], ['http'], ['file', 'git'], []].map((values) => passesAny(filter, values)),
  ).toEqual([true, true, false, false, false])
  expect([['http'], ['git'], []].map((values) => passesAny(new Map([['git', -1]]), values))).toEqual([
    true,
    false,
    true,
  ])
})
