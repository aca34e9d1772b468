import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { JournalPage } from '#shared/live/journal.ts'
import type { LiveClient } from '#client/live/live-client.ts'
import { digestArea, type MissedRecord } from './digest-area.ts'

interface Row {
  readonly id: string
  readonly n: number
}
const at = (minute: number) => Date.UTC(2026, 10, 21, 7, minute)
const iso = (minute: number) => new Date(at(minute)).toISOString()
const span = { fromMs: at(48), toMs: at(58) }
const row = (id: string, n: number): Row => ({ id, n })

let held: ReadonlyMap<string, Row> | null
let requested: string[]
let records: MissedRecord<Row>[]

const client = {
  topic: () => ({ get: () => ({ rows: held ?? new Map(), observedAtMs: held === null ? null : 0 }) }),
} as unknown as LiveClient

const topic = {
  name: 'test.rows',
  params: z.strictObject({}),
  row: z.object({ id: z.string(), n: z.number() }),
  getKey: ({ id }: Row) => id,
  resource: 'canaries',
  shows: [],
  changedBy: [],
  pollEveryMs: 1_000,
  staleAfterMs: 3_000,
} as const

const area = digestArea<Row>(topic, async () => (record) => {
  records.push(record)
  return { headline: [], lines: [], onlyHref: null }
})

const respond = (...pages: JournalPage[]) =>
  vi.stubGlobal('fetch', (url: string) => {
    requested.push(url)
    const page = pages.shift()
    return Promise.resolve(new Response(JSON.stringify(page ?? { error: 'not found' }), { status: page ? 200 : 404 }))
  })
const read = async (before: typeof held, after: typeof held) => {
  held = before
  const loadDigest = area.remember(client)
  held = after
  const digest = await loadDigest(span, new AbortController().signal)
  return digest && { gaps: digest.gaps, isDifference: digest.isDifference, changes: records[0]?.changes }
}

beforeEach(() => {
  requested = []
  records = []
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('the journal reports changes within the span, oldest first, and recording gaps', async () => {
  respond(
    {
      entries: [
        { kind: 'drop', number: 9, observedAt: iso(56), entity: 'b', row: null, before: { id: 'b', n: 1 } },
        {
          kind: 'gap',
          number: 8,
          observedAt: iso(40),
          until: iso(50),
          why: 'relay',
          reason: 'The relay was not running.',
        },
      ],
      next: '8',
      reachesBackTo: iso(10),
    },
    {
      entries: [{ kind: 'put', number: 7, observedAt: iso(49), entity: 'a', row: { id: 'a', n: 2 }, before: { n: 1 } }],
      next: null,
      reachesBackTo: iso(10),
    },
  )
  expect(await read(null, null)).toEqual({
    gaps: [{ fromMs: at(48), toMs: at(50), reason: 'The relay was not running.' }],
    isDifference: false,
    changes: [
      { key: 'a', before: row('a', 1), after: row('a', 2), observedMs: at(49) },
      { key: 'b', before: row('b', 1), after: null, observedMs: at(56) },
    ],
  })
  expect(requested.map((url) => Object.fromEntries(new URL(url, 'http://relay').searchParams))).toEqual([
    { topic: 'test.rows', from: iso(48), to: iso(58), limit: '1000' },
    { topic: 'test.rows', from: iso(48), to: iso(58), limit: '1000', cursor: '8' },
  ])
})

test('a record that begins later reports a gap, and its first rows do not count as changes', async () => {
  const entries: JournalPage['entries'] = [
    { kind: 'put', number: 1, observedAt: iso(52), entity: 'a', row: { id: 'a', n: 1 }, before: null },
  ]
  respond({ entries, next: null, reachesBackTo: iso(52) })
  expect(await read(null, new Map([['a', row('a', 1)]]))).toEqual({
    gaps: [{ fromMs: at(48), toMs: at(52), reason: 'The history does not go back that far.' }],
    isDifference: false,
    changes: [],
  })
})

test('without a journal, compares the rows before and after, and reports that only the difference is known', async () => {
  respond()
  const [same, before, after] = [row('a', 1), row('b', 1), row('b', 2)]
  const then = new Map([
    ['a', same],
    ['b', before],
  ])
  const now = new Map([
    ['a', same],
    ['b', after],
  ])
  expect(await read(then, now)).toEqual({
    gaps: [],
    isDifference: true,
    changes: [{ key: 'b', before, after, observedMs: null }],
  })
})

test('without a journal and rows there is no digest', async () => {
  respond()
  expect(await read(null, new Map())).toBeNull()
})
