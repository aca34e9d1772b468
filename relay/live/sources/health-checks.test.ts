import { expect, test } from 'vitest'
import type { CheckRow } from '#shared/health/check-row.ts'
import { toCheckState } from '#shared/health/check-state.ts'
import { createListReader } from '#relay/live/feeds/list-reader.ts'
import { healthChecksSource } from './health-checks.ts'

const row = {
  id: '1',
  canary_id: 'c',
  name: 'home page',
  type: 'http',
  checkStatuses: [{ time: 't', status: true, duration: 7 }],
}
const path = '/api/canary/api/summary'
const createSource = (body: string) => healthChecksSource({ fetchText: async () => body, path })
const load = async (body: string) =>
  (await createSource(body).load({}, new AbortController().signal, { kind: 'all' })).body
const readRows = async (response: unknown) => {
  const source = createSource('')
  const read = createListReader({ parseRow: source.parseRow, getKey: ({ id }) => id })
  return read(await load(JSON.stringify(response)))
}

test('ignores the response time of the server', async () => {
  const first = { runnerName: 'local', checks_summary: [row] }
  expect(await load(JSON.stringify({ duration: 41, ...first }))).toBe(
    await load(JSON.stringify({ duration: 7.5, ...first })),
  )
})

test('lists the rows of checks_summary at any position; null lists none [HEALTH-36]', async () => {
  const listed = await readRows({
    runnerName: 'the "checks_summary":[] of a joker',
    checks_summary: [row],
    duration: 3,
  })
  expect(listed.map(({ id, name, recent }) => ({ id, name, recent }))).toEqual([
    { id: '1', name: 'home page', recent: 'p' },
  ])
  expect(await readRows({ checks_summary: null, duration: 3 })).toEqual([])
  expect(await readRows({ runnerName: 'local' })).toEqual([])
})

test.each(['<html>', '{"checks_summary":"none"}', '{"duration":4}'])(
  'rejects the body %s instead of listing no checks',
  async (body) => {
    await expect(load(body)).rejects.toThrow('the response has no checks_summary')
  },
)

const summarize = ({ id, name, status, problem, warnings, labels }: CheckRow) => ({
  id,
  name,
  status,
  problem,
  warnings,
  labels,
})

test('keeps the status of a check when other fields are invalid, and warns about them', async () => {
  const broken = { ...row, id: '2', status: 'unhealthy', labels: { team: 'web', replicas: 3 }, canary_id: null }
  const listed = await readRows({ checks_summary: [row, { ...broken, type: undefined, warnings: ['slow'] }] })
  const valid = { name: 'home page', problem: '' }
  expect(listed.map(summarize)).toEqual([
    { ...valid, id: '1', status: '', warnings: [], labels: {} },
    {
      ...valid,
      id: '2',
      status: 'unhealthy',
      warnings: [
        'slow',
        'Incomplete: the backend returned this check in an invalid format (canary_id: Invalid input: expected ' +
          'string, received null; type: required; labels.replicas: Invalid input: expected string, received number).',
      ],
      labels: { team: 'web' },
    },
  ])
})

test.each([
  [{ status: 7 }, 'status', 'number'],
  [{ status: 'healthy', problem: 7 }, 'problem', 'number'],
])('a check with %j is unknown, with the reason', async (fields, field, received) => {
  const [read] = await readRows({ checks_summary: [{ ...row, ...fields, name: 7 }] })
  expect(read && { name: read.name, state: toCheckState(read), problem: read.problem }).toEqual({
    name: '1',
    state: 'unknown',
    problem:
      'Unknown status: the backend returned this check in an invalid format ' +
      `(name: Invalid input: expected string, received number; ${field}: Invalid input: expected string, received ${received}).`,
  })
})

test('rejects a row without a usable id', async () => {
  await expect(readRows({ checks_summary: [{ ...row, id: 7 }] })).rejects.toThrow('id')
})

test('loads results that the summary omits, or shows them as unknown', async () => {
  const at = '2026-11-22T21:19:49Z'
  const bare = { id: '1', canary_id: 'c', name: 'home page', type: 'http', status: 'unhealthy', last_runtime: at }
  const results = [{ id: '1', recent: [{ time: at, status: false, duration: 7 }], failed: [{ error: 'expected 200' }] }]
  const rowsWith = async (response: string) => {
    const summary = JSON.stringify({ checks_summary: [bare, { ...bare, id: '2', status: 'healthy' }] })
    const source = healthChecksSource({
      fetchText: async (requestedPath) => (requestedPath === path ? summary : response),
      path,
    })
    const read = createListReader({ parseRow: source.parseRow, getKey: ({ id }) => id })
    const rows = read((await source.load({}, new AbortController().signal, { kind: 'all' })).body)
    return rows.map(({ message, recent, recentMs }) => ({ message, recent, recentMs }))
  }
  const none = { message: '', recent: '', recentMs: [] }
  expect(await rowsWith(JSON.stringify(results))).toEqual([
    { message: 'expected 200', recent: 'f', recentMs: [7] },
    none,
  ])
  expect(await rowsWith('no rows')).toEqual([{ ...none, message: 'The backend summary contains no message.' }, none])
})
