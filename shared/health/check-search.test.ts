import { expect, test } from 'vitest'
import { checkSearch } from '#shared/health/check-search.ts'

const checks = [
  { name: 'Home page', description: '', endpoint: 'https://example.com' },
  { name: 'login', description: 'Home of the session', endpoint: '' },
  { name: 'db', description: '', endpoint: 'postgres://HOME:5432' },
  { name: 'other', description: 'other', endpoint: 'other' },
]

test('matches text in name, description or endpoint, ignoring case [HEALTH-10]', () => {
  expect(checks.filter(checkSearch(' home ')).map(({ name }) => name)).toEqual(['Home page', 'login', 'db'])
})

test('an empty query matches everything', () => {
  expect(checks.filter(checkSearch('  '))).toEqual(checks)
})
