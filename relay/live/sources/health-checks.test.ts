import { expect, test } from 'vitest'
import { healthChecksSource } from './health-checks.ts'

const row = {
  id: '1',
  canary_id: 'c',
  name: 'home page',
  type: 'http',
  checkStatuses: [{ time: 't', status: true, duration: 7 }],
}
const sourceOf = (body: string) => healthChecksSource(async () => body, '/api/canary/api/summary')
const load = async (body: string) => (await sourceOf(body).load({}, new AbortController().signal)).body

test('two answers that differ in how long they took are the same', async () => {
  const first = { runnerName: 'local', checks_summary: [row] }
  expect(await load(JSON.stringify({ duration: 41, ...first }))).toBe(
    await load(JSON.stringify({ duration: 7.5, ...first })),
  )
  const [early, late] = [41, 0].map((duration) =>
    JSON.stringify({ runnerName: 'local', duration, checks_summary: [row] }),
  )
  expect(await load(early ?? '')).toBe(await load(late ?? 'none'))
})

test('the duration of a result is not taken away', async () => {
  expect(await load(JSON.stringify({ checks_summary: [row] }))).toBe(JSON.stringify({ checks_summary: [row] }))
})

test('rows are what checks_summary lists, and null lists none [HEALTH-36]', () => {
  const source = sourceOf('')
  expect(
    source.rowsOf(JSON.stringify({ checks_summary: [row] })).map(({ id, name, recent }) => ({ id, name, recent })),
  ).toEqual([{ id: '1', name: 'home page', recent: 'p' }])
  expect(source.rowsOf(JSON.stringify({ checks_summary: null }))).toEqual([])
})

test('a body that is no summary is no empty list', () => {
  const source = sourceOf('')
  expect(() => source.rowsOf('<html>')).toThrow('not valid JSON')
  expect(() => source.rowsOf(JSON.stringify({ checks_summary: 'none' }))).toThrow('checks_summary')
})
