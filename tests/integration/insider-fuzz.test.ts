import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { relationAccess } from '#relay/backend/data-api/access/relation-access.ts'
import { createSchemaCache } from '#relay/backend/data-api/schema-cache.ts'
import type { Relation, Schema } from '#relay/backend/data-api/schema/schema.ts'
import type { Database } from '#relay/database/database.ts'
import { openServer } from '#tests/fixtures/databases.ts'
import { everythingShown, shownToDenied, type IsShown } from '#tests/fixtures/insider/hidden-rows.ts'
import { hostileRequest } from '#tests/fixtures/insider/hostile-requests.ts'
import { inBatches } from '#tests/fixtures/insider/in-batches.ts'
import { openInsiderApi, sowRows, type InsiderApi } from '#tests/fixtures/insider/insider-api.ts'
import { insider, sown, type InsiderName } from '#tests/fixtures/insider/insiders.ts'
import { seededChoices, type Choices } from '#tests/fixtures/insider/seeded-choices.ts'

let database: Database
let api: InsiderApi
let schema: Schema
beforeAll(async () => {
  database = await openServer()
  await sowRows(database)
  api = await openInsiderApi(database)
  schema = await createSchemaCache(database, 'public').current()
})
afterAll(async () => {
  await api.close()
  await database.close()
})

const seed = 20_261_122
const atOnce = 6
const timeoutMs = 600_000

const hostile: readonly (readonly [InsiderName, number])[] = [
  ['guest', 700],
  ['viewer', 700],
  ['commander', 700],
  ['responder', 700],
  ['editor', 800],
  ['admin', 400],
  ['denied', 800],
  ['granted', 400],
]

test(
  'over five thousand requests by users of every kind: no secret in any byte, and no response 500',
  async () => {
    const requests = hostile.flatMap(([insiderName, count], at) => {
      const choices = seededChoices(seed + at)
      return Array.from({ length: count }, () => ({ insiderName, call: hostileRequest(schema, choices) }))
    })
    expect(requests.length).toBeGreaterThanOrEqual(5_000)
    const statuses = new Map<number, number>()
    const failures = await inBatches(requests, atOnce, async ({ insiderName, call }) => {
      const response = await api.ask(insider(insiderName), call)
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
      const bytes = `${JSON.stringify(response.headers)}${response.body}`
      const leaks = bytes.includes('MARK') || (insiderName === 'denied' && bytes.includes('HIDDEN'))
      return leaks || response.status >= 500
        ? [{ insiderName, call, status: response.status, body: response.body.slice(0, 400) }]
        : []
    })
    expect(failures.flat()).toEqual([])
    expect(api.log.filter((line) => line.includes('MARK'))).toEqual([])
    // Most requests must be valid; a grammar that produces only errors would prove nothing.
    expect(statuses.get(200) ?? 0).toBeGreaterThan(1_000)
    expect(statuses.get(403) ?? 0).toBeGreaterThan(500)
  },
  timeoutMs,
)

/** Columns with the same value for every reader of a row; other columns of a view may be aggregates. */
const steadyColumns = ({ name, view, columns }: Relation): string[] => {
  const { about = {}, secrets = {} } = relationAccess[name] ?? {}
  if (view !== undefined) return ['id', ...Object.keys(about)].filter((column) => columns.has(column))
  // In a request, `columns` lists the columns to write, so it cannot be a filter.
  return [...columns.keys()].filter((column) => !(column in secrets) && column !== 'columns')
}

const comparable = (): Relation[] =>
  [...schema.relations.values()].filter(
    ({ name, view, columns }) =>
      columns.has('id') &&
      relationAccess[name]?.internal !== true &&
      (view === undefined || relationAccess[name]?.about !== undefined),
  )

const makeFilter = (choices: Choices, columns: readonly string[], relation: Relation): string => {
  const column = choices.one(columns)
  const isText = relation.columns.get(column)?.type.category === 'S'
  return choices.one([
    `${column}=not.is.null`,
    `${column}=is.null`,
    ...(isText ? [`${column}=like.*e*`, `${column}=gte.m`] : []),
    ...(column === 'id'
      ? [`id=gt.${sown('52')}`, `id=in.(${sown('51')},${sown('62')},${sown('71')},${sown('72')})`]
      : []),
  ])
}

type Row = Readonly<Record<string, unknown>>
const grouped = (rows: readonly Row[], column: string) => {
  const counts = new Map<string, number>()
  for (const row of rows) {
    const key = JSON.stringify(row[column])
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1))
}

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

const embeddingShown = ({ x, ...rest }: Row, shown: (row: Row) => boolean): Row => {
  const isLeft = (each: unknown): boolean => isRow(each) && shown(each)
  return { ...rest, x: Array.isArray(x) ? x.filter(isLeft) : isLeft(x) ? x : null }
}

