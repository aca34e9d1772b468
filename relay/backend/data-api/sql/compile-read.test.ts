import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DataApiError } from '#relay/backend/data-api/api-error.ts'
import { parseQuery } from '#relay/backend/data-api/query/parse-query.ts'
import { deriveRelationships, type ForeignKey } from '#relay/backend/data-api/schema/relationships.ts'
import type { Relation, Schema, Type } from '#relay/backend/data-api/schema/schema.ts'
import { compileRead } from './compile-read.ts'

const type = (name: string, category = 'N'): Type => ({
  name,
  category,
  sql: `pg_catalog.${name}`,
  arraySql: `pg_catalog._${name}`,
})
const [int4, text, jsonb] = [type('int4'), type('text', 'S'), type('jsonb', 'U')]

const relation = (name: string, columns: Record<string, Type>): Relation => ({
  name,
  sql: `"public"."${name}"`,
  view: undefined,
  columns: new Map(
    Object.entries(columns).map(([column, known]) => [column, { name: column, type: known, defaultSql: undefined }]),
  ),
  computed: new Map(),
  primaryKey: ['id'],
})

const teams = relation('teams', { id: int4, name: text })
const people = relation('people', { id: int4, name: text, labels: jsonb, team_id: int4 })
const key: ForeignKey = {
  constraint: 'people_team_id_fkey',
  sources: [{ relation: people, columns: ['team_id'] }],
  targets: [{ relation: teams, columns: ['id'] }],
  unique: false,
  holder: { relation: people, columns: ['team_id'] },
  withinPrimaryKey: false,
}
const schema: Schema = {
  name: 'public',
  relations: new Map([teams, people].map((one) => [one.name, one])),
  relationships: deriveRelationships([key]),
  routines: new Map(),
  shadows: new Map(),
  isPartial: false,
  hidden: { relations: new Map(), relationships: new Map() },
  identifiers: new Set(['people', 'teams', 'id', 'name', 'labels', 'team_id']),
  types: new Map([int4, text, jsonb].map((known) => [known.name, known])),
}

const compile = (query: string, root = people) =>
  compileRead(schema, root, parseQuery([...new URLSearchParams(query)]), {
    shape: { kind: 'array', stripNulls: false },
    count: undefined,
    limit: 10,
    offset: 0,
    maxRows: 2_000,
  })

const compileQuery = (query: string): string => {
  try {
    return compile(query).sql
  } catch (error) {
    if (error instanceof DataApiError) return ''
    throw error
  }
}

const listUnknown = (query: string): string[] => compile(query).unknown.map(({ message }) => message)

describe('a read as SQL', () => {
  test('is one statement whose values are parameters', () => {
    expect(compile('select=id,team:teams(name)&id=gt.1&name=in.(a,"b\\"c")&order=name.desc')).toEqual({
      sql:
        `select coalesce(pg_catalog.json_agg(pg_catalog.json_build_object(($1::text), page.c0, ($2::text), page.c1)), '[]')::text as "body", ` +
        `pg_catalog.count(*) as "count", null::pg_catalog.int8 as "total" ` +
        `from (select t1."id" as c0, e2.v as c1 from "public"."people" as t1 ` +
        `left join lateral (select (select pg_catalog.row_to_json(r) from (select t3."name" as "name") r) as v, true as hit ` +
        `from "public"."teams" as t3 where t3."id" = t1."team_id") e2 on true ` +
        `where (t1."id" > $3) and (t1."name" = any ($4)) ` +
        `order by t1."name" desc limit $5) page`,
      values: ['id', 'team', '1', String.raw`{"a","b\"c"}`, '10'],
      matches: {
        sql: `select 1 from "public"."people" as t1 where (t1."id" > $1) and (t1."name" = any ($2))`,
        values: ['1', String.raw`{"a","b\"c"}`],
        unknown: [],
      },
      unknown: [],
    })
  })

  test('rejects columns, types and relations that the schema does not have', () => {
    expect(listUnknown('select=nope')).toEqual(['column people.nope does not exist'])
    expect(listUnknown('nope=eq.1')).toEqual(['column people.nope does not exist'])
    expect(listUnknown('order=nope')).toEqual(['column people.nope does not exist'])
    expect(listUnknown('select=id::regclass')).toEqual(['type "regclass" does not exist'])
    expect(listUnknown('select=teams(nope)')).toEqual(['column teams.nope does not exist'])
    expect(() => compile('select=nope(*)')).toThrow("relationship between 'people' and 'nope'")
  })

  test('never contains text of a request', () => {
    const hostile = fc.constantFrom("'", '"', ';', '--', '/*', '$1', '$$', '\\', ')', '(', ',', '\n', 'union select')
    const marked = fc
      .array(fc.oneof(hostile, fc.string({ maxLength: 4 })), { maxLength: 6 })
      .map((parts) => `ZQ${parts.join('')}ZQ`)
    const queries = fc.oneof(
      marked.map((value) => `name=eq.${encodeURIComponent(value)}`),
      marked.map((value) => `name=in.(${encodeURIComponent(value)})`),
      marked.map((value) => `labels->>${encodeURIComponent(`"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`)}=eq.1`),
      marked.map((value) => `labels->${encodeURIComponent(value)}=cs.${encodeURIComponent(value)}`),
      marked.map((value) => `or=(name.eq.${encodeURIComponent(value)},id.eq.1)`),
      marked.map((value) => `select=${encodeURIComponent(value)}`),
      marked.map((value) => `select=id::${encodeURIComponent(value)}`),
      marked.map((value) => `select=teams!${encodeURIComponent(value)}(id)`),
      marked.map((value) => `select=${encodeURIComponent(`"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`)}:name`),
      marked.map((value) => `select=labels->${encodeURIComponent(`"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`)}`),
      marked.map((value) => `order=${encodeURIComponent(value)}`),
      marked.map((value) => `name=fts(${encodeURIComponent(value)}).x`),
      marked.map((value) => `${encodeURIComponent(value)}=eq.1`),
    )
    fc.assert(
      fc.property(queries, (query) => {
        expect(compileQuery(query)).not.toContain('ZQ')
      }),
      { numRuns: 3_000 },
    )
  })
})
