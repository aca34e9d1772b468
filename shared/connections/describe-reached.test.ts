import { expect, test } from 'vitest'
import { describeReached } from './describe-reached.ts'

test.each([
  [
    { payload: { database: 'mc', user: 'postgres', version: 'PostgreSQL 15.18' } },
    'database mc, user postgres, version PostgreSQL 15.18',
  ],
  [
    { entries: [{ request: { method: 'GET', url: 'https://api.example/ok?token=x' }, response: { status: 200 } }] },
    'GET https://api.example responded with 200',
  ],
  [
    { bucket: 'logs', objects: 3, listed: ['a'], note: 'x'.repeat(100) },
    `bucket logs, objects 3, note ${'x'.repeat(79)}…`,
  ],
  [undefined, ''],
  [null, ''],
  ['ok', ''],
  [{ entries: [] }, ''],
])('describes what a test reached: %j', (payload, text) => {
  expect(describeReached(payload)).toBe(text)
})
