import { expect, test } from 'vitest'
import { countFilters } from './count-filters.ts'

test.each([
  ['', 0],
  ['search=db&sortBy=name&sortOrder=asc&pageIndex=2', 0],
  ['columns.users=hide.email', 0],
  ['severity=high:1&status=&sortBy=name', 2],
])('counts the filters in "%s"', (query, count) => {
  expect(countFilters(new URLSearchParams(query))).toBe(count)
})
