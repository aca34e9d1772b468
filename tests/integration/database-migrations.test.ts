import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#relay/database/database.ts'
import { migrate, migrationsFolder } from '#relay/database/migrate.ts'
import { kinds } from '#tests/fixtures/databases.ts'

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
    await database.query("drop table first; delete from relay.migrations where name >= '9000'")
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
    const name = '0001-foundation.sql'
    await write(name, `${await readFile(join(path, name), 'utf8')} -- changed`)
    await write('9000-later.sql', 'create table later (n int)')
    await expect(migrate(database, folder)).rejects.toThrow(`The migration ${name} was changed after it was applied`)
    expect((await database.query("select to_regclass('later') as later")).rows).toEqual([{ later: null }])
  })

  test('are rejected when this version does not have them', async () => {
    await rm(join(path, '0002-health.sql'))
    await expect(migrate(database, folder)).rejects.toThrow(
      'The database contains the migration 0002-health.sql, which this version does not have.',
    )
  })

  test('are applied by one of two relays that start at the same time', async () => {
    await write('9000-once.sql', 'create table once (n int)')
    const done = await Promise.all([migrate(database, folder), migrate(database, folder)])
    expect(done.flat()).toEqual(['9000-once.sql'])
    await database.query("drop table once; delete from relay.migrations where name >= '9000'")
  })
})
