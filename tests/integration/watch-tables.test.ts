import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openListener } from '#relay/database/server-listener.ts'
import { watchTables } from '#relay/database/watch-tables.ts'
import { createServerDatabase } from '#tests/fixtures/databases.ts'
import { eventually } from '#tests/fixtures/eventually.ts'

const tables = ['teams', 'agents', 'team_members', 'job_history', 'not_there']

let url: string
let client: pg.Client
let reported: string[]
let errors: unknown[]
const stops: (() => Promise<void>)[] = []

const connect = async () => {
  const opened = new pg.Client({ connectionString: url })
  await opened.connect()
  return opened
}
/** On a connection of its own: the server counts its changes at the latest when it ends. */
const write = async (sql: string) => {
  const writer = await connect()
  await writer.query(sql)
  await writer.end()
}

beforeEach(async () => {
  url = await createServerDatabase({ migrated: false })
  client = await connect()
  reported = []
  errors = []
  await client.query(`
    create table teams (id int primary key, name text, deleted_at timestamptz);
    create table agents (id int primary key, last_seen timestamptz);
    create table team_members (team_id int, person_id int);
    create table job_history (id int primary key, status text, details text);
    insert into teams values (1, 'payments'); insert into agents values (1); insert into team_members values (1, 1)`)
})
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop()
  await client.end()
})

const onChange = (changed: readonly string[]) => reported.push(...changed)

const watch = async (query: Parameters<typeof watchTables>[0]) => {
  let looks = 0
  const counted: typeof query = (sql, parameters) => {
    looks += 1
    return query(sql, parameters)
  }
  stops.push(watchTables(counted, { tables, onChange, onError: (error) => errors.push(error), everyMs: 10 }))
  await eventually(() => expect(looks).toBeGreaterThan(2))
}
const watchDirectly = async (role?: string) => {
  const own = await connect()
  if (role !== undefined) await own.query(`set role ${role}`)
  stops.push(() => own.end())
  await watch(async (sql, parameters = []) => {
    const { rows } = await own.query(sql, [...parameters])
    return { rows, affectedRows: 0 }
  })
  return own
}
const reports = (expected: readonly string[]) => eventually(() => expect(reported).toEqual(expected))

test('reports each change of a table without triggers, in order, and nothing that was rolled back', async () => {
  await watchDirectly()
  expect(reported).toEqual([])
  await write("insert into teams values (2, 'shop')")
  await reports(['teams'])
  await write('update teams set deleted_at = now() where id = 1')
  await reports(['teams', 'teams'])
  await write("begin; update job_history set status = 'FAILED'; insert into teams values (3); rollback")
  await write('update agents set last_seen = now()')
  await reports(['teams', 'teams', 'agents'])
  await write('delete from team_members')
  await reports(['teams', 'teams', 'agents', 'team_members'])
  expect(errors).toEqual([])
})

test('reports changes of a large table by the counters of the server, without reading its rows', async () => {
  await write("insert into job_history select n, 'SUCCESS', repeat(md5(n::text), 20) from generate_series(1, 2000) n")
  const own = await watchDirectly()
  await write("insert into job_history values (0, 'RUNNING')")
  await reports(['job_history'])
  await write("update job_history set status = 'FAILED' where id = 0")
  await reports(['job_history', 'job_history'])
  const { rows } = await own.query("select pg_stat_get_tuples_returned('job_history'::regclass)::int as read")
  expect(rows).toEqual([{ read: 0 }])
})

test('reports changes of a table that it may not read', async () => {
  await client.query('drop role if exists watcher; create role watcher')
  await watchDirectly('watcher')
  reported = []
  await write('update agents set last_seen = now()')
  await eventually(() => expect(reported).toContain('agents'))
  expect(errors).toEqual([])
})

test('reports what changed while the connection was lost', async () => {
  const listener = openListener(url, (error) => errors.push(error))
  stops.push(() => listener.close())
  stops.push(listener.watchTables({ tables, onChange, onError: () => 0, everyMs: 10 }))
  const find = async () => {
    const { rows } = await client.query<{ pid: number }>(
      "select pid from pg_stat_activity where application_name = 'quarterdeck' and query like '%job_history%' and datname = current_database()",
    )
    expect(rows).toHaveLength(1)
    return rows[0]?.pid
  }
  const pid = await eventually(find)
  await client.query(`select pg_terminate_backend(${pid}); update agents set last_seen = now()`)
  await eventually(async () => expect(await find()).not.toBe(pid))
  await reports(['agents'])
})
