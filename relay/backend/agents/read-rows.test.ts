import { describe, expect, test } from 'vitest'
import type { PushedTable } from './pushed-tables.ts'
import { ownId, PushError, readRows } from './read-rows.ts'

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
  test('every id is replaced by one of the agent, in references and paths too', () => {
    expect(read({ id: two, parent_id: one, path: `root.${one}` })).toMatchObject([
      { id: ownId(agent, two), parent_id: ownId(agent, one), path: `root.${ownId(agent, one)}` },
    ])
  })

  test('two agents never share an id, and the case of letters does not matter', () => {
    expect(ownId('agent-2', one)).not.toBe(ownId(agent, one))
    expect(ownId(agent, one.toUpperCase())).toBe(ownId(agent, one))
    expect(ownId(agent, one)).not.toBe(one)
  })

  test('a reference may be null, an id may not', () => {
    expect(read({ id: one, parent_id: null })).toMatchObject([{ parent_id: null }])
    expect(readError({ id: null })).toBeInstanceOf(PushError)
  })
})

test('of several rows with one key the last remains, in the place of the first', () => {
  const rows = read({ id: one, name: 'old' }, { id: two, name: 'b' }, { id: one, name: 'new' })
  expect(rows.map(({ name }) => name)).toEqual(['new', 'b'])
})

test('columns that are not reported are dropped', () => {
  expect(read({ id: one, agent_id: 'x', is_pushed: false })[0]).not.toHaveProperty('agent_id')
})

test('documents are parsed, and times are normalized', () => {
  expect(read({ id: one, spec: '{"a":[1]}', at: '2026-03-24T13:00:00+01:00' })).toMatchObject([
    { spec: { a: [1] }, at: '2026-03-24T12:00:00.000Z' },
  ])
})

const inFuture = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

describe('problems', () => {
  test.each([
    ['a text that is no time', { at: 'soon' }, 'Row 2 of things: at is no time.', false],
    ['a time before 1970', { at: '1969-12-31T23:59:59Z' }, 'Row 2 of things: at is no time.', false],
    ['a text that is no JSON', { spec: '{' }, 'Row 2 of things: spec is no JSON.', false],
    [
      'a clock that is ahead',
      { at: inFuture(25) },
      'Row 2 of things: at is more than a day ahead: the clock of the agent or of this console is wrong.',
      true,
    ],
  ])('%s', (_case, columns, message, isPassing) => {
    expect(readError({ id: two, ...columns })).toMatchObject({ message, isPassing })
  })

  test('a clock that is less than a day ahead is accepted', () => {
    expect(readError({ id: two, at: inFuture(23) })).toHaveLength(2)
  })
})
