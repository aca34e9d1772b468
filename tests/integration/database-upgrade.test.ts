import { readFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Database, Queryable } from '#relay/database/database.ts'
import { openEmbedded as openThread } from '#relay/database/embedded.ts'
import { migrate } from '#relay/database/migrate.ts'
import { openDatabase } from '#relay/database/open-database.ts'
import { readMergedMigrations } from '#relay/database/schema-files.ts'
import { openServer as openPool } from '#relay/database/server.ts'
import { createServerDatabase, kinds, openServer } from '#tests/fixtures/databases.ts'
import { describeSchema } from '#tests/fixtures/describe-schema.ts'
import { startRelay } from '#tests/fixtures/relay.ts'

vi.setConfig({ testTimeout: 600_000 })

const openEmpty = (url: string) => openPool({ url, onConnectionError: () => undefined })

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'quarterdeck-upgrade-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const places = {
  embedded: async () => {
    const folder = join(dataDir, 'database')
    return { restoreInto: () => openThread({ dataDir: folder, template: undefined }), options: { dataDir }, env: {} }
  },
  server: async () => {
    const url = await createServerDatabase({ migrated: false })
    return { restoreInto: () => openEmpty(url), options: { url }, env: { DATABASE_URL: url } }
  },
}

const listTables = async (database: Queryable): Promise<{ name: string; columns: string }[]> => {
  const { rows } = await database.query<{ name: string; columns: string }>(`
    select format('%I.%I', nspname, relname) as name, string_agg(format('%I', attname), ', ' order by attnum) as columns
    from pg_class
    join pg_namespace on pg_namespace.oid = relnamespace
    join pg_attribute on attrelid = pg_class.oid
    where nspname in ('public', 'relay', 'identity', 'journal') and relkind = 'r' and attnum > 0
      and (nspname, relname) <> ('relay', 'migrations')
    group by 1
    order by 1`)
  return rows
}

const readRows = async (
  database: Queryable,
  tables: readonly { name: string; columns: string }[],
): Promise<Record<string, string[]>> => {
  const found: Record<string, string[]> = {}
  for (const { name, columns } of tables) {
    const { rows } = await database.query<{ line: string }>(
      `select row(${columns})::text as line from ${name} order by 1`,
    )
    found[name] = rows.map(({ line }) => line)
  }
  return found
}

const readApplied = async (database: Database): Promise<unknown[]> =>
  (await database.query('select name, checksum, applied_at from relay.migrations order by name')).rows

/** A dump writes and restores an expression with other brackets. */
const withoutBrackets = (lines: string[]): string[] => lines.map((line) => line.replaceAll(/[()]/g, '')).sort()

const createAt = async (count: number) => {
  const merged = await readMergedMigrations()
  const database = await openEmpty(await createServerDatabase({ migrated: false }))
  await database.query(`
    create schema relay;
    create table relay.migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
  for (const { name, sql, checksum } of merged.slice(0, count)) {
    await database.query(sql)
    await database.query('insert into relay.migrations (name, checksum) values ($1, $2)', [name, checksum])
  }
  return { database, merged }
}

describe.each(kinds)('a database of the version before the migrations were merged, $kind', ({ kind, open }) => {
  test('keeps every row of every table, gets the schema of a new database, and starts twice', async () => {
    const { restoreInto, options, env } = await places[kind]()
    const dump = await readFile(new URL('../fixtures/dumps/0001-to-0201.sql.br', import.meta.url))
    const before = await restoreInto()
    await before.query((await promisify(brotliDecompress)(dump)).toString())
    // The dump empties it for its session.
    await before.query("set search_path = 'public'")
    await before.learnTypes()
    const tables = await listTables(before)
    const rows = await readRows(before, tables)
    expect(Object.entries(rows).filter(([, { length }]) => length === 0)).toEqual([])
    await before.close()

    const first = await openDatabase(options)
    expect(await readRows(first, tables)).toEqual(rows)
    const fresh = await open()
    expect(withoutBrackets(await describeSchema(first))).toEqual(withoutBrackets(await describeSchema(fresh)))
    await fresh.close()
    const applied = await readApplied(first)
    await first.close()

    const second = await openDatabase(options)
    expect(await readRows(second, tables)).toEqual(rows)
    expect(await readApplied(second)).toEqual(applied)
    await second.close()

    for (let start = 0; start < 2; start += 1) {
      const relay = await startRelay({ dataDir, env })
      const canaries = await fetch(`${relay.url}/api/db/canaries?select=name&name=eq.shop`)
      expect(await canaries.json()).toEqual([{ name: 'shop' }])
      expect(await relay.stop()).toBe(0)
    }
  })
})

describe('a database of an earlier version', () => {
  test.each([1, 18, 40, 57, 68])('with the first %i migrations gets the schema of a new one', async (count) => {
    const { database } = await createAt(count)
    await migrate(database)
    const fresh = await openServer()
    expect(await describeSchema(database)).toEqual(await describeSchema(fresh))
    expect((await database.query('select name from relay.migrations order by name')).rows).toEqual(
      (await fresh.query('select name from relay.migrations order by name')).rows,
    )
    await fresh.close()
    await database.close()
  })

  test('whose migration had another text is rejected and stays as it is', async () => {
    const { database, merged } = await createAt(2)
    const [, second] = merged
    await database.query("update relay.migrations set checksum = 'other' where name = $1", [second?.name])
    await expect(migrate(database)).rejects.toThrow(`The migration ${second?.name} was changed after it was applied`)
    expect((await database.query('select name from relay.migrations order by name')).rows).toEqual(
      merged.slice(0, 2).map(({ name }) => ({ name })),
    )
    await database.close()
  })
})
