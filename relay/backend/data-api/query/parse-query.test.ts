import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DataApiError } from '#relay/backend/data-api/api-error.ts'
import { parseQuery, readParameters } from './parse-query.ts'
import { parseSelect } from './parse-select.ts'

const parse = (query: string, call = false) => parseQuery(readParameters(query), { call })

const parseError = (query: string) => {
  try {
    parse(query)
    return undefined
  } catch (error) {
    return error instanceof DataApiError ? { ...error.body, status: error.status } : error
  }
}

const column = (name: string) => ({
  kind: 'field',
  field: { name, path: [] },
  alias: undefined,
  cast: undefined,
  aggregate: undefined,
  aggregateCast: undefined,
})

describe('a select list', () => {
  test('holds columns, aliases, casts, JSON paths and aggregates', () => {
    expect(parseSelect('id, n:name::text,labels->a->0->>b,"do.t",size.sum()::int,count()')).toEqual([
      column('id'),
      { ...column('name'), alias: 'n', cast: 'text' },
      {
        ...column('labels'),
        field: {
          name: 'labels',
          path: [
            { text: false, key: 'a' },
            { text: false, key: 0 },
            { text: true, key: 'b' },
          ],
        },
      },
      column('do.t'),
      { ...column('size'), aggregate: 'sum', aggregateCast: 'int' },
      { ...column('count'), field: undefined, aggregate: 'count' },
    ])
  })

  test('holds embeds with alias, hint, join and nested lists', () => {
    expect(parseSelect('*,p:people!fk!inner(id,team_id(*)),...teams()')).toEqual([
      { kind: 'all' },
      {
        kind: 'embed',
        relation: 'people',
        alias: 'p',
        hint: 'fk',
        inner: true,
        spread: false,
        select: [
          column('id'),
          {
            kind: 'embed',
            relation: 'team_id',
            alias: undefined,
            hint: undefined,
            inner: false,
            spread: false,
            select: [{ kind: 'all' }],
          },
        ],
      },
      { kind: 'embed', relation: 'teams', alias: undefined, hint: undefined, inner: false, spread: true, select: [] },
    ])
  })

  test('ends where a complete list ends', () => {
    expect(parseSelect('id,artifacts(*)::jsonb')).toEqual(parseSelect('id,artifacts(*)'))
    expect(parseSelect('id))')).toEqual(parseSelect('id'))
    expect(parseSelect('* ,id')).toEqual([])
    expect(() => parseSelect('id,* ,name')).toThrow('failed to parse select parameter')
    expect(() => parseSelect('count() ,name')).toThrow('failed to parse select parameter')
    expect(() => parseSelect('id.sum() ,name')).toThrow('failed to parse select parameter')
  })
})

describe('a query', () => {
  test('assigns each clause to its embed', () => {
    expect(parse('a.b.c=eq.1&a.order=x.desc&a.b.limit=3&offset=2&a.or=(x.eq.1)&a.not.and=(x.is.null)')).toMatchObject({
      filters: [
        { path: ['a'], value: { kind: 'or', not: false } },
        { path: ['a'], value: { kind: 'and', not: true } },
        { path: ['a', 'b'], value: { field: { name: 'c' }, operation: { operator: 'eq', value: '1' } } },
      ],
      orders: [{ path: ['a'], value: [{ field: { name: 'x' }, direction: 'desc' }] }],
      limits: [{ path: ['a', 'b'], value: 3 }],
      offsets: [{ path: [], value: 2 }],
    })
  })

  test('uses the first select and order of a path, and the last limit', () => {
    const { select, orders, limits } = parse('select=id&select=name&order=a&order=b&limit=1&limit=2')
    expect(select).toEqual([column('id')])
    expect(orders.map(({ value }) => value[0]?.field.name)).toEqual(['a'])
    expect(limits.map(({ value }) => value)).toEqual([1, 2])
  })

  test('of a call treats values without an operator as arguments', () => {
    expect(parse('id=7&name=eq.x&text=equal.x', true)).toMatchObject({
      arguments: [
        ['id', '7'],
        ['text', 'equal.x'],
      ],
      filters: [{ value: { field: { name: 'name' } } }],
    })
  })

  test('reports the position of a syntax error', () => {
    expect(parseError('id=foo.1')).toEqual({
      status: 400,
      code: 'PGRST100',
      message: '"failed to parse filter (foo.1)" (line 1, column 1)',
      details: 'unexpected "f" expecting operator (eq, gt, ...)',
      hint: null,
    })
    expect(parseError('order=id.up')).toMatchObject({ details: 'unexpected "u" expecting "asc" or "desc"' })
  })
})

