import { expect, test } from 'vitest'
import { compareRows, type StoredRow } from './component-rows.ts'

const deletedAt = '2026-03-24T12:00:00Z'
const stored = (id: string, overrides: Readonly<Record<string, unknown>> = {}) =>
  ({
    id,
    name: id,
    health: 'healthy',
    properties: [{ a: 1, b: 2 }],
    deleted_at: null,
    ...overrides,
  }) as unknown as StoredRow
type Row = Parameters<typeof compareRows>[1][number]
const row = (id: string, overrides: Readonly<Record<string, unknown>> = {}) =>
  ({ id, name: id, health: 'healthy', properties: [{ a: 1, b: 2 }], ...overrides }) as unknown as Row
const compare = (before: readonly StoredRow[], after: readonly Row[], isComplete = true) => {
  const { changed, ...written } = compareRows(before, after, { isComplete })
  return { ...written, changed: changed.map(({ id }) => id) }
}
const nothing = { changed: [], added: [], updated: [], deleted: [], turned: [] }

test('does not write equal rows, regardless of the key order in their documents', () => {
  expect(compare([stored('a')], [row('a', { properties: [{ b: 2, a: 1 }] })])).toEqual(nothing)
})

test.each([
  ['a new component', [], [row('a')], { changed: ['a'], added: ['a'], turned: ['a'] }],
  ['another column', [stored('a')], [row('a', { name: 'b' })], { changed: ['a'], updated: ['a'] }],
  [
    'another health',
    [stored('a')],
    [row('a', { health: 'warning' })],
    { changed: ['a'], updated: ['a'], turned: ['a'] },
  ],
  ['a restored component', [stored('a', { deleted_at: deletedAt })], [row('a')], { changed: ['a'], added: ['a'] }],
  ['a removed component', [stored('a'), stored('b')], [row('b')], { deleted: ['a'] }],
  ['a component that was deleted already', [stored('a', { deleted_at: deletedAt })], [], {}],
])('%s', (_case, before, after, expected) => {
  expect(compare(before, after)).toEqual({ ...nothing, ...expected })
})

test('deletes nothing while the rows are incomplete', () => {
  expect(compare([stored('a'), stored('b')], [row('a')], false)).toEqual(nothing)
})
