import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Database } from '#relay/database/database.ts'
import { inTransaction } from '#relay/backend/data-api/run.ts'
import { openDatabase } from '#relay/database/open-database.ts'
import { openServer as openServerWith } from '#relay/database/server.ts'
import { createServerDatabase, openServer } from '#tests/fixtures/databases.ts'
import { startRoughNetwork } from '#tests/fixtures/rough-network.ts'

/** Ends all other connections, as a server restart would. */
const breakConnections = (database: Database): Promise<unknown> =>
  database.query(`select pg_terminate_backend(pid) from pg_stat_activity
                  where datname = current_database() and pid <> pg_backend_pid()`)

const setReadOnly = async (database: Database, value: 'on' | 'off') => {
  await database.transaction(async (transaction) => {
    await transaction.query('set transaction read write')
    await transaction.query(`do $$ begin
      execute format('alter database %I set default_transaction_read_only = ${value}', current_database());
    end $$`)
  })
  await breakConnections(database)
}

describe('a database server', () => {
  let url: string
  let database: Database
  let other: Database
  const onConnectionError = vi.fn<(error: Error) => void>()
  const onOutage = vi.fn<(reason: string, cause?: unknown) => void>()
  beforeEach(async () => {
    url = await createServerDatabase()
    database = await openDatabase({ url, onConnectionError, onOutage })
    other = await openDatabase({ url })
  })
  afterEach(async () => {
    await database.close()
    await other.close()
    onConnectionError.mockClear()
    onOutage.mockClear()
  })

  test('migrates an empty database, also when two relays start at once', async () => {
    const empty = await createServerDatabase({ migrated: false })
    const opened = await Promise.all([openDatabase({ url: empty }), openDatabase({ url: empty })])
    for (const one of opened) {
      expect((await one.query('select name from agents')).rows).toEqual([{ name: 'local' }])
      await one.close()
    }
  })

  test('continues after every connection breaks, and reports broken idle connections', async () => {
    await Promise.all([database.query('select 1'), database.query('select 2')])
    await breakConnections(other)
    await vi.waitFor(() => expect(onConnectionError).toHaveBeenCalled())
    await vi.waitFor(async () => expect((await database.query('select 3 as n')).rows).toEqual([{ n: 3 }]))
  })

  test('rejects a transaction whose connection breaks, and runs the next one', async () => {
    const broken = database.transaction(async (transaction) => {
      await transaction.query("insert into properties (name, value) values ('lost', 'x')")
      await breakConnections(other)
      await transaction.query('select 1')
    })
    await expect(broken).rejects.toThrow(
      'The database server closed the connection. The change may or may not have been saved.',
    )
    const found = await database.transaction((transaction) => transaction.query('select name from properties'))
    expect(found.rows).toEqual([])
  })

  test('passes notifications on after the listening connection breaks, and reports possible gaps', async () => {
    const received: string[] = []
    await database.listen('news', (payload) => received.push(payload))
    await other.query("notify news, 'before'")
    await vi.waitFor(() => expect(received).toEqual(['before']))
    await breakConnections(other)
    await vi.waitFor(() => expect(received).toEqual(['before', '']), 10_000)
    await other.query("notify news, 'after'")
    await vi.waitFor(() => expect(received).toEqual(['before', '', 'after']))
  })

  test('fails instead of waiting when it is unreachable', async () => {
    await expect(openDatabase({ url: 'postgres://nobody@127.0.0.1:1/none' })).rejects.toThrow('ECONNREFUSED')
  })

  test('says that it only allows reads, as a standby does, until it accepts changes again', async () => {
    const add = (name: string) => database.query("insert into properties (name, value) values ($1, 'x')", [name])
    const message = 'The database server only allows reads: it is a standby or set to read-only. Nothing was changed.'
    await setReadOnly(other, 'on')
    await vi.waitFor(() => expect(add('lost')).rejects.toThrow(message))
    await database.query('select 1')
    const people = database.forPeople(1_000)
    const write = { readOnly: false, timezone: 'UTC' }
    const asPerson = inTransaction(people, write, (transaction) => transaction.query('delete from properties'))
    await expect(asPerson).rejects.toThrow(message)
    expect(database.condition().outage).toMatchObject({
      reason: 'only allows reads: it is a standby or set to read-only',
    })
    expect(onOutage).toHaveBeenCalledWith(
      'only allows reads: it is a standby or set to read-only',
      expect.objectContaining({ code: '25006' }),
    )
    await setReadOnly(other, 'off')
    await vi.waitFor(() => add('stored'))
    expect(database.condition().outage).toBeNull()
  })

  test('ends connections that lead to nothing, and continues over new ones', async () => {
    const network = await startRoughNetwork()
    onTestFinished(() => network.stop())
    const { searchParams, pathname } = new URL(url)
    network.leadTo(`${searchParams.get('host')}/.s.PGSQL.5432`)
    const through = await openServerWith({
      url: `postgres://postgres@127.0.0.1:${new URL(network.url).port}${pathname}`,
      onConnectionError,
      longMs: 200,
    })
    onTestFinished(() => through.close())
    const received: string[] = []
    await through.listen('news', (payload) => received.push(payload))
    await through.query('select 1')
    network.stall(() => true)
    await expect(through.query('select 2')).rejects.toThrow('The database server closed the connection.')
    expect((await through.query('select 3 as n')).rows).toEqual([{ n: 3 }])
    await vi.waitFor(() => expect(received).toEqual(['']), 10_000)
    await through.query('select pg_sleep(1)')
    expect(through.condition().outage).toBeNull()
  })

  test('reads of people cannot write, end after their time limit and are planned once', async () => {
    const people = database.forPeople(100)
    await expect(people.query("insert into properties (name, value) values ('lost', 'x')")).rejects.toMatchObject({
      code: '25006',
    })
    await expect(people.query('select pg_sleep(30)')).rejects.toMatchObject({ code: '57014' })
    for (const n of [1, 2, 3]) expect((await people.query('select $1::int as n', [n])).rows).toEqual([{ n }])
    const { rows } = await people.query('select statement from pg_prepared_statements')
    expect(rows).toEqual([{ statement: 'select $1::int as n' }])
  })

  test('reads of people continue when a newer version changes what they read', async () => {
    const people = database.forPeople(5_000)
    const read = async () => (await people.query("select * from properties where name = 'upgrade'")).rows
    await other.query("insert into properties (name, value) values ('upgrade', '1')")
    for (let time = 0; time < 3; time += 1) expect(await read()).toHaveLength(1)
    await other.query("alter table properties add column of_newer text default 'added'")
    for (let time = 0; time < 3; time += 1) expect(await read()).toMatchObject([{ value: '1', of_newer: 'added' }])
  })

  test('runs reads while a transaction is open', async () => {
    const second = await openServer()
    await second.transaction(async (transaction) => {
      await transaction.query('lock table agents in exclusive mode')
      expect((await other.query('select name from agents')).rows).toEqual([{ name: 'local' }])
    })
    await second.close()
  })
})
