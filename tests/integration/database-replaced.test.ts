import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { openEmbedded, type EmbeddedOptions } from '#relay/database/embedded.ts'
import { embeddedTemplate } from '#tests/fixtures/embedded-template.ts'
import { killWhileReplaced } from '#tests/fixtures/kill-while-replaced.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

const endless = 'select count(*) from generate_series(1, 1000000) a, generate_series(1, 1000000) b'
/** Blocks below PostgreSQL and cannot be cancelled. */
const deaf = 'select pg_sleep(3600)'

const opened: { close(): Promise<void> }[] = []
let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'quarterdeck-data-'))
  return async () => {
    await Promise.all(opened.splice(0).map((database) => database.close()))
    await rm(dataDir, { recursive: true, force: true })
  }
})

const open = async (options: Partial<EmbeddedOptions> = {}) => {
  const outages: string[] = []
  const database = await openEmbedded({
    dataDir: join(dataDir, 'database'),
    template: await embeddedTemplate(),
    graceMs: 1_000,
    onOutage: (reason) => outages.push(reason),
    ...options,
  })
  opened.push(database)
  return { database, outages }
}

describe('the embedded database', () => {
  test('cancels a user’s statement on timeout and continues', async () => {
    const { database, outages } = await open({ dataDir: undefined, graceMs: 30_000 })
    const people = database.forPeople(100)
    await expect(people.query(endless)).rejects.toMatchObject({ name: 'SqlError', code: '57014' })
    const inTransaction = people.transaction(async (transaction) => {
      await transaction.query("insert into properties (name, value) values ('cancelled', 'yes')")
      await transaction.query(endless)
    })
    await expect(inTransaction).rejects.toMatchObject({ code: '57014' })
    const { rows } = await database.query("select name from properties where name = 'cancelled'")
    expect(rows).toEqual([])
    expect({ ...database.condition(), outages }).toMatchObject({ outage: null, restarts: 0, cancelled: 2, outages: [] })
  })

  test('restarts a user’s statement that blocked others, after them', async () => {
    const { database } = await open({ dataDir: undefined, graceMs: 60_000 })
    await database.query('create sequence turns')
    const people = database.forPeople(60_000)
    const order: string[] = []
    const slow = people.query<{ answer: number }>(
      `select case when nextval('turns') = 1 then (${endless}) else 7 end as answer`,
    )
    await Promise.all([
      slow.then(({ rows }) => order.push(`slow ${rows[0]?.answer}`)),
      people.query('select 1').then(() => order.push('person')),
      people.query('select 1').then(() => order.push('person')),
      database.query('select 1').then(() => order.push('relay')),
    ])
    expect(order).toEqual(['relay', 'person', 'person', 'slow 7'])
    expect(database.condition()).toMatchObject({ cancelled: 0, restarts: 0 })
  })

  test('cancels a user’s statement that blocks others a second time, and any in a transaction', async () => {
    const { database } = await open({ dataDir: undefined, graceMs: 60_000 })
    const people = database.forPeople(3_600_000)
    const first = Promise.allSettled([people.query(endless)])
    await people.query('select 1')
    await database.query('select 1')
    const second = Promise.allSettled([people.transaction(async (transaction) => transaction.query(endless))])
    await database.query('select 1')
    for (const [settled] of [await first, await second])
      expect(settled).toMatchObject({ status: 'rejected', reason: { name: 'SqlError', code: '57014' } })
    expect(database.condition()).toMatchObject({ outage: null, cancelled: 2, restarts: 0 })
  })

  test('runs the relay’s own statements and transactions before all user queries', async () => {
    const { database } = await open({ dataDir: undefined })
    const people = database.forPeople(60_000)
    const order: string[] = []
    const first = people.query('select 1').then(() => order.push('under way'))
    const later = [
      people.query('select 1').then(() => order.push('person')),
      people.transaction(async (transaction) => transaction.query('select 1')).then(() => order.push('person')),
      database.query('select 1').then(() => order.push('relay')),
      database.transaction(async (transaction) => transaction.query('select 1')).then(() => order.push('relay')),
    ]
    await Promise.all([first, ...later])
    expect(order).toEqual(['under way', 'relay', 'relay', 'person', 'person'])
  })

  test('replaces a thread that cannot be cancelled and continues from its files, without losing acknowledged data', async () => {
    const { database, outages } = await open()
    const received: string[] = []
    await database.listen('told', (payload) => received.push(payload))
    await database.query("insert into properties (name, value) values ('acknowledged', 'yes')")
    const people = database.forPeople(100)
    const culprit = people.query(deaf)
    const waiting = [
      database.query<{ value: string }>("select value from properties where name = 'acknowledged'"),
      database.query("insert into properties (name, value) values ('waited', 'yes') returning value"),
      people.query("select 'yes' as value"),
    ]
    await expect(culprit).rejects.toMatchObject({ name: 'DatabaseUnavailable', mayHaveCommitted: true })
    for (const pending of waiting) expect((await pending).rows).toEqual([{ value: 'yes' }])
    expect(received).toEqual([''])
    await database.query("notify told, 'again'")
    await expect.poll(() => received).toEqual(['', 'again'])
    expect(outages).toEqual(['a statement ran longer than 0.1 seconds and could not be cancelled'])
    expect(database.condition()).toMatchObject({ outage: null, restarts: 1, lastRestart: { reason: outages[0] } })
  })

  test('rejects and rolls back the rest of a transaction whose thread was replaced', async () => {
    const { database } = await open()
    const lost = database.forPeople(3_000).transaction(async (transaction) => {
      await transaction.query("insert into properties (name, value) values ('half', 'yes')")
      await transaction.query(deaf).catch(() => undefined)
      await transaction.query("insert into properties (name, value) values ('other half', 'yes')")
    })
    await expect(lost).rejects.toMatchObject({ name: 'DatabaseUnavailable', mayHaveCommitted: false })
    expect((await database.query("select name from properties where name like '%half'")).rows).toEqual([])
  })

  test('an in-memory database reports its loss instead of continuing without its rows', async () => {
    const { database } = await open({ dataDir: undefined })
    await expect(database.forPeople(100).query(deaf)).rejects.toMatchObject({ mayHaveCommitted: true })
    await expect(database.query('select 1')).rejects.toThrow('It was in memory only and its data is lost')
  })

  test('can be closed while a statement never ends', async () => {
    const { database } = await open({ closeWithinMs: 200 })
    const stuck = database.query(deaf).catch(String)
    await database.close()
    expect(await stuck).toContain('The change may or may not have been saved.')
    await expect(database.query('select 1')).rejects.toThrow('The embedded database is closed')
  })

  test('keeps every acknowledged row after its process is killed while replacing the thread, repeatedly', async () => {
    const { acknowledged, lost } = await killWhileReplaced(join(dataDir, 'database'), await embeddedTemplate(), 3)
    expect(acknowledged).toBeGreaterThan(0)
    expect(lost).toEqual([])
  })
})
