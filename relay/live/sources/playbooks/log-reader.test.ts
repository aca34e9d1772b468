import fastify from 'fastify'
import { expect, test } from 'vitest'
import { handleErrors } from '#relay/errors/error-handler.ts'
import { createLogReader } from './log-reader.ts'
import { logRoutes } from './log-routes.ts'
import type { LogScope } from './log-scope.ts'
import { playbookLogSource } from './playbook-log.ts'

const actionId = '0195c0de-0000-7000-8000-0000000000a1'
const endedMs = Date.parse('2026-11-21T08:00:00Z')
const { signal } = new AbortController()

const textBackend = (
  result: object | null,
  action: object = { status: 'completed', end_time: '2026-11-21T08:00:00Z' },
) => {
  const requests: string[] = []
  const reader = createLogReader(async (path) => {
    requests.push(path.split('?', 1)[0] ?? '')
    if (!path.startsWith('/api/db/')) return { status: 404, body: '{}' }
    const rows = result === null ? [] : [{ ...action, result }]
    return { status: 200, body: JSON.stringify(path.includes(actionId) ? rows : []) }
  })
  return { requests, reader }
}
const noTimes = 'This backend stores the output as one text per stream, without the time of each line.'

test('loads lines from a backend that stores them', async () => {
  const tail = { chunks: [], total: 0, ended: false, ansi: false, notes: [] }
  const requests: string[] = []
  const reader = createLogReader(async (path) => {
    requests.push(path)
    return { status: 200, body: JSON.stringify(tail) }
  })
  expect(await reader.tail(actionId, 7, signal)).toEqual(tail)
  expect(requests).toEqual([`/api/playbook/run/action/${actionId}/log/tail?after=7`])
})

test('reads lines from the result of other backends, stdout first, with one request', async () => {
  const { requests, reader } = textBackend({ stdout: 'one\n\u001b[31mtwo\u001b[0m\n', stderr: 'three' })
  const about = { total: 3, ended: true, ansi: true, notes: [noTimes] }
  const lines = [
    [1, 1, endedMs, 'one'],
    [2, 1, endedMs, '\u001b[31mtwo\u001b[0m'],
    [3, 2, endedMs, 'three', 1],
  ]
  expect(await reader.tail(actionId, 0, signal)).toEqual({ ...about, chunks: [{ first: 1, lines }] })
  expect(await reader.range(actionId, 2, 1, signal)).toEqual({ ...about, lines: [lines[1]] })
  expect(requests).toEqual([
    `/api/playbook/run/action/${actionId}/log/tail`,
    '/api/db/playbook_run_actions',
    '/api/db/playbook_run_actions',
  ])
})

test('caches the capability per backend for a minute', async () => {
  let nowMs = 0
  let backend = 'results'
  const tail = { chunks: [], total: 7, ended: false, ansi: false, notes: [] }
  const requests: string[] = []
  const keeping = new Set(['lines'])
  const reader = createLogReader(
    async (path) => {
      const isResult = path.startsWith('/api/db/')
      requests.push(`${backend} ${isResult ? 'result' : 'lines'}`)
      if (isResult) return { status: 200, body: JSON.stringify([{ status: 'completed', result: {} }]) }
      return keeping.has(backend) ? { status: 200, body: JSON.stringify(tail) } : { status: 404, body: '{}' }
    },
    () => backend,
    () => nowMs,
  )
  const totalAt = async (name: string) => {
    backend = name
    return (await reader.tail(actionId, 0, signal)).total
  }
  expect([await totalAt('results'), await totalAt('lines'), await totalAt('results')]).toEqual([0, 7, 0])
  expect(requests.splice(0)).toEqual(['results lines', 'results result', 'lines lines', 'results result'])
  keeping.add('results')
  nowMs = 59_999
  expect(await totalAt('results')).toBe(0)
  nowMs = 60_000
  expect(await totalAt('results')).toBe(7)
})

test('shows the output of a running step when it ends, if a backend stores only results', async () => {
  const about = { total: 0, ended: false, ansi: false, notes: [], comesAtEnd: true }
  const { reader } = textBackend({}, { status: 'scheduled', start_time: null })
  expect(await reader.tail(actionId, 0, signal)).toEqual({ ...about, chunks: [] })
  const source = playbookLogSource(reader)
  const { body, againWithinMs } = await source.load({ actionId }, signal, { kind: 'all' })
  expect({ rows: JSON.parse(body) as unknown, againWithinMs }).toEqual({
    rows: [{ kind: 'about', ...about }],
    againWithinMs: 500,
  })
  const ended = await playbookLogSource(textBackend({ stdout: 'one\n' }).reader).load({ actionId }, signal, {
    kind: 'all',
  })
  expect(ended.againWithinMs).toBeUndefined()
})

test('reports a missing action as an error, not as an empty log', async () => {
  const { reader } = textBackend(null)
  await expect(reader.tail(actionId, 0, signal)).rejects.toThrow('Action not found.')
  expect(await reader.range(actionId, 1, 10, signal)).toBeNull()
})

const served = async (result: object | null, scope: Awaited<ReturnType<LogScope>> = 'all') => {
  const app = fastify()
  handleErrors(app)
  await app.register(logRoutes, { prefix: '/api', reader: textBackend(result).reader, findScope: async () => scope })
  return (path: string) => app.inject(`/api/playbook/run/action/${path}`)
}

test('returns a cacheable range when it is full, and the whole text unchanged', async () => {
  const stdout = Array.from({ length: 12_000 }, (_, i) => `line ${i + 1}\n`).join('')
  const ask = await served({ stdout, stderr: 'no end' })
  const full = await ask(`${actionId}/log?from=11&lines=2`)
  expect(full.json<{ lines: unknown }>().lines).toEqual([
    [11, 1, endedMs, 'line 11'],
    [12, 1, endedMs, 'line 12'],
  ])
  expect(full.headers['cache-control']).toBe('private, max-age=86400, immutable')
  expect((await ask(`${actionId}/log?from=12001&lines=5`)).headers['cache-control']).toBeUndefined()
  expect((await ask(`${actionId}/log/text`)).body).toBe(`${stdout}no end`)
})

test.each([
  [`${actionId}/log?from=0`, 'all', 400, 'bad_request'],
  [`${actionId}/log?lines=5001`, 'this', 400, 'bad_request'],
  ['0195c0de-0000-7000-8000-0000000000ff/log', 'all', 404, 'not_found'],
  ['nonsense/log/text', 'all', 404, 'not_found'],
  [`${actionId}/log`, 'none', 403, 'forbidden'],
  [`${actionId}/log`, 'others', 404, 'not_found'],
  [`${actionId}/log/text`, 'others', 404, 'not_found'],
] as const)('%s for a viewer who can read %s runs returns %d', async (path, readable, status, code) => {
  const ask = await served({ stdout: 'x' }, readable)
  const response = await ask(path)
  expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([status, code])
})
