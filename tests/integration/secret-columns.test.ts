import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkKinds } from '#relay/backend/checks/types/check-types.ts'
import { scraperKinds } from '#relay/backend/scrapers/scraper-kinds.ts'
import { secretRelations } from '#relay/backend/secrets/secret-relations.ts'
import type { Database } from '#relay/database/database.ts'
import { openServer } from '#tests/fixtures/databases.ts'

let database: Database
beforeAll(async () => {
  database = await openServer()
})
afterAll(() => database.close())

const telling =
  /secret|passw|token|certificate|key|hash|code|cookie|value|url|body|env|params|query|error|message|comment|^script|diff|(^|_)row$|before|detail|username/

const listed = async (): Promise<Set<string>> => {
  const text = await readFile(new URL('../../relay/backend/secrets/README.md', import.meta.url), 'utf8')
  const cells = [...text.matchAll(/^\| ([a-z_]+[^|]*:[^|]*?) *\|/gm)].map(([, cell = '']) => cell)
  return new Set(
    cells.flatMap((cell) =>
      cell.split(';').flatMap((part) => {
        const [tables = '', columns = ''] = part.split(':')
        return tables
          .split(',')
          .flatMap((table) => columns.split(',').map((column) => `${table.trim()}.${column.trim()}`))
      }),
    ),
  )
}

interface ColumnRow {
  readonly relation: string
  readonly name: string
  readonly type: string
}

test('the README lists exactly the columns that can contain a secret', async () => {
  const { rows } = await database.query<ColumnRow>(
    `select columns.table_name as relation, column_name as name, data_type as type
       from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where columns.table_schema in ('public', 'relay', 'identity', 'journal') and table_type = 'BASE TABLE'`,
  )
  const all = new Set(rows.map(({ relation, name }) => `${relation}.${name}`))
  const wanted = rows
    .filter(({ name, type }) => ['json', 'jsonb', 'bytea'].includes(type) || (type === 'text' && telling.test(name)))
    .map(({ relation, name }) => `${relation}.${name}`)
  const lines = await listed()
  expect(wanted.filter((column) => !lines.has(column))).toEqual([])
  expect([...lines].filter((column) => !all.has(column))).toEqual([])
})

test('every encrypted column exists, with the columns that its encryption reads', async () => {
  const relations = Object.values(secretRelations({ checks: checkKinds, scrapers: scraperKinds.here })).map(
    ({ table, key, columns, needs }) => ({
      table,
      names: [key, ...Object.keys(columns), ...needs],
    }),
  )
  const missing: string[] = []
  for (const { table, names } of relations) {
    const { rows } = await database.query<{ name: string }>(
      'select attname as name from pg_attribute where attrelid = to_regclass($1) and attnum > 0 and not attisdropped',
      [table],
    )
    const there = new Set(rows.map(({ name }) => name))
    missing.push(...names.filter((name) => !there.has(name)).map((name) => `${table}.${name}`))
  }
  expect(missing).toEqual([])
})
