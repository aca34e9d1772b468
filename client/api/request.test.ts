import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { ApiError } from './api-error.ts'
import { clients } from './clients.ts'
import { parseTotal } from '#shared/primitives/content-range.ts'
import { listRows, softDeleteRows } from './data-api.ts'
import { request, meantStatus } from './request.ts'
import { searchResources } from './search-resources.ts'

interface Sent {
  readonly url: string
  readonly init: RequestInit
}

const answering = (respond: () => Promise<Response> | Response) => {
  const sent: Sent[] = []
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    sent.push({ url, init })
    return Promise.resolve(respond())
  })
  return sent
}

const json = (body: unknown, headers: Record<string, string> = {}, status = 200) =>
  new Response(JSON.stringify(body), { status, headers })

const requestError = async (path: string): Promise<ApiError> => {
  const error: unknown = await request(path, { schema: z.unknown() }).catch((cause: unknown) => cause)
  if (error instanceof ApiError) return error
  throw new Error('the request did not fail')
}

describe('a request', () => {
  test('is sent below /api, at the prefix of its service [API-01]', async () => {
    const sent = answering(() => json({}))
    for (const client of Object.values(clients)) await client('/x', { schema: z.unknown() })
    expect(sent.every(({ url }) => url.startsWith('/api/'))).toBe(true)
    expect(new Set(sent.map(({ url }) => url)).size).toBe(Object.keys(clients).length)
  })

  test('has base clients for access control, artifacts and application performance [API-33]', async () => {
    const sent = answering(() => json({}))
    for (const client of [clients.accessControl, clients.artifacts, clients.performance])
      await client('/search', { schema: z.unknown() })
    expect(sent.map(({ url }) => url)).toEqual(['/api/rbac/search', '/api/artifacts/search', '/api/apm/search'])
  })

  test('asks for JSON and for the changed rows', async () => {
    const sent = answering(() => json({}))
    await clients.api('/x', { schema: z.unknown(), query: { a: 'b c', none: undefined } })
    expect(sent[0]?.url).toBe('/api/x?a=b+c')
    expect(sent[0]?.init.headers).toEqual({
      Accept: 'application/json',
      'Content-Type': 'application/json',
      Prefer: 'return=representation',
    })
  })

  test('returns text that every address can contain', async () => {
    answering(() => new Response(String.raw`{"name":"a\ud800"}`))
    expect(await clients.api('/x', { schema: z.unknown() })).toMatchObject({ data: { name: 'a\ufffd' } })
  })

  test('to the data API names the service behind a running backend that is down', async () => {
    answering(() => json({ message: 'remote http://localhost:3000 unreachable' }, {}, 502))
    const { message } = await requestError('/api/db/checks')
    expect(message).toBe('The backend is up, but its data API (PostgREST) is unreachable (502).')
  })

  test('reports status, message and path of a failure, without the query', async () => {
    answering(() => json({ error: 'conflict' }, {}, 409))
    const { kind, status, message, where } = await requestError('/api/db/teams')
    expect({ kind, status, message, where }).toEqual({
      kind: 'answered',
      status: 409,
      message: 'conflict',
      where: 'GET /api/db/teams',
    })
  })

  test('to a busy service is repeated after the time that the service names, unless it writes', async () => {
    const answers = [() => json({ error: 'busy' }, { 'retry-after': '0' }, 503), () => json([1])]
    const sent = answering(() => (answers.shift() ?? (() => json([2])))())
    expect((await request('/api/x', { schema: z.array(z.number()) })).data).toEqual([1])
    expect(sent).toHaveLength(2)

    const busy = answering(() => json({ error: 'busy' }, { 'retry-after': '0' }, 503))
    expect(await requestError('/api/x')).toMatchObject({ status: 503, message: 'busy' })
    expect(busy).toHaveLength(3)

    const written = answering(() => json({ error: 'busy' }, { 'retry-after': '0' }, 503))
    await expect(request('/api/x', { method: 'POST', schema: z.unknown() })).rejects.toMatchObject({ status: 503 })
    expect(written).toHaveLength(1)
  })

  test('to a service that takes long to say that it is busy is not repeated', async () => {
    const now = vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValueOnce(10_000)
    const sent = answering(() => json({ error: 'busy' }, { 'retry-after': '0' }, 503))
    expect(await requestError('/api/x')).toMatchObject({ status: 503, message: 'busy' })
    expect(sent).toHaveLength(1)
    now.mockRestore()
  })

  test('that waits to be repeated ends when it is aborted', async () => {
    const aborting = new AbortController()
    const sent = answering(() => {
      queueMicrotask(() => aborting.abort())
      return json({}, { 'retry-after': '60' }, 503)
    })
    await expect(request('/api/x', { schema: z.unknown(), signal: aborting.signal })).rejects.toMatchObject({
      kind: 'aborted',
    })
    expect(sent).toHaveLength(1)
  })

  test('rejects a response that does not match its schema', async () => {
    answering(() => json({ rows: 'none' }))
    const error: unknown = await request('/api/x', { schema: z.object({ rows: z.array(z.string()) }) }).catch(
      (cause: unknown) => cause,
    )
    expect(error).toMatchObject({ kind: 'unreadable', details: expect.stringContaining('rows') })
  })

  test('names a field that is missing in a response as required', async () => {
    answering(() => json({}))
    const schema = z.object({ rows: z.array(z.string()) })
    await expect(request('/api/x', { schema })).rejects.toMatchObject({ details: 'rows: required' })
  })

  test('distinguishes timeout, network error and offline [ERR-03,ERR-04,ERR-05]', async () => {
    answering(() => Promise.reject(new DOMException('slow', 'TimeoutError')))
    expect((await requestError('/api/x')).message).toBe('Request timed out. Please try again.')
    answering(() => Promise.reject(new TypeError('Failed to fetch')))
    vi.stubGlobal('navigator', { onLine: true })
    expect((await requestError('/api/x')).message).toBe('Network Error. Please try again.')
    vi.stubGlobal('navigator', { onLine: false })
    expect((await requestError('/api/x')).message).toBe('No internet connection. Please try again.')
  })
})

