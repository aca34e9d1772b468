import { QueryClient } from '@tanstack/react-query'
import { describe, expect, test, vi } from 'vitest'
import { loadSession } from './load-session.ts'

const ada = {
  message: 'success',
  payload: { user: { id: 'ada', name: 'Ada', email: 'ada@example.test' }, roles: ['admin'], permissions: null },
}

/** Null simulates a network failure. */
const answering = (responses: Readonly<Record<string, readonly [number, unknown] | null>>) => {
  vi.stubGlobal('fetch', async (address: string) => {
    const response = responses[address]
    if (response === null) throw new TypeError('Failed to fetch')
    const [status, body] = response ?? [404, 'not asked for']
    return new Response(JSON.stringify(body), { status })
  })
  return loadSession(new QueryClient(), 'identity')
}
const check = '/api/.ory/sessions/whoami'
const whoami = '/api/auth/whoami'

describe('who is signed in', () => {
  test('is the backend’s person once the identity service agrees', async () => {
    expect(await answering({ [check]: [200, {}], [whoami]: [200, ada] })).toEqual({ kind: 'person', id: 'ada' })
  })

  test.each([403, 422])('a session check of %i asks for the second factor [ERR-06]', async (status) => {
    expect(await answering({ [check]: [status, {}], [whoami]: [401, {}] })).toEqual({ kind: 'secondFactor' })
  })

  test('a session check of 401 means signed out [ERR-07]', async () => {
    expect(await answering({ [check]: [401, {}], [whoami]: [200, ada] })).toEqual({ kind: 'signedOut' })
  })

  test('a failing identity service does not end the session', async () => {
    expect(await answering({ [check]: [503, {}], [whoami]: [200, ada] })).toEqual({ kind: 'person', id: 'ada' })
  })

  test.each([500, 502, 503, 404])('a backend that responds with %i is still starting [AUTH-46]', async (status) => {
    const failure = { status, where: 'GET /api/auth/whoami', reason: 'An error occurred' }
    expect(await answering({ [check]: [200, {}], [whoami]: [status, {}] })).toEqual({
      kind: 'starting',
      error: failure,
    })
  })

  test('a denied whoami is rejected [ERR-08]', async () => {
    const failure = { status: 403, where: 'GET /api/auth/whoami', reason: 'denied' }
    expect(await answering({ [check]: [200, {}], [whoami]: [403, 'denied'] })).toEqual({
      kind: 'refused',
      error: failure,
    })
  })

  test('a session without a person means no access, not signed out', async () => {
    const body = { error: 'No access.', message: 'Ask an administrator.', code: 'no_access' }
    const failure = {
      status: 403,
      where: 'GET /api/auth/whoami',
      reason: 'No access.',
      advice: 'Ask an administrator.',
    }
    expect(await answering({ [check]: [200, {}], [whoami]: [403, body] })).toEqual({ kind: 'noAccess', error: failure })
  })

  test('a network failure means unreachable', async () => {
    expect(await answering({ [check]: null, [whoami]: null })).toMatchObject({ kind: 'unreachable' })
  })
})
