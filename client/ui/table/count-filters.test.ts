import { expect, test } from 'vitest'
import { countFilters, hasFilters } from './count-filters.ts'

test.each([
  ['', 0],
  ['search=db&sortBy=name&sortOrder=asc&pageIndex=2', 0],
  ['columns.users=hide.email', 0],
  ['severity=high:1&status=&sortBy=name', 2],
])('counts the filters in "%s"', (query, count) => {
  expect(countFilters(new URLSearchParams(query))).toBe(count)
})

test('a search narrows a list as a filter does', () => {
  expect(['', 'sortBy=name', 'search=db', 'status='].map((query) => hasFilters(new URLSearchParams(query)))).toEqual([
    false,
    false,
    true,
    true,
  ])
})
