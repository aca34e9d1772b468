import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#relay/database/database.ts'
import { kinds, openServer } from '#tests/fixtures/databases.ts'
import { followLamps, lamp, lamps, openJournal, toRows } from '#tests/fixtures/journal.ts'

const minute = 60_000
const start = Date.UTC(2026, 10, 21, 10)

describe.each(kinds)('journal in the $kind database', ({ open }) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    await database.query('truncate journal.feeds cascade')
  })
  const entries = async () =>
    (await database.query('select kind, entity, row, before, why, until from journal.entries order by number')).rows

  test('starts with a keyframe of all rows, and records later changes', async () => {
    const journal = openJournal(database)
    const feed = await followLamps(journal)
    expect(feed.recorded).toBeNull()
    feed.report(start, { a: lamp('a', 'on'), b: lamp('b', 'on') })
    feed.report(start + 1, { a: lamp('a', 'off') })
    feed.report(start + 2, { b: null, c: lamp('c', 'on') })
    await journal.flush()
    expect(await entries()).toMatchObject([
      { kind: 'put', entity: 'a', row: '{"id":"a","status":"off","ran":0}', before: '{"status":"on"}' },
      { kind: 'put', entity: 'c', row: '{"id":"c","status":"on","ran":0}', before: null },
      { kind: 'drop', entity: 'b', row: null, before: '{"id":"b","status":"on","ran":0}' },
    ])
    await journal.close()
  })

  test('continues after a shutdown with the same rows, epoch and change times', async () => {
    const journal = openJournal(database)
    const feed = await followLamps(journal)
    feed.report(start, { a: lamp('a', 'on'), b: lamp('b', 'on'), c: lamp('c', 'on') })
    await journal.flush()
    feed.report(start + 1, { a: lamp('a', 'off') })
    await journal.flush()
    feed.report(start + 2, { b: lamp('b', 'on', 7), c: null })
    journal.end(lamps, 'unwatched')
    const again = await followLamps(journal)
    expect(again.recorded).toMatchObject({
      version: 3,
      observedAtMs: start + 2,
      oldestKnown: 1,
      unsure: new Set(),
      holes: [],
    })
    expect(again.recorded?.rows).toEqual(
      new Map([
        ['a', { row: lamp('a', 'off'), changedAt: 2 }],
        ['b', { row: lamp('b', 'on', 7), changedAt: 3 }],
      ]),
    )
    expect(again.recorded?.dropped).toEqual(new Map([['c', 3]]))
    again.report(start + 5 * minute, { a: lamp('a', 'on') })
    await journal.flush()
    journal.end(lamps, 'unwatched')
    expect((await journal.resume(lamps))?.holes).toEqual([{ after: 3, before: 1_000_003 }])
    expect((await entries()).slice(2, 4)).toMatchObject([
      { kind: 'gap', why: 'unwatched', until: '2026-11-21T10:05:00+00:00' },
      { kind: 'put', entity: 'a', before: '{"status":"off"}' },
    ])
    await journal.close()
  })

  test('records no entry for mere ticks, and after a kill reports rows that may be newer elsewhere', async () => {
    const killed = openJournal(database)
    const feed = await followLamps(killed)
    feed.report(start, { a: lamp('a', 'on'), b: lamp('b', 'on') })
    await killed.flush()
    feed.report(start + 1, { a: lamp('a', 'on', 1) })
    await killed.flush()
    expect(await entries()).toEqual([])

    await database.query('update journal.feeds set writer = null')
    const journal = openJournal(database)
    const again = await followLamps(journal)
    expect(again.recorded?.unsure).toEqual(new Set(['a']))
    expect(again.recorded?.rows.get('a')).toEqual({ row: lamp('a', 'on'), changedAt: 2 })
    expect(again.recorded?.rows.get('b')).toEqual({ row: lamp('b', 'on'), changedAt: 1 })
    again.report(start + minute, { a: lamp('a', 'on', 9) })
    await journal.flush()
    expect(await entries()).toMatchObject([{ kind: 'gap', why: 'relay', until: '2026-11-21T10:01:00+00:00' }])
    await journal.close()
  })

  test('writes nothing twice when a response was lost, even if rows changed meanwhile', async () => {
    let dropsResponses = false
    const flaky: Database = {
      ...database,
      query: async <Row>(sql: string, parameters?: readonly unknown[]) => {
        const result = await database.query<Row>(sql, parameters)
        if (dropsResponses && sql.includes('insert into journal.entries')) throw new Error('The connection was lost.')
        return result
      },
    }
    const journal = openJournal(flaky)
    const feed = await followLamps(journal)
    feed.report(start, { a: lamp('a', 'on'), b: lamp('b', 'on') })
    await journal.flush()
    dropsResponses = true
    feed.report(start + 1, { a: lamp('a', 'off') })
    await journal.flush()
    expect(journal.state().failure).toBe('The connection was lost.')
    dropsResponses = false
    feed.report(start + 2, { b: lamp('b', 'off') })
    await journal.flush()
    expect(await entries()).toMatchObject([
      { kind: 'put', entity: 'a' },
      { kind: 'put', entity: 'b' },
    ])
    await journal.close()
  })

  test('records the net change and a gap after a time in which writes failed', async () => {
    const failures: string[] = []
    let isBroken = false
    const flaky: Database = {
      ...database,
      query: (sql, parameters) =>
        isBroken ? Promise.reject(new Error('The disk is full.')) : database.query(sql, parameters),
    }
    const journal = openJournal(flaky, { mostPending: 3, onFailure: ({ message }) => failures.push(message) })
    const feed = await followLamps(journal)
    feed.report(start, { a: lamp('a', 'on'), b: lamp('b', 'on') })
    await journal.flush()
    isBroken = true
    for (let n = 1; n <= 10; n += 1) {
      feed.report(start + n, { a: lamp('a', n % 2 === 0 ? 'on' : 'off') })
      await journal.flush()
    }
    expect(journal.state().failure).toBe('The disk is full.')
    expect(failures).toEqual(['The disk is full.'])
    feed.report(start + 11, { a: lamp('a', 'off') })
    isBroken = false
    await journal.flush()
    expect(journal.state()).toMatchObject({ failure: null, pending: 0 })
    const stored = await entries()
    expect(stored.filter(({ kind }) => kind === 'gap')).toMatchObject([{ why: 'journal' }])
    expect(stored.at(-1)).toMatchObject({ kind: 'put', entity: 'a', row: '{"id":"a","status":"off","ran":0}' })
    expect(stored.length).toBeLessThan(6)
    await journal.close()
    const after = openJournal(database)
    expect(toRows((await followLamps(after)).recorded)).toEqual({ a: lamp('a', 'off'), b: lamp('b', 'on') })
    await after.close()
  })
})

test('leaves a feed to the relay instance that writes it, and takes over when that one stops', async () => {
  const database = await openServer()
  const first = openJournal(database, { heartbeatMs: 60_000 })
  const firstJournal = await followLamps(first)
  firstJournal.report(start, { a: lamp('a', 'on') })
  await first.flush()

  const second = openJournal(database, { heartbeatMs: 60_000 })
  const secondJournal = await followLamps(second)
  expect(secondJournal.recorded).toBeNull()
  secondJournal.report(start, { a: lamp('a', 'on') })
  secondJournal.report(start + 1, { a: lamp('a', 'off') })
  await second.flush()
  expect(second.state()).toMatchObject({ elsewhere: 1, failure: null })
  expect((await second.page(lamps.key, { limit: 10 })).entries).toEqual([])

  await first.close()
  await second.flush()
  expect((await second.page(lamps.key, { limit: 10 })).entries).toMatchObject([
    { kind: 'put', entity: 'a', before: { status: 'on' } },
  ])
  await second.close()
  const third = openJournal(database)
  expect(toRows((await followLamps(third)).recorded)).toEqual({ a: lamp('a', 'off') })
  await third.close()
  await database.close()
})
