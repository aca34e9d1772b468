import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { reportDifferences } from '#shared/relays/relays-topic.ts'
import { drainRelay, resumeRelay } from '#relay/backend/relays/drain-relay.ts'
import { listRelays } from '#relay/backend/relays/list-relays.ts'
import { startRelayInstances, type RelayInstances } from '#relay/backend/schedule/relay-instances.ts'
import { RelayCalls } from '#relay/backend/schedule/relay-calls.ts'
import { startWork, type Work } from '#relay/backend/schedule/work.ts'
import { toShard } from '#relay/backend/schedule/work-shards.ts'
import { selectHeld, type StatusRow } from '#relay/backend/checks/store/status-store.ts'
import { claimEvents, freeEvents } from '#relay/backend/notifications/events/event-queue.ts'
import type { Database } from '#relay/database/database.ts'
import { migrate } from '#relay/database/migrate.ts'
import { nameOwnProcess } from '#relay/database/named-process.ts'
import { openDatabase } from '#relay/database/open-database.ts'
import { migrationsFolder } from '#relay/database/schema-files.ts'
import { createServerDatabase, openEmbedded } from '#tests/fixtures/databases.ts'

const log = pino({ enabled: false })
const waitOptions = { timeout: 30_000, interval: 20 }
const keys = Array.from({ length: 200 }, (_, index) => `work ${index}`)
const lost = 'Another relay instance has taken over this work.'

let database: Database
/** Statements of another relay: own connections. */
let elsewhere: Database
const started: { instances: RelayInstances; work: Work }[] = []

const start = async (leaseSeconds: number) => {
  const instances = await startRelayInstances(database, log, { leaseSeconds })
  const work = await startWork({ database, relayInstances: instances, log })
  const one = { instances, work }
  started.push(one)
  return one
}
const findKey = (shard: number) => keys.find((key) => toShard(key) === shard) ?? ''
const countOwned = ({ work }: { readonly work: Work }) => keys.filter((key) => work.owns(key)).length
const leave = async ({ instances, work }: { instances: RelayInstances; work: Work }) => {
  await work.stop()
  await instances.stop()
  await instances.leave()
}
const takeAway = (key: string) =>
  elsewhere.query(
    `update relay.work_shards set owner = 'ffffffff-0000-4000-8000-000000000000', epoch = epoch + 1 where shard = $1`,
    [toShard(key)],
  )

beforeAll(async () => {
  const url = await createServerDatabase()
  database = await openDatabase({ url })
  elsewhere = await openDatabase({ url })
})
afterAll(() => Promise.all([database.close(), elsewhere.close()]))
beforeEach(() => database.query('update relay.work_shards set owner = null'))
afterEach(async () => {
  await Promise.all(started.splice(0).map(leave))
})

test('each piece of work has exactly one owner while relays join and leave', async () => {
  const one = await start(600)
  expect(countOwned(one)).toBe(keys.length)
  const two = await start(600)
  await vi.waitFor(() => {
    for (const key of keys) expect([one, two].filter(({ work }) => work.owns(key))).toHaveLength(1)
    expect(Math.min(countOwned(one), countOwned(two))).toBeGreaterThan(50)
  }, waitOptions)
  await one.work.drain()
  await vi.waitFor(() => expect([countOwned(one), countOwned(two)]).toEqual([0, keys.length]), waitOptions)
})

test('work that is handed over is left only after its runs have ended', async () => {
  const one = await start(600)
  const two = await start(600)
  await vi.waitFor(() => expect(Math.min(countOwned(one), countOwned(two))).toBeGreaterThan(50), waitOptions)
  const key = keys.find((each) => one.work.owns(each)) ?? ''
  const ends: (() => void)[] = []
  const running = new Promise<void>((resolve) => {
    ends.push(resolve)
  })
  const seen: boolean[] = []
  one.work.follow(async () => {
    seen.push(one.work.owns(key))
    await running
  })
  const drained = one.work.drain()
  await vi.waitFor(() => expect(seen).toContain(false), waitOptions)
  const guarded = one.work.guard(key)
  await guarded.query('select 1')
  expect(two.work.owns(key)).toBe(false)
  for (const end of ends) end()
  await drained
  await vi.waitFor(() => expect(countOwned(two)).toBe(keys.length), waitOptions)
  await expect(guarded.query('select 1')).rejects.toThrow(lost)
})

