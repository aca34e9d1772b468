import { expect, test } from 'vitest'
import { tableMarkSource } from './table-mark.ts'

const a = { id: 'a', updated_at: '2026-11-22T21:20:01Z' }
const b = { id: 'b', updated_at: '2026-11-22T21:20:02Z' }
const markOf = async (rows: object[], total: number) => {
  const source = tableMarkSource(async (path) => {
    expect(path).toBe(
      '/api/db/playbooks?select=id,updated_at&deleted_at=is.null&order=updated_at.desc.nullslast,id&limit=100',
    )
    return { body: JSON.stringify(rows), total }
  }, 'playbooks')
  const { body } = await source.load({}, new AbortController().signal, { kind: 'all' })
  const [row] = (JSON.parse(body) as unknown[]).map((entry) => source.rowOf(entry))
  return row
}

test('the mark of a table is another one when rows come, go or change, and names none of them', async () => {
  const marks = await Promise.all([
    markOf([b, a], 2),
    markOf([a], 1),
    markOf([{ ...a, updated_at: '2026-11-22T21:20:03Z' }, b], 2),
    markOf([b, a], 3),
  ])
  expect(new Set(marks.map((row) => row?.mark)).size).toBe(4)
  expect(await markOf([b, a], 2)).toEqual(marks[0])
  expect(marks[0]?.table).toBe('playbooks')
  expect(marks[0]?.mark).toMatch(/^[\w-]{43}$/)
})
