import { expect, test } from 'vitest'
import { causeFirst } from './cause-first.ts'

test.each([
  ['postgres://db-1:5432/orders: Connection refused.', 'Connection refused (postgres://db-1:5432/orders)'],
  ['Exit code 2: df: /var is 97 % full', 'df: /var is 97 % full (exit code 2)'],
  ['Exit code 2.', 'Exit code 2.'],
  ['Expected code 200, got 503.', 'Expected code 200, got 503.'],
  ['http://a.example/ redirects to http://b.example/', 'http://a.example/ redirects to http://b.example/'],
  ['first\n  second', 'first second'],
])('shows %j as %j', (message, shown) => {
  expect(causeFirst(message)).toBe(shown)
})