describe('the data API', () => {
  test('is asked for an exact count, and its total is read from Content-Range [API-03,API-04]', async () => {
    const sent = answering(() => json([{ id: '1' }], { 'Content-Range': '0-0/1284' }))
    const listed = await listRows('teams', {
      row: z.object({ id: z.string() }),
      query: { order: 'name.asc', limit: 1 },
    })
    expect(listed).toEqual({ rows: [{ id: '1' }], total: 1284 })
    expect(sent[0]?.url).toBe('/api/db/teams?order=name.asc&limit=1')
    expect(new Headers(sent[0]?.init.headers).get('Prefer')).toBe('count=exact')
  })

  test('lists the readable rows and logs once that others are skipped', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    answering(() => json([{ id: '1' }, { id: 2 }]))
    const row = z.object({ id: z.string() })
    for (let times = 0; times < 2; times += 1)
      expect((await listRows('odd', { row, query: {} })).rows).toEqual([{ id: '1' }])
    expect(warn.mock.calls.map(([text]: readonly unknown[]) => String(text))).toEqual([
      expect.stringMatching(/^odd: unreadable rows skipped: id: /),
    ])
    warn.mockRestore()
    answering(() => json([{ id: 2 }]))
    await expect(listRows('odd', { row, query: {} })).rejects.toMatchObject({ kind: 'unreadable' })
  })

  test.each([
    ['0-49/1284', 1284],
    ['*/0', 0],
    ['0-49/*', null],
    [null, null],
  ])('a Content-Range of %j means a total of %j [API-04]', (header, total) => {
    expect(parseTotal(header)).toBe(total)
  })

  test('deletes softly, by setting deleted_at to now [API-05]', async () => {
    vi.useFakeTimers({ now: new Date('2026-11-21T08:02:19Z') })
    const sent = answering(() => new Response('', { status: 200 }))
    await softDeleteRows('permissions', { id: 'eq.1' })
    vi.useRealTimers()
    expect([sent[0]?.init.method, sent[0]?.url, sent[0]?.init.body]).toEqual([
      'PATCH',
      '/api/db/permissions?id=eq.1',
      '{"deleted_at":"2026-11-21T08:02:19.000Z"}',
    ])
  })
})

test('a search requests its kinds on every agent, with the typed text [API-31,UI-53]', async () => {
  const id = '0195c0de-0000-7000-8000-000000000001'
  const sent = answering(() => json({ checks: [{ id, name: 'authorize', namespace: 'payments', type: 'http' }] }))
  const text = 'name=auth* type=http health=healthy,unhealthy'
  const found = await searchResources({ check: [{ types: ['http'] }], config: [] }, text)
  expect(sent[0]?.url).toBe('/api/resources/search')
  expect(sent[0]?.init.body).toBe(
    JSON.stringify({
      checks: [{ types: ['http'], agent: 'all', search: text }],
      configs: [{ agent: 'all', search: text }],
    }),
  )
  expect(found).toEqual([{ id, name: 'authorize', kind: 'check', type: 'http', namespace: 'payments' }])
})

test('an access denial names the missing permission', async () => {
  const headers = { 'x-rbac-action': 'read', 'x-rbac-object': 'connection' }
  answering(() => new Response('unauthorized. Access Denied', { status: 403, headers }))
  expect(await requestError('/api/db/connections')).toMatchObject({
    message: 'unauthorized. Access Denied',
    lacks: { action: 'read', object: 'connection' },
  })
  answering(() => new Response('no', { status: 500, headers }))
  expect((await requestError('/api/db/connections')).lacks).toBeUndefined()
})

test.each([
  [500, 'finding artifact 0195c0de-0000-7000-8000-00000000ffff: record not found', 404],
  [500, "Playbook run '0195c0de-0000-7000-8000-00000000ffff' not found", 404],
  [500, 'ERROR: invalid input syntax for type uuid: "nonsense" (SQLSTATE 22P02)', 404],
  [500, 'missing required parameter(s): who', 400],
  [500, 'unknown parameter(s): nobody, valid parameters are: who, loud, how, note', 400],
  [500, 'something went wrong', 500],
  [503, 'host not found', 503],
])('%i with "%s" means %i', (status, message, meant) => {
  expect(meantStatus(status, message)).toBe(meant)
})
