import { describe, expect, test } from 'vitest'
import type { PushedTable } from './pushed-tables.ts'
import { HttpError } from '#relay/errors/http-error.ts'
import { ownId, readRows } from './read-rows.ts'

const [agent, one, two] = ['agent-1', '018f5a3e-1111-7000-8000-000000000001', '018f5a3e-1111-7000-8000-000000000002']
const table: PushedTable = {
  name: 'things',
  key: ['id'],
  refs: { parent_id: 'things' },
  columns: { name: 'text', spec: 'json', at: 'time', path: 'path', count: 'number', tags: 'texts' },
  isFlagged: true,
  hasAgent: true,
  sortedBy: 'id',
}
const read = (...rows: readonly Readonly<Record<string, unknown>>[]) => readRows(agent, table, rows)
const readError = (row: Readonly<Record<string, unknown>>) => {
  try {
    return read({ id: one }, row)
  } catch (error) {
    return error
  }
}

describe('ids', () => {
  test('replaces every id with one specific to the agent, in references and paths too', () => {
    expect(read({ id: two, parent_id: one, path: `root.${one}` })).toMatchObject([
      { id: ownId(agent, two), parent_id: ownId(agent, one), path: `root.${ownId(agent, one)}` },
    ])
  })

  test('never gives two agents the same id, and ignores case', () => {
    expect(ownId('agent-2', one)).not.toBe(ownId(agent, one))
    expect(ownId(agent, one.toUpperCase())).toBe(ownId(agent, one))
    expect(ownId(agent, one)).not.toBe(one)
  })

  test('accepts a null reference, but not a null id', () => {
    expect(read({ id: one, parent_id: null })).toMatchObject([{ parent_id: null }])
    expect(readError({ id: null })).toBeInstanceOf(HttpError)
  })
})

test('keeps the last of several rows with one key, at the position of the first', () => {
  const rows = read({ id: one, name: 'old' }, { id: two, name: 'b' }, { id: one, name: 'new' })
  expect(rows.map(({ name }) => name)).toEqual(['new', 'b'])
})

test('drops columns that are not reported', () => {
  expect(read({ id: one, agent_id: 'x', is_pushed: false })[0]).not.toHaveProperty('agent_id')
})

test('parses documents and normalizes times', () => {
  expect(read({ id: one, spec: '{"a":[1]}', at: '2026-03-24T13:00:00+01:00' })).toMatchObject([
    { spec: { a: [1] }, at: '2026-03-24T12:00:00.000Z' },
  ])
})

test('reads a document that is not text as it is', () => {
  expect(read({ id: one, spec: { a: [1] } }, { id: two, spec: null })).toMatchObject([
    { spec: { a: [1] } },
    { spec: null },
  ])
})

const inFuture = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

describe('validation errors', () => {
  test.each([
    ['a text that is not a time', { at: 'soon' }, 'Row 2 of things: at: must be a time.', 400],
    ['a time before 1970', { at: '1969-12-31T23:59:59Z' }, 'Row 2 of things: at: must be a time.', 400],
    ['a text that is not JSON', { spec: '{' }, 'Row 2 of things: spec: must be JSON.', 400],
    [
      'a clock that is ahead',
      { at: inFuture(25) },
      'Row 2 of things: at: more than a day in the future. Check the clocks of the agent and of this console.',
      409,
    ],
  ])('%s', (_case, columns, message, status) => {
    expect(readError({ id: two, ...columns })).toMatchObject({ message, status })
  })

  test('accepts a clock that is less than a day ahead', () => {
    expect(readError({ id: two, at: inFuture(23) })).toHaveLength(2)
  })
})
