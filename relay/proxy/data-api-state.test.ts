import { expect, test } from 'vitest'
import { createObservedDataApi, parseDataApiState, type DataApiCredential } from './data-api-state.ts'

const postgrestError = (code: string) => JSON.stringify({ code, details: null, hint: null, message: 'no connection' })
const forwardError = JSON.stringify({
  message:
    'remote http://localhost:3000 unreachable, could not forward: dial tcp 127.0.0.1:3000: connect: connection refused',
})

test.each<[string, number, string, DataApiCredential, string, string?]>([
  ['rows', 200, '[]', 'relay', 'up'],
  [
    'PostgREST being unreachable',
    502,
    forwardError,
    'relay',
    'down',
    'PostgREST behind the backend is unreachable (502).',
  ],
  ...(['PGRST000', 'PGRST001', 'PGRST002', '57P03', '08006', '53300'] as const).map(
    (code) =>
      [
        `PostgREST without PostgreSQL, ${code}`,
        503,
        postgrestError(code),
        'relay',
        'down',
        `PostgreSQL behind the backend is down (503 ${code}).`,
      ] as [string, number, string, DataApiCredential, string, string],
  ),
  [
    'an exhausted connection pool',
    504,
    postgrestError('PGRST003'),
    'relay',
    'down',
    'PostgreSQL behind the backend is down (504 PGRST003).',
  ],
  ['another error', 500, postgrestError('XX000'), 'relay', 'down', 'Responded with status 500.'],
  [
    'a rejected credential',
    401,
    '{"error":"invalid credentials"}',
    'relay',
    'down',
    'The backend rejected the credential of BACKEND_URL (401). It is wrong, or PostgreSQL behind the backend is down.',
  ],
  [
    'a missing credential',
    401,
    '{"error":"unauthorized"}',
    'none',
    'down',
    'The backend requires authentication (401). Set user and password in BACKEND_URL.',
  ],
  [
    'a missing session',
    401,
    'Authorization Error',
    'people',
    'unknown',
    'The backend requires a session, and BACKEND_URL has no credential with which the relay could check it.',
  ],
  [
    'a credential without the role',
    403,
    'unauthorized. Access Denied',
    'relay',
    'unknown',
    'The backend does not allow the relay to read checks (403).',
  ],
  ['no such path', 404, '', 'relay', 'down', 'The backend has no data API (404). Check BACKEND_URL.'],
  ['a redirect', 302, '', 'relay', 'unknown', 'Responded with status 302.'],
])('reads %s', (_case, status, body, credential, kind, reason) => {
  expect(parseDataApiState({ status, body }, credential)).toEqual(reason === undefined ? { kind } : { kind, reason })
})

test('derives the state from requests of people for a minute', () => {
  let nowMs = 0
  const observed = createObservedDataApi(() => nowMs)
  expect(observed.state()).toBeUndefined()
  observed.observe('/api/db/checks?limit=1', 503)
  const state = { kind: 'down', reason: 'Requests fail with status 503.' }
  expect(observed.state()).toEqual(state)
  for (const status of [401, 403, 404, 409, 500, 504]) observed.observe('/api/db/checks', status)
  observed.observe('/api/config/about', 200)
  expect(observed.state()).toEqual(state)
  observed.observe('/api/db/checks', 206)
  expect(observed.state()).toEqual({ kind: 'up' })
  nowMs = 60_000
  expect(observed.state()).toBeUndefined()
})