describe.each(['viewer', 'commander', 'responder', 'editor', 'denied'] as const)('a %s gets', (insiderName) => {
  let isShown: IsShown
  beforeAll(async () => {
    isShown = insiderName === 'denied' ? await shownToDenied(database, [...schema.relations.keys()]) : everythingShown
  })
  const person = insider(insiderName)
  const admin = insider('admin')
  const reads = (name: string) => relationAccess[name] !== undefined && readable.has(name)
  const readable = new Set<string>()
  beforeAll(async () => {
    for (const { name } of comparable())
      if ((await api.ask(person, { path: `${name}?limit=0` })).status === 200) readable.add(name)
  })

  test(
    'counts, orders and groups only of visible rows',
    async () => {
      expect(readable.size).toBeGreaterThan(30)
      const choices = seededChoices(seed)
      const cases = Array.from({ length: 150 }, () => {
        const relation = choices.one(comparable().filter(({ name }) => reads(name)))
        const columns = steadyColumns(relation)
        const filters = choices.some(2, () => makeFilter(choices, columns, relation))
        return { relation, columns, filters, by: choices.one(columns), desc: choices.chance(0.5) }
      })
      const failures = await inBatches(cases, atOnce, async ({ relation, columns, filters, by, desc }) => {
        const query = [`select=${columns.join(',')}`, ...filters, `order=${by}.${desc ? 'desc' : 'asc'},id`].join('&')
        const all = await api.rows(admin, `${relation.name}?${query}`)
        const expected = all.filter((row) => isShown(relation.name, row))
        const response = await api.ask(person, {
          path: `${relation.name}?${query}`,
          headers: { prefer: 'count=exact' },
        })
        const [total] = await api.rows(person, [`${relation.name}?select=count()`, ...filters].join('&'))
        const groups = await api.rows(person, [`${relation.name}?select=value:${by},count()`, ...filters].join('&'))
        const counted = groups
          .map(({ value, count }) => [JSON.stringify(value), count] as const)
          .toSorted(([a], [b]) => (a < b ? -1 : 1))
        const found = {
          rows: JSON.parse(response.body) as unknown,
          range: String(response.headers['content-range']).split('/')[1],
          total: total?.['count'],
          counted,
        }
        const wanted = {
          rows: expected,
          range: String(expected.length),
          total: expected.length,
          counted: grouped(expected, by),
        }
        return JSON.stringify(found) === JSON.stringify(wanted)
          ? []
          : [{ path: `${relation.name}?${query}`, found, wanted }]
      })
      expect(failures.flat()).toEqual([])
    },
    timeoutMs,
  )

  test(
    'embedded rows, and rows filtered by embedded ones, only as far as they are visible',
    async () => {
      const choices = seededChoices(seed + 1)
      const ways = comparable()
        .filter(({ name }) => reads(name))
        .flatMap(({ name }) => schema.relationships.get(name) ?? [])
        .filter(
          ({ from, to, junction }) =>
            junction === undefined &&
            from !== to &&
            to.columns.has('id') &&
            reads(to.name) &&
            to.view === undefined &&
            from.view === undefined,
        )
      const cases = Array.from({ length: 120 }, () => ({ way: choices.one(ways), inner: choices.chance(0.4) }))
      const failures = await inBatches(cases, atOnce, async ({ way: { from, to, constraint, cardinality }, inner }) => {
        const [own, otherColumns] = [steadyColumns(from), steadyColumns(to)]
        const isToOne = cardinality === 'many-to-one' || cardinality === 'one-to-one'
        const by = otherColumns.find((column) => to.columns.get(column)?.type.category === 'S') ?? 'id'
        const order = isToOne ? `x(${by}),id` : 'id'
        const embed = `x:${to.name}!${constraint}`
        const plain = `${from.name}?select=${own.join(',')},${embed}(${otherColumns.join(',')})&order=${order}${isToOne ? '' : '&x.order=id'}`
        const path = inner ? plain.replace(embed, `${embed}!inner`) : plain
        const shown = (await api.rows(admin, plain))
          .filter((row) => isShown(from.name, row))
          .map((row) => embeddingShown(row, (each) => isShown(to.name, each)))
          .filter(({ x }) => !inner || (Array.isArray(x) ? x.length > 0 : x !== null))
        const hasKey = ({ x }: Row) => !isToOne || (isRow(x) && x[by] !== null)
        const expected = [
          ...shown.filter(hasKey),
          ...shown.filter((row) => !hasKey(row)).toSorted((a, b) => (String(a['id']) < String(b['id']) ? -1 : 1)),
        ]
        const found = await api.rows(person, path)
        return JSON.stringify(found) === JSON.stringify(expected) ? [] : [{ path, found, expected }]
      })
      expect(failures.flat()).toEqual([])
    },
    timeoutMs,
  )
})
