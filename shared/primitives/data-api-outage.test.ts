import { expect, test } from 'vitest'
import { describeDataApiOutage } from './data-api-outage.ts'

test.each([
  ['/api/db/checks', 503, 'PGRST001', 'The backend is up, but its database (PostgreSQL) is down (503 PGRST001).'],
  ['/api/db/checks', 500, '57P03', 'The backend is up, but its database (PostgreSQL) is down (500 57P03).'],
  ['/api/db/checks', 502, '', 'The backend is up, but its data API (PostgREST) is unreachable (502).'],
  ['/api/db/checks', 502, 'backend_unreachable', null],
  ['/api/db/checks', 500, 'XX000', null],
  ['/api/db/checks', 403, '', null],
  ['/api/canary/api/summary', 502, '', null],
])('names the service behind %s that is down: %d %s', (path, status, code, text) => {
  expect(describeDataApiOutage({ path, status, code })).toBe(text)
})
