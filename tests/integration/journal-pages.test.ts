import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { journalPageSchema, type JournalEntry } from '#shared/live/journal.ts'
import type { Database } from '#relay/database/database.ts'
import { oneValue } from '#tests/fixtures/rows.ts'
import { kinds } from '#tests/fixtures/databases.ts'
import { followLamps, lamp, lamps, openJournal, toRows } from '#tests/fixtures/journal.ts'

const minute = 60_000
const hour = 60 * minute
const start = Date.UTC(2026, 10, 21, 10)
const iso = (ms: number) => new Date(ms).toISOString()
const shown = (entry: JournalEntry) => {
  if (entry.kind === 'gap') return 'gap'
  return `${entry.entity} ${entry.kind === 'put' ? String(entry.row['status']) : 'gone'}`
}

describe.each(kinds)('entries of the journal in the $kind database', ({ open }) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    await database.query('truncate journal.feeds cascade')
  })

  test('are complete, newest first, with gaps and all earlier messages', async () => {
    const journal = openJournal(database)
    const feed = await followLamps(journal)
    feed.report(start, { a: lamp('a', 'on'), b: lamp('b', 'on') })
    feed.report(start + minute, { a: lamp('a', 'off', 5) })
    journal.outage(lamps, start + 2 * minute, 'The backend is unreachable.')
    feed.report(start + 3 * minute, { b: null })
    journal.outage(lamps, start + 4 * minute, 'Out again.')
    const page = await journal.page(lamps.key, { limit: 10 })
    const number = page.entries.at(-1)?.number ?? 0
    expect(journalPageSchema.parse(page)).toEqual({
      entries: [
        {
          kind: 'gap',
          number: number + 3,
          observedAt: iso(start + 4 * minute),
          until: null,
          why: 'source',
          reason: 'Out again.',
        },
        {
          kind: 'drop',
          number: number + 2,
          observedAt: iso(start + 3 * minute),
          entity: 'b',
          row: null,
          before: lamp('b', 'on'),
        },
        {
          kind: 'gap',
          number: number + 1,
          observedAt: iso(start + 2 * minute),
          until: iso(start + 3 * minute),
          why: 'source',
          reason: 'The backend is unreachable.',
        },
        {
          kind: 'put',
          number,
          observedAt: iso(start + minute),
          entity: 'a',
          row: lamp('a', 'off', 5),
          before: { status: 'on', ran: 0 },
        },
      ],
      next: null,
      reachesBackTo: iso(start),
    })
    expect(await journal.page('another feed', { limit: 10 })).toEqual({ entries: [], next: null, reachesBackTo: null })
    await journal.close()
  })

  test('come page by page, for one row, in a time range', async () => {
    const journal = openJournal(database)
    const feed = await followLamps(journal)
    feed.report(start, { a: lamp('a', '0'), b: lamp('b', '0') })
    for (let n = 1; n <= 6; n += 1)
      feed.report(start + n * minute, { a: lamp('a', String(n)), b: lamp('b', String(n)) })
    journal.outage(lamps, start + 7 * minute, 'Unknown error.')
    feed.report(start + 9 * minute, { a: lamp('a', '9') })
    await journal.flush()
    const read = async (query: object) => (await journal.page(lamps.key, { limit: 100, ...query })).entries.map(shown)

    const paged: string[] = []
    let next: string | null = ''
    let pages = 0
    while (next !== null) {
      const [atMs = 0, number = 0] = next.split('-').map(Number)
      const page = await journal.page(lamps.key, { limit: 4, ...(next !== '' && { cursor: { atMs, number } }) })
      paged.push(...page.entries.map(shown))
      pages += 1
      ;({ next } = page)
    }
    expect(pages).toBe(4)
    expect(paged).toEqual(await read({}))
    expect(paged).toEqual([
      'a 9',
      'gap',
      'b 6',
      'a 6',
      'b 5',
      'a 5',
      'b 4',
      'a 4',
      'b 3',
      'a 3',
      'b 2',
      'a 2',
      'b 1',
      'a 1',
    ])
    expect(await read({ entity: 'b' })).toEqual(['gap', 'b 6', 'b 5', 'b 4', 'b 3', 'b 2', 'b 1'])
    expect(await read({ entity: 'b', limit: 2 })).toEqual(['gap', 'b 6'])
    expect(await read({ from: start + 5 * minute, to: start + 6 * minute })).toEqual(['b 5', 'a 5'])
    expect(await read({ entity: 'a', from: start + 8 * minute })).toEqual(['a 9', 'gap'])
    await journal.close()
  })

  test('reach back to the retention limit, and a feed continues from what remains', async () => {
    let nowMs = start + 30 * hour
    const journal = openJournal(database, {
      now: () => nowMs,
      retention: { patchesForMs: 24 * hour, keyframesForMs: 48 * hour, mostBytes: 2 ** 30 },
    })
    const feed = await followLamps(journal)
    for (let n = 0; n <= 30; n += 1) {
      nowMs = start + n * hour
      feed.report(nowMs, { a: lamp('a', String(n)) })
      await journal.flush()
    }
    expect(await oneValue(database, 'select count(*) from journal.keyframes')).toBe(31)
    await journal.sweep()
    const page = await journal.page(lamps.key, { limit: 100 })
    expect(page.entries.at(-1)?.observedAt).toBe(iso(start + 6 * hour))
    expect(page.reachesBackTo).toBe(iso(start + 6 * hour))
    expect(await oneValue(database, 'select count(*) from journal.keyframes')).toBe(31)

    nowMs = start + 60 * hour
    await journal.sweep()
    expect((await journal.page(lamps.key, { limit: 100 })).entries).toEqual([])
    expect(await oneValue(database, 'select count(*) from journal.keyframes')).toBe(19)
    journal.end(lamps, 'unwatched')
    nowMs = start + 77 * hour
    await journal.sweep()
    expect(await oneValue(database, 'select count(*) from journal.keyframes')).toBe(2)
    expect(toRows((await followLamps(journal)).recorded)).toEqual({ a: lamp('a', '30') })
    journal.end(lamps, 'unwatched')
    await journal.flush()
    nowMs = start + 120 * hour
    await journal.sweep()
    expect((await followLamps(journal)).recorded).toBeNull()
    await journal.close()
  })

  test('stay within the size limit: the oldest are deleted first, the newest keyframe stays', async () => {
    const journal = openJournal(database, {
      retention: { patchesForMs: 24 * hour, keyframesForMs: 48 * hour, mostBytes: 20_000 },
    })
    const now = Date.now()
    const feed = await followLamps(journal)
    for (let n = 0; n < 100; n += 1)
      feed.report(now + n, { a: lamp('a', String(n)), [`b${n}`]: lamp(`b${n}`, 'x'.repeat(100)) })
    await journal.flush()
    await journal.sweep()
    expect(journal.state().bytes).toBeLessThan(20_000)
    expect(journal.state().bytes).toBe(
      await oneValue(
        database,
        'select (select sum(bytes) from journal.entries) + (select sum(bytes) from journal.keyframes)',
      ),
    )
    const page = await journal.page(lamps.key, { limit: 1_000 })
    expect(page.entries.map(shown).at(0)).toBe(`b99 ${'x'.repeat(100)}`)
    expect(page.entries.length).toBeGreaterThan(20)
    expect(page.entries.length).toBeLessThan(100)
    expect(Date.parse(page.reachesBackTo ?? '')).toBeGreaterThan(now)
    expect(await oneValue(database, 'select count(*) from journal.keyframes')).toBe(1)
    await journal.close()
  })
})
