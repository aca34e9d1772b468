import { describe, expect, test } from 'vitest'
import { rewriteFilters } from './rewrite-filters.ts'

const now = Date.parse('2025-03-24T08:00:00Z')
const rewrite = (query: string) => rewriteFilters([...new URLSearchParams(query)], now)

describe('the .filter extension', () => {
  test.each([
    ['status.filter=a,b', [['status', 'in.("a","b")']]],
    ['status.filter=!a,!b', [['status', 'not.in.("a","b")']]],
    [
      'status.filter=a,!b',
      [
        ['status', 'in.("a")'],
        ['status', 'not.in.("b")'],
      ],
    ],
    ['name.filter=pre*', [['name', 'like.pre*']]],
    ['name.filter=*suf', [['name', 'like.*suf']]],
    ['name.filter=*mid*', [['name', 'like.*mid*']]],
    [
      'name.filter=pre*,other*',
      [
        ['name', 'like.pre*'],
        ['name', 'like.other*'],
      ],
    ],
    ['name.filter=!pre*', []],
    [
      'name.filter=a,!pre*,*z,!b',
      [
        ['name', 'in.("a")'],
        ['name', 'not.in.("b")'],
        ['name', 'like.*z'],
      ],
    ],
    ['name.filter=', []],
    ['type.filter=A::B', [['type', 'in.("A::B")']]],
    ['created_at.filter=now-20h', [['created_at', 'lt.2025-03-23T12:00:00.000Z']]],
    ['created_at.filter=>now-20h', [['created_at', 'gt.2025-03-23T12:00:00.000Z']]],
    ['time_start.filter=<2025-01-01||%2B1d', [['time_start', 'lt.2025-01-02T00:00:00.000Z']]],
    ['created_at.filter==2025-01-01T00:00:00Z', [['created_at', 'eq.2025-01-01T00:00:00.000Z']]],
  ])('rewrites %s to data API filters [API-35]', (query, expected) => {
    expect(rewrite(query)).toEqual(expected)
  })

  test('uses the first value of a key, sorts the keys and keeps the order of the others [API-35]', () => {
    expect(rewrite('z=eq.1&name.filter=a&name.filter=b&order=x&order=y&a=eq.2')).toEqual([
      ['a', 'eq.2'],
      ['name', 'in.("a")'],
      ['order', 'x'],
      ['order', 'y'],
      ['z', 'eq.1'],
    ])
  })

  test('keeps a query without it unchanged', () => {
    expect(rewrite('z=eq.1&a=eq.2')).toEqual([
      ['z', 'eq.1'],
      ['a', 'eq.2'],
    ])
  })

  test('rejects an invalid point in time', () => {
    expect(() => rewrite('created_at.filter=yesterday')).toThrow(
      '"created_at.filter" is not a valid point in time: yesterday',
    )
  })
})
