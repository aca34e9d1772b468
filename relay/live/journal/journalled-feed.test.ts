import { describe, expect, test } from 'vitest'
import type { FeedName } from '#relay/live/feeds/feed-recorder.ts'
import type { WriterLease } from './journal-store.ts'
import { JournalledFeed } from './journalled-feed.ts'
import { hashKeys } from './key-hashes.ts'

interface Row {
  readonly id: string
  readonly status: string
  readonly ran: number
}
const name: FeedName = { topic: 'test', scope: 'all', params: {}, key: 'test' }
const topic = { getKey: (row: unknown) => (row as Row).id, ticking: new Set(['ran']) }
const lease: WriterLease = {
  id: 1,
  era: 3,
  epoch: 'e',
  version: 7,
  knownFrom: 2,
  aliveAtMs: null,
  hasOpenGap: false,
  isOwn: true,
}
const row = (id: string, status: string, ran = 0): Row => ({ id, status, ran })

const begun = (held: readonly Row[] = [row('a', 'on'), row('b', 'on')]) => {
  const feed = new JournalledFeed(name, topic)
  const rows = new Map(held.map((each) => [each.id, { row: each, changedAt: 1 }]))
  const known = {
    epoch: 'e',
    version: 7,
    observedAtMs: 0,
    rows,
    unsure: new Set<string>(),
    dropped: new Map(),
    oldestKnown: 2,
  }
  feed.begin(lease, { ...known, holes: [] }, 0)
  let version = 7
  const report = (atMs: number, put: readonly Row[], drop: readonly string[] = [], epoch = 'e') => {
    const from = version
    version += 1
    const present = new Map<string, unknown>([...feed.rows, ...put.map((each) => [each.id, each] as const)])
    for (const key of drop) present.delete(key)
    feed.append({ feed: name, epoch, from, version, observedAtMs: atMs, put, drop, rows: present })
    feed.observed(atMs)
  }
  return { feed, report }
}

describe('a journalled feed', () => {
  test('turns state changes into entries and ticks into marks of one version', () => {
    const { feed, report } = begun()
    report(1, [row('a', 'off', 1), row('b', 'on', 1)])
    report(2, [row('a', 'off', 2)], ['b'])
    expect(feed.drain(3, false)?.part).toEqual({
      id: 1,
      era: 3,
      epoch: 'e',
      version: 9,
      knownFrom: null,
      beganAtMs: 1,
      aliveAtMs: 2,
      gapUntilMs: null,
      hole: null,
      marks: hashKeys(['a', 'b']),
      entries: [
        // The tick before the write is part of the entry's row: no row may be older than its mark.
        {
          kind: 'put',
          version: 8,
          observedAtMs: 1,
          entity: 'a',
          row: '{"id":"a","status":"off","ran":2}',
          before: '{"status":"on","ran":0}',
        },
        {
          kind: 'drop',
          version: 9,
          observedAtMs: 2,
          entity: 'b',
          row: null,
          before: '{"id":"b","status":"on","ran":1}',
        },
      ],
    })
    expect(feed.drain(3, false)).toBeNull()
  })

  test('keeps changes pending after a failed write', () => {
    const { feed, report } = begun()
    report(1, [row('a', 'off')])
    const taken = feed.drain(2, false)
    report(3, [row('b', 'off')])
    taken?.restore()
    expect(feed.drain(4, false)?.part.entries.map((entry) => entry.kind === 'put' && entry.entity)).toEqual(['a', 'b'])
  })

  test('writes the net difference once when it regains its lease', () => {
    const { feed, report } = begun()
    report(1, [row('a', 'off')])
    feed.gap('source', 2, 'Unknown error.')
    const recorded = new Map([row('a', 'on'), row('b', 'on')].map((each) => [each.id, { row: each, changedAt: 1 }]))
    const known = { unsure: new Set<string>(), dropped: new Map(), oldestKnown: 2, holes: [] }
    feed.regain(lease, { epoch: 'e', version: 7, observedAtMs: 0, rows: recorded, ...known }, 3)
    expect(feed.drain(4, false)?.part.entries).toMatchObject([
      { kind: 'gap' },
      { kind: 'put', entity: 'a', version: 8 },
    ])
  })

  test('writes an ended gap as one entry and ends a gap that was written', () => {
    const { feed, report } = begun()
    feed.gap('source', 5, 'Unknown error.')
    feed.gap('source', 6, 'It still failed.')
    report(7, [])
    feed.gap('source', 8, 'It failed again.')
    expect(feed.drain(9, false)?.part.entries).toEqual([
      { kind: 'gap', observedAtMs: 5, untilMs: 7, why: 'source', reason: 'Unknown error.' },
      { kind: 'gap', observedAtMs: 8, untilMs: null, why: 'source', reason: 'It failed again.' },
    ])
    report(10, [])
    expect(feed.drain(11, false)?.part).toMatchObject({ entries: [], gapUntilMs: 10 })
  })

  test('starts a new era with a keyframe when the epoch changes', () => {
    const { feed, report } = begun()
    report(1, [row('a', 'off')], [], 'f')
    const taken = feed.drain(2, false)
    expect(taken?.part).toMatchObject({ era: 4, epoch: 'f', version: 8, knownFrom: 8 })
    expect(taken?.keyframe).toEqual([row('a', 'off'), row('b', 'on')])
  })

  test('records skipped versions', () => {
    const { feed } = begun()
    const skipped = {
      feed: name,
      epoch: 'e',
      from: 7,
      version: 1_000,
      observedAtMs: 1,
      put: [],
      drop: [],
      rows: feed.rows,
    }
    feed.append(skipped)
    expect(feed.drain(2, false)?.part).toMatchObject({ version: 1_000, hole: { after: 7, before: 1_000 }, entries: [] })
  })

  test('is due a keyframe ten minutes after a change, and at its end', () => {
    const { feed, report } = begun()
    report(1, [row('a', 'on', 1)])
    expect(feed.drain(599_999, false)?.keyframe).toBeNull()
    expect(feed.drain(600_000, false)?.keyframe).toEqual([row('a', 'on', 1), row('b', 'on')])
    feed.keyframeWritten(100, 600_000)
    expect(feed.drain(9_000_000, false)).toBeNull()
    report(9_000_001, [row('a', 'on', 2)])
    feed.end()
    expect(feed.drain(9_000_002, false)?.keyframe).toEqual([row('a', 'on', 2), row('b', 'on')])
  })
})