test('a drain moves the work to the others, also when they leave, and can be undone', async () => {
  const one = await start(600)
  await expect(drainRelay(database, { id: one.instances.id, personId: '' })).rejects.toThrow(
    'No other relay can take over',
  )
  const two = await start(600)
  const counts = () => [countOwned(one), countOwned(two)]
  await vi.waitFor(() => expect(Math.min(...counts())).toBeGreaterThan(50), waitOptions)
  const findState = async ({ instances }: { readonly instances: RelayInstances }) =>
    (await listRelays(database)).find(({ id }) => id === instances.id)?.state

  await drainRelay(elsewhere, { id: one.instances.id, personId: '' })
  await vi.waitFor(() => expect(counts()).toEqual([0, keys.length]), waitOptions)
  await vi.waitFor(
    async () => expect([await findState(one), await findState(two)]).toEqual(['drained', 'working']),
    waitOptions,
  )
  expect([one.work.isDrained, two.work.isDrained]).toEqual([true, false])
  await expect(drainRelay(database, { id: two.instances.id, personId: '' })).rejects.toThrow(
    'No other relay can take over',
  )

  await resumeRelay(elsewhere, { id: one.instances.id, personId: '' })
  await vi.waitFor(() => expect(Math.min(...counts())).toBeGreaterThan(50), waitOptions)
  expect(await findState(one)).toBe('working')
  const { rows } = await database.query(
    "select action, table_name, row_id from audit_log where table_name = 'relays' order by id",
  )
  expect(rows).toEqual(
    ['drained', 'resumed'].map((action) => ({ action, table_name: 'relays', row_id: one.instances.id })),
  )

  await drainRelay(elsewhere, { id: one.instances.id, personId: '' })
  await vi.waitFor(() => expect(counts()).toEqual([0, keys.length]), waitOptions)
  await two.work.drain()
  await vi.waitFor(() => expect(countOwned(one)).toBe(keys.length), waitOptions)
  expect([one.work.isDrained, await findState(one)]).toEqual([false, 'working'])
})

