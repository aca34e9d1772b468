import { expect, test } from 'vitest'
import { z } from 'zod'
import { parseKnown } from './parse-known.ts'

const rowSchema = z.object({
  id: z.string(),
  title: z.string(),
  count: z.number().nullish(),
  health: z.enum(['healthy', 'unknown']),
  owner: z.object({ name: z.string() }).nullable(),
  tags: z.array(z.string()),
  evidences: z.array(z.object({ id: z.string(), weight: z.number() })),
})
const row = {
  id: 'a',
  title: 'Orders are slow',
  count: 1,
  health: 'healthy',
  owner: { name: 'Ada' },
  tags: ['x'],
  evidences: [
    { id: 'e1', weight: 1 },
    { id: 'e2', weight: 2 },
  ],
}
const read = (value: unknown) => parseKnown((entry) => rowSchema.parse(entry), value)

test('a valid row is unchanged', () => {
  expect(read(row)).toEqual({ row, error: null })
})

test.each([
  [{ count: 'many' }, { count: null }],
  [{ title: null }, { title: 'unknown' }],
  [{ title: { a: 1 } }, { title: 'unknown' }],
  [{ health: 'purple' }, { health: 'unknown' }],
  [{ owner: 'Ada' }, { owner: null }],
  [{ owner: { name: 7 } }, { owner: { name: 'unknown' } }],
  [{ tags: 'x' }, { tags: [] }],
  [{ tags: ['x', 7] }, { tags: ['x'] }],
  [{ evidences: [null, { id: 'e2', weight: 2 }] }, { evidences: [{ id: 'e2', weight: 2 }] }],
  [{ evidences: [{ id: 'e1', weight: '1h' }, row.evidences[1]] }, { evidences: [{ id: 'e2', weight: 2 }] }],
  [
    { count: 'many', health: 7, tags: null },
    { count: null, health: 'unknown', tags: [] },
  ],
])('makes only the invalid fields of %j unknown', (changes, known) => {
  const { row: found, error } = read({ ...row, ...changes })
  expect(found).toEqual({ ...row, ...known })
  expect(error?.issues.length).toBeGreaterThan(0)
})

test('a field with too many invalid values becomes unknown as a whole', () => {
  const labelled = z.object({
    id: z.string(),
    count: z.number().nullish(),
    labels: z.record(z.string(), z.string()).nullish(),
  })
  const labels = Object.fromEntries(Array.from({ length: 500 }, (_unused, at) => [`label ${at}`, at]))
  const { row: found } = parseKnown((entry) => labelled.parse(entry), { id: 'a', count: 1, labels })
  expect(found).toEqual({ id: 'a', count: 1, labels: null })
})

test('rejects a row without its identity, and what is no row', () => {
  for (const value of [{ ...row, id: 7 }, { ...row, id: null }, null, 'text', [row]])
    expect(() => read(value)).toThrow(z.ZodError)
})
