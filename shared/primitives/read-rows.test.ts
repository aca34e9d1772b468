import { expect, test } from 'vitest'
import { z } from 'zod'
import { readRows } from './read-rows.ts'

const row = z.object({ id: z.string() })
const read = (value: unknown) => {
  const unread: string[] = []
  const rows = readRows(row, value, (error) => unread.push(error.issues[0]?.path.join('.') ?? ''))
  return { rows, unread }
}

test('drops an invalid row and reports the reason', () => {
  expect(read([{ id: 'a' }, { id: 1 }, { id: 'b' }])).toEqual({ rows: [{ id: 'a' }, { id: 'b' }], unread: ['id'] })
  expect(read([])).toEqual({ rows: [], unread: [] })
})

test('rejects a list without any valid row, and anything but a list', () => {
  expect(() => read([{ id: 1 }, {}])).toThrow(z.ZodError)
  expect(() => read({ id: 'a' })).toThrow(z.ZodError)
})