test('of two drains at once, one is rejected', async () => {
  const [one, two] = [await start(600), await start(600)]
  const outcomes = await Promise.allSettled([
    drainRelay(database, { id: one.instances.id, personId: '' }),
    drainRelay(elsewhere, { id: two.instances.id, personId: '' }),
  ])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('a relay states what it runs, and in which documents it differs from the others', async () => {
  const [one, two] = [await start(600), await start(600)]
  const runs = { checks: 3, scrapers: 1, topologies: 2, jobs: 4, lateMs: 5 }
  const same = { 'a.yaml': '1', 'b.yaml': '1' }
  one.instances.describe(() => ({ address: '127.0.0.1:1', runs, documents: same }))
  await one.instances.show()
  const read = async () => {
    const rows = await listRelays(database)
    return [one, two].map(({ instances }) => rows.find(({ id }) => id === instances.id))
  }
  expect(await read()).toMatchObject([
    { ...runs, address: '127.0.0.1:1', files: 2, differing: [] },
    { checks: 0, address: null, files: null, differing: [] },
  ])
  two.instances.describe(() => ({ address: undefined, runs, documents: { ...same, 'b.yaml': '2' } }))
  await two.instances.show()
  const differs = { differing: [{ file: 'b.yaml', difference: 'differs' }], differingCount: 1 }
  expect(await read()).toMatchObject([differs, differs])
  expect(reportDifferences(await listRelays(database))).toContain('(127.0.0.1:1): b.yaml differs')
  two.instances.describe(() => ({ address: undefined, runs, documents: { ...same } }))
  await two.instances.show()
  expect(await read()).toMatchObject([{ differing: [] }, { differing: [] }])
})

test('a relay without work of its own, as one that rotates the key, takes none from others', async () => {
  const one = await start(600)
  const idle = await startRelayInstances(database, log, { leaseSeconds: 600, takesWork: false })
  await idle.show()
  const two = await start(600)
  await vi.waitFor(() => expect(countOwned(one) + countOwned(two)).toBe(keys.length), waitOptions)
  await idle.stop()
  await idle.leave()
})

test('of relays with the same host name, only one whose process is known to have ended counts as stopped before its lease ends', async () => {
  const own = nameOwnProcess()
  const processes = [
    { ...own, started: '1' },
    { ...own, started: '1', machine: 'another container' },
    { ...own, started: '1', machine: null },
    null,
  ]
  const ids = processes.map(() => randomUUID())
  for (const [at, process] of processes.entries())
    await database.query('insert into relay.instances (id, host, pid, process) values ($1, $2, $3, $4)', [
      ids[at],
      hostname(),
      own.pid,
      process,
    ])
  const { instances } = await start(600)
  const look = vi.fn<(living: readonly string[]) => Promise<void>>(async () => undefined)
  await instances.follow(look)
  expect(look.mock.calls[0]?.[0].toSorted()).toEqual([instances.id, ...ids.slice(1)].toSorted())
  await database.query('delete from relay.instances where id = any($1)', [ids])
})

test('of two renewals at once, the facts of the later one stay', async () => {
  const release = new EventTarget()
  let isHeld = false
  const query: Database['query'] = async (sql, parameters) => {
    if (isHeld) {
      isHeld = false
      await new Promise((resolve) => {
        release.addEventListener('now', resolve)
      })
    }
    return database.query(sql, parameters)
  }
  const instances = await startRelayInstances({ ...database, query }, log, { leaseSeconds: 600 })
  isHeld = true
  const early = instances.show(false)
  const late = instances.show(true)
  await database.query('select 1')
  release.dispatchEvent(new Event('now'))
  await Promise.all([early, late])
  const { rows } = await database.query('select is_draining from relay.instances where id = $1', [instances.id])
  expect(rows).toEqual([{ is_draining: true }])
  await instances.stop()
  await instances.leave()
})

test('the database rejects writes of a relay that does not know yet that its work was taken over', async () => {
  const { work } = await start(600)
  const guarded = work.guard('work 2')
  await guarded.query("insert into properties (name, value) values ('before', '1')")
  await takeAway('work 2')
  expect(work.canStart('work 2')).toBe(true)
  await expect(guarded.query("insert into properties (name, value) values ('after', '1')")).rejects.toThrow(lost)
  await expect(guarded.transaction((opened) => opened.query('select 1'))).rejects.toThrow(lost)
  const { rows } = await database.query("select name from properties where name in ('before', 'after')")
  expect(rows).toEqual([{ name: 'before' }])
})

test('a takeover waits for results that are being stored', async () => {
  const { work } = await start(600)
  let isTaken = false
  let taking: Promise<unknown> = Promise.resolve()
  await work.guard('work 3').transaction(async (transaction) => {
    taking = takeAway('work 3').then(() => {
      isTaken = true
    })
    await vi.waitFor(async () => {
      const { rows } = await elsewhere.query(
        "select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%update relay.work_shards%'",
      )
      expect(rows).toHaveLength(1)
    }, waitOptions)
    await transaction.query('select 1')
    expect(isTaken).toBe(false)
  })
  await taking
  expect(isTaken).toBe(true)
})

test('results of a former ownership are left out, also after the work came back', async () => {
  const { work } = await start(600)
  const outcome = { time: 1, pass: true, invalid: false, durationMs: 1, message: '', error: '', details: undefined }
  const toRow = (checkId: string, key: string): StatusRow => ({
    checkId,
    outcome,
    lastTransition: null,
    nextRuntime: null,
    held: work.findHeld(key),
  })
  const old = toRow('old', findKey(5))
  await database.query('update relay.work_shards set epoch = epoch + 2 where shard = 5')
  const rows = [old, { ...toRow('new', findKey(5)), held: { shard: 5, epoch: (old.held?.epoch ?? 0) + 2 } }]
  rows.push(toRow('other', findKey(6)), { ...toRow('posted', findKey(5)), held: undefined })
  const held = await database.transaction((transaction) => selectHeld(transaction, rows))
  expect(held.map(({ checkId }) => checkId)).toEqual(['new', 'other', 'posted'])
})

test('a silent relay loses its work after its lease, and starts nothing meanwhile', async () => {
  const silent = await start(1)
  await silent.work.stop()
  await silent.instances.stop()
  const other = await start(1)
  await vi.waitFor(() => expect(countOwned(other)).toBe(keys.length), waitOptions)
  await expect(silent.work.guard('work 1').query('select 1')).rejects.toThrow(lost)
})

test('a request reaches the relay that accepts it, with a long result or its failure, among unknown messages', async () => {
  const [asking, answering] = [new RelayCalls(database, 'a', log), new RelayCalls(database, 'b', log)]
  await asking.start()
  await answering.start()
  for (const unknown of ['{', '{"kind":"of a later version"}'])
    await database.query(`select pg_notify('relay_calls', $1)`, [unknown])
  const text = 'ü'.repeat(20_000)
  answering.serve('echo', async (id) => ({ id, text }))
  answering.serve('fail', async () => {
    throw new Error('no such work')
  })
  expect(await asking.call('echo', 'x')).toEqual({ id: 'x', text })
  await expect(asking.call('fail', 'x')).rejects.toThrow('no such work')
  const unanswered = asking.call('unknown', 'x')
  await asking.stop()
  await expect(unanswered).rejects.toThrow('does not respond')
  await answering.stop()
})

test('the relay that takes over the decisions decides the events that the former one had claimed', async () => {
  await database.query('insert into event_queue (name, properties) values (\'check.failed\', \'{"id": "x"}\')')
  expect(await claimEvents(database)).toHaveLength(1)
  expect(await claimEvents(database)).toHaveLength(0)
  await freeEvents(database)
  expect(await claimEvents(database)).toHaveLength(1)
  await database.query('delete from event_queue')
})

test('an embedded database has one owner of everything, whose statements are not changed', async () => {
  const embedded = await openEmbedded()
  const instances = await startRelayInstances(embedded, log)
  const work = await startWork({ database: embedded, relayInstances: instances, log })
  expect([work.isShared, work.owns('a'), work.canStart('a'), work.guard('a')]).toEqual([false, true, true, embedded])
  expect(await listRelays(embedded)).toMatchObject([{ id: instances.id, state: 'working', shards: 64 }])
  await expect(drainRelay(embedded, { id: instances.id, personId: '' })).rejects.toThrow('No other relay can take over')
  await instances.stop()
  await embedded.close()
})

/** Of a newer version: an additive migration on every table of the relays. */
const migrateToNewer = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  await cp(migrationsFolder, folder, { recursive: true })
  const sql = `do $$ declare each regclass; begin
      for each in select format('%I.%I', schemaname, tablename)::regclass from pg_tables where schemaname = 'relay' loop
        execute format('alter table %s add column of_newer text not null default %L', each, 'added');
      end loop;
      alter table properties add column of_newer text not null default 'added';
    end $$`
  await writeFile(join(folder, '9999-newer.sql'), sql)
  await migrate(elsewhere, pathToFileURL(`${folder}/`))
  await rm(folder, { recursive: true })
}

test('relays share the work while a newer version migrates the database and replaces them one after another', async () => {
  const shared = async (...relays: Awaited<ReturnType<typeof start>>[]) => {
    await vi.waitFor(() => {
      expect(keys.map((key) => relays.filter(({ work }) => work.owns(key)).length)).toEqual(keys.map(() => 1))
      for (const relay of relays) expect(countOwned(relay)).toBeGreaterThan(0)
    }, waitOptions)
    for (const { work, instances } of relays) {
      await instances.show()
      const key = keys.find((each) => work.owns(each)) ?? ''
      await work.guard(key).query('insert into properties (name, value) values ($1, $2)', [randomUUID(), key])
    }
  }
  const stop = async (relay: Awaited<ReturnType<typeof start>>) => {
    started.splice(started.indexOf(relay), 1)
    await relay.work.drain()
    await leave(relay)
  }
  const [first, second] = [await start(600), await start(600)]
  await shared(first, second)
  await migrateToNewer()
  await shared(first, second)
  const newer = await start(600)
  await shared(first, second, newer)
  await stop(first)
  await shared(second, newer)
  const another = await start(600)
  await stop(second)
  await shared(newer, another)
  await expect(migrate(database)).rejects.toThrow('9999-newer.sql, which this version does not have')
})
