import { expect, test } from 'vitest'
import { createListReader } from '#relay/live/list-reader.ts'
import { healthChecksSource } from './health-checks.ts'

const row = {
  id: '1',
  canary_id: 'c',
  name: 'home page',
  type: 'http',
  checkStatuses: [{ time: 't', status: true, duration: 7 }],
}
const sourceOf = (body: string) => healthChecksSource(async () => body, '/api/canary/api/summary')
const load = async (body: string) => (await sourceOf(body).load({}, new AbortController().signal, 'all')).body
const rowsOf = async (answer: unknown) => {
  const source = sourceOf('')
  const read = createListReader({ rowOf: (entry) => source.rowOf(entry), keyOf: ({ id }) => id })
  return read(await load(JSON.stringify(answer)))
}

test('two answers that differ in how long they took are the same', async () => {
  const first = { runnerName: 'local', checks_summary: [row] }
  expect(await load(JSON.stringify({ duration: 41, ...first }))).toBe(
    await load(JSON.stringify({ duration: 7.5, ...first })),
  )
})

test('rows are what checks_summary lists, wherever it stands, and null lists none [HEALTH-36]', async () => {
  const listed = await rowsOf({ runnerName: 'the "checks_summary":[] of a joker', checks_summary: [row], duration: 3 })
  expect(listed.map(({ id, name, recent }) => ({ id, name, recent }))).toEqual([
    { id: '1', name: 'home page', recent: 'p' },
  ])
  expect(await rowsOf({ checks_summary: null, duration: 3 })).toEqual([])
  expect(await rowsOf({ runnerName: 'local' })).toEqual([])
})

test.each(['<html>', '{"checks_summary":"none"}', '{"duration":4}'])('a body %s is no empty list', async (body) => {
  await expect(load(body)).rejects.toThrow('holds no checks_summary')
})

test('a check that breaks the contract has no result and says why; the others are as they are', async () => {
  const broken = { ...row, id: '2', status: 'healthy', labels: { replicas: 3 } }
  const listed = await rowsOf({ checks_summary: [row, broken] })
  expect(listed.map(({ id, name, status, problem }) => ({ id, name, status, problem }))).toEqual([
    { id: '1', name: 'home page', status: '', problem: '' },
    {
      id: '2',
      name: 'home page',
      status: '',
      problem:
        'How it fares is not known: the backend describes this check in a way that cannot be read ' +
        '(labels.replicas: Invalid input: expected string, received number).',
    },
  ])
})

test('a row that cannot be told from others is refused', async () => {
  await expect(rowsOf({ checks_summary: [{ ...row, id: 7 }] })).rejects.toThrow('id')
})