const outcome = (parameters: [string, string][], call: boolean): unknown => {
  try {
    parseQuery(parameters, { call })
    return 'read'
  } catch (error) {
    return error instanceof DataApiError && error.status === 400 ? error.code : error
  }
}

const pieces = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...'select order or and not limit id name eq in is fts like any all cs labels teams inner count sum'.split(' '),
        ...'. , ( ) : :: ! * ... -> ->> " \\ { } = & % + - _ $'.split(' '),
      ),
      fc.string({ maxLength: 3, unit: 'grapheme' }),
      fc.nat({ max: 99 }).map(String),
    ),
    { maxLength: 14 },
  )
  .map((parts) => parts.join(''))

describe('any text at all', () => {
  test('is parsed or rejected with PGRST100', () => {
    const keys = fc.oneof(pieces, fc.constantFrom('select', 'order', 'or', 'a.and', 'columns', 'on_conflict', 'limit'))
    fc.assert(
      fc.property(fc.array(fc.tuple(keys, pieces), { maxLength: 4 }), fc.boolean(), (parameters, call) => {
        expect(['read', 'PGRST100']).toContain(outcome(parameters, call))
      }),
      { numRuns: 3_000 },
    )
  })

  test('rejects unbounded nesting instead of overflowing the stack', () => {
    expect(() => parse(`or=${'(and'.repeat(5_000)}`)).toThrow('too many levels of nested logic')
    expect(() => parseSelect('a('.repeat(5_000))).toThrow('too many levels of embedded relations')
  })
})

const repeat = (count: number, text: string) => Array.from({ length: count }, () => text)
const nested = (levels: number) => `${'a('.repeat(levels)}id${')'.repeat(levels)}`
const groups = (levels: number) => `${'and('.repeat(levels)}id.eq.1${')'.repeat(levels)}`

describe('rejects a request beyond the bounds with a message', () => {
  test.each([
    ['steps into JSON', (n: number) => `select=spec${'->a'.repeat(n)}`, 16],
    ['steps into JSON of a filter', (n: number) => `spec${'->a'.repeat(n)}->>b=eq.1`, 15],
    ['steps into JSON of an order', (n: number) => `order=spec${'->a'.repeat(n)}`, 16],
    ['levels of embeds', (n: number) => `select=${nested(n)}`, 6],
    ['embeds', (n: number) => `select=${repeat(n, 'a(id)').join()}`, 24],
    ['columns', (n: number) => `select=${repeat(n, 'id').join()}`, 300],
    ['levels of logic', (n: number) => `or=(${groups(n)})`, 11],
    ['filters in a tree', (n: number) => `or=(${repeat(n, 'id.eq.1').join()})`, 300],
    ['values in a list', (n: number) => `id=in.(${repeat(n, '1').join()})`, 1_000],
    ['characters of a pattern', (n: number) => `name=match.${'a'.repeat(n)}`, 1_000],
    ['columns to order by', (n: number) => `order=${repeat(n, 'id').join()}`, 32],
    ['parameters', (n: number) => repeat(n, 'id=eq.1').join('&'), 200],
    ['rows to skip', (n: number) => `offset=${n}`, 10_000_000],
  ])('%s', (_, makeQuery, most) => {
    expect(parseError(makeQuery(most))).toBeUndefined()
    expect(parseError(makeQuery(most + 1))).toMatchObject({
      status: 400,
      code: 'PGRST100',
      message: expect.stringMatching(/^Request too large: [a-z0-9].+ \(maximum \d+\)\.$/),
    })
  })
})
