import { expect, test } from 'vitest'
import { tableMarkSchema } from '#shared/live/table-topic.ts'
import { itemMark } from './catalog-marks.ts'
import { queryMarkSource, tableMarkSource } from './table-mark.ts'

const a = { id: 'a', updated_at: '2026-11-22T21:20:01Z' }
const b = { id: 'b', updated_at: '2026-11-22T21:20:02Z' }
const loadMark = async (rows: object[], total: number) => {
  const source = tableMarkSource(async (path) => {
    expect(path).toBe(
      '/api/db/playbooks?select=id,updated_at&deleted_at=is.null&order=updated_at.desc.nullslast,id&limit=100',
    )
    return { body: JSON.stringify(rows), total }
  }, 'playbooks')
  const { body } = await source.load({}, new AbortController().signal, { kind: 'all' })
  const [row] = (JSON.parse(body) as unknown[]).map((entry) => tableMarkSchema.parse(entry))
  return row
}

test('changes when rows are added, deleted or updated, and contains no ids', async () => {
  const marks = await Promise.all([
    loadMark([b, a], 2),
    loadMark([a], 1),
    loadMark([{ ...a, updated_at: '2026-11-22T21:20:03Z' }, b], 2),
    loadMark([b, a], 3),
  ])
  expect(new Set(marks.map((row) => row?.mark)).size).toBe(4)
  expect(await loadMark([b, a], 2)).toEqual(marks[0])
  expect(marks[0]?.table).toBe('playbooks')
  expect(marks[0]?.mark).toMatch(/^[\w-]{43}$/)
})

const queriedMark = async (bodies: Readonly<Record<string, string>>, total: number) => {
  const fetchText = async (path: string) => bodies[path] ?? ''
  const fetchCounted = async (path: string) => {
    expect(path).toBe('/api/db/insights?open&limit=1')
    return { body: '[]', total }
  }
  const mark = { queries: ['insights?a', 'insights?b'], counted: 'insights?open' }
  const source = queryMarkSource({ fetchText, fetchCounted }, 'insights', mark)
  return (await source.load({}, new AbortController().signal, { kind: 'all' })).body
}

test('changes with the response of a query or the count', async () => {
  const first = { '/api/db/insights?a&limit=100': '[1]', '/api/db/insights?b&limit=100': '[2]' }
  const marks = await Promise.all([
    queriedMark(first, 7),
    queriedMark(first, 6),
    queriedMark({ ...first, '/api/db/insights?b&limit=100': '[3]' }, 7),
  ])
  expect(new Set(marks).size).toBe(3)
  expect(await queriedMark(first, 7)).toBe(marks[0])
})

const loadItemMark = async (status: string) => {
  const fetchText = async (path: string) =>
    path.includes('select=id,status,health') && path.endsWith('&order=id&limit=1000') ? status : '[]'
  const source = queryMarkSource({ fetchText, fetchCounted: countOne }, 'config_items', itemMark)
  return (await source.load({}, new AbortController().signal, { kind: 'all' })).body
}
const countOne = async () => ({ body: '[]', total: 1 })

test('changes when only the status of an item changes, however old it is', async () => {
  expect(await loadItemMark('[{"status":"Running"}]')).not.toBe(await loadItemMark('[{"status":"Pending"}]'))
})
