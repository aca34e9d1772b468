import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#relay/database/database.ts'
import { migrate } from '#relay/database/migrate.ts'
import { migrationsFolder, readSchemaFiles } from '#relay/database/schema-files.ts'
import { kinds } from '#tests/fixtures/databases.ts'
import { describeSchema } from '#tests/fixtures/describe-schema.ts'

describe.each(kinds)('migrations of the $kind database', ({ open }) => {
  let database: Database
  let path: string
  let folder: URL
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    path = await mkdtemp(join(tmpdir(), 'quarterdeck-migrations-'))
    folder = pathToFileURL(`${path}/`)
    await cp(migrationsFolder, folder, { recursive: true })
    return () => rm(path, { recursive: true })
  })
  const write = (name: string, sql: string): Promise<void> => writeFile(join(path, name), sql)
  const applied = async (): Promise<string[]> =>
    (await database.query<{ name: string }>('select name from relay.migrations order by name')).rows.map(
      ({ name }) => name,
    )

  const replace = async (name: string, before: string, after: string): Promise<void> => {
    const text = await readFile(join(path, name), 'utf8')
    expect(text).toContain(before)
    await write(name, text.replace(before, after))
  }
  const columns = async (view: string): Promise<string[]> =>
    (
      await database.query<{ name: string }>(
        'select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 order by attnum',
        [view],
      )
    ).rows.map(({ name }) => name)

  test('are applied once each, in order, with their checksum and time', async () => {
    await write('9001-second.sql', 'insert into first values (2);')
    await write('9000-first.sql', 'create table first (n int); insert into first values (1);')
    await write('notes.txt', 'no migration')
    expect(await migrate(database, folder)).toEqual(['9000-first.sql', '9001-second.sql'])
    expect(await migrate(database, folder)).toEqual([])
    expect((await database.query('select n from first')).rows).toEqual([{ n: 1 }, { n: 2 }])
    const { rows } = await database.query(
      "select checksum, applied_at > now() - interval '1 hour' as lately from relay.migrations where name = '9001-second.sql'",
    )
    expect(rows).toEqual([{ checksum: expect.stringMatching(/^[0-9a-f]{64}$/), lately: true }])
    await database.query("drop table first; delete from relay.migrations where name like '9%'")
  })

  test('roll back when they fail and name the failed one', async () => {
    await write('9000-broken.sql', 'create table half (n int); select nowhere;')
    await expect(migrate(database, folder)).rejects.toThrow(
      /The migration 9000-broken\.sql failed and was rolled back: .*nowhere/,
    )
    expect((await database.query("select to_regclass('half') as half")).rows).toEqual([{ half: null }])
    expect(await applied()).not.toContain('9000-broken.sql')
  })

  test('are rejected when they were changed after being applied', async () => {
    const name = '0001-people.sql'
    await write(name, `${await readFile(join(path, name), 'utf8')} -- changed`)
    await write('9000-later.sql', 'create table later (n int)')
    await expect(migrate(database, folder)).rejects.toThrow(`The migration ${name} was changed after it was applied`)
    expect((await database.query("select to_regclass('later') as later")).rows).toEqual([{ later: null }])
  })

  test('are rejected when this version does not have them', async () => {
    await rm(join(path, '0003-health.sql'))
    await expect(migrate(database, folder)).rejects.toThrow(
      'The database contains the migration 0003-health.sql, which this version does not have.',
    )
  })

  test('are applied by one of two relays that start at the same time', async () => {
    await write('9000-once.sql', 'create table once (n int)')
    const done = await Promise.all([migrate(database, folder), migrate(database, folder)])
    expect(done.flat()).toEqual(['9000-once.sql'])
    await database.query("drop table once; delete from relay.migrations where name like '9%'")
  })

  describe('functions and views', () => {
    test('are valid over the finished schema', async () => {
      const failures: string[] = []
      for (const { name, sql } of (await readSchemaFiles(folder)).repeatables)
        await database
          .transaction((transaction) => transaction.query(sql))
          .catch((error: unknown) => failures.push(`${name}: ${String(error)}`))
      expect(failures).toEqual([])
    })

    test('are applied again when their text changes, with what follows them', async () => {
      await write('views/catalog.sql', `${await readFile(join(path, 'views/catalog.sql'), 'utf8')}-- note\n`)
      await database.query('drop view topology')
      expect(await migrate(database, folder)).toEqual(['views/catalog.sql'])
      expect(await columns('topology')).toContain('summary')
      expect(await migrate(database, folder)).toEqual([])
      expect(await migrate(database)).toEqual(['views/catalog.sql'])
    })

    test('with other columns are replaced with the views that read them, and keep their grants', async () => {
      await database.query(
        'create role wall; grant select on check_summary, check_summary_for_config to wall; grant select on topology to public',
      )
      const before = await describeSchema(database)
      await replace(
        'views/health.sql',
        'create or replace view check_summary as\n  select',
        'create or replace view check_summary as\n  select 1 as first_column,',
      )
      await replace('views/health.sql', 'check_summary.*', 'check_summary.first_column, check_summary.id')
      expect(await migrate(database, folder)).toEqual(['views/health.sql'])
      expect((await columns('check_summary'))[0]).toBe('first_column')
      const granted = await database.query<{ is: boolean }>(
        `select bool_and(has_table_privilege('wall', name, 'select')) as is
         from unnest(array['check_summary', 'check_summary_for_config', 'topology']) as name`,
      )
      expect(granted.rows).toEqual([{ is: true }])

      expect(await migrate(database)).toEqual(['views/health.sql'])
      expect(await describeSchema(database)).toEqual(before)
      await database.query(
        'revoke all on check_summary, check_summary_for_config from wall; revoke select on topology from public; drop role wall',
      )
    })

    test('with another result are replaced, and keep that people must not call them', async () => {
      await database.query('revoke all on function lookup_component_names from public')
      await replace('functions/topology.sql', 'table (names text[])', 'table (all_names text[])')
      expect(await migrate(database, folder)).toEqual(['functions/topology.sql'])
      const { rows } = await database.query<{ result: string; acl: string }>(
        `select pg_get_function_result(oid) as result, has_function_privilege('public', oid, 'execute') as open
         from pg_proc where proname = 'lookup_component_names'`,
      )
      expect(rows).toEqual([{ result: 'TABLE(all_names text[])', open: false }])
      await migrate(database)
      await database.query('grant execute on function lookup_component_names to public')
    })

    test('that something else uses are not dropped: the change is rejected and names it', async () => {
      await database.query('create view report as select id from check_summary')
      await replace(
        'views/health.sql',
        'create or replace view check_summary as\n  select',
        'create or replace view check_summary as\n  select 1 as first_column,',
      )
      const before = await describeSchema(database)
      await expect(migrate(database, folder)).rejects.toThrow(
        /The view check_summary of views\/health\.sql changed in a way .*view report depends on view check_summary/,
      )
      expect(await describeSchema(database)).toEqual(before)
      await database.query('drop view report')
    })

    test('that a migration drops to change a column come back', async () => {
      const drop = 'drop view connection_details, connections_list;'
      const before = await describeSchema(database)
      await write('9000-shorter.sql', `${drop} alter table connections alter url type varchar(2000);`)
      expect(await migrate(database, folder)).toEqual(['9000-shorter.sql'])
      expect(await columns('connections_list')).toContain('category')
      await database.query(
        `${drop} alter table connections alter url type text;
         delete from relay.migrations where name in ('9000-shorter.sql', 'views/connections.sql')`,
      )
      await migrate(database)
      expect(await describeSchema(database)).toEqual(before)
    })
  })
})
