import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { RowsMessage } from './stored-rows.ts'
import { createServerClock } from './server-clock.ts'
import { createTopicCollection } from './topic-collection.ts'

interface Row {
  id: string
}
const startMs = Date.UTC(2026, 0, 1)
const iso = (ms: number) => new Date(ms).toISOString()
const snapshot = (observedAtMs: number): RowsMessage => ({
  feed: 'f1',
  epoch: 'e1',
  kind: 'snapshot',
  version: 1,
  rows: [{ id: 'a' }],
  observedAt: iso(observedAtMs),
})
const stale = {
  feed: 'f1',
  kind: 'stale',
  since: iso(startMs),
  observedAt: null,
  reason: 'it is down',
} satisfies RowsMessage

const begin = () => {
  const clock = createServerClock()
  const onInterest = vi.fn<(wanted: boolean) => void>()
  const onChange = vi.fn<() => void>()
  const collection = createTopicCollection<Row>({
    topic: { getKey: ({ id }) => id, staleAfterMs: 15_000 },
    clock,
    batch: Object.assign((job: () => void) => job(), { flush: () => undefined }),
    now: Date.now,
    refresh: () => undefined,
    onInterest,
    onChange,
  })
  collection.setLink({ kind: 'open' })
  const seen = () => {
    const { status, rows, observedAtMs, staleSinceMs, reason } = collection.get()
    return { status, keys: [...rows.keys()], observedAtMs, staleSinceMs, reason }
  }
  return { clock, collection, onInterest, seen }
}

beforeEach(() => {
  vi.useFakeTimers({ now: startMs })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a topic on screen', () => {
  test('loads until something arrives', () => {
    expect(begin().seen()).toEqual({
      status: 'loading',
      keys: [],
      observedAtMs: null,
      staleSinceMs: null,
      reason: null,
    })
  })

  test('is live after a snapshot, with the age of its rows in browser time', () => {
    const { clock, collection, seen } = begin()
    clock.learn(startMs + 600_000, startMs, startMs)
    collection.receive(snapshot(startMs + 600_000 - 2_000))
    expect(seen()).toEqual({
      status: 'live',
      keys: ['a'],
      observedAtMs: startMs - 2_000,
      staleSinceMs: null,
      reason: null,
    })
  })

  test('turns stale when no message arrives for too long', () => {
    const { collection, seen } = begin()
    collection.receive(snapshot(startMs))
    vi.advanceTimersByTime(14_999)
    collection.beat()
    expect(seen().status).toBe('live')
    vi.advanceTimersByTime(1)
    collection.beat()
    expect(seen()).toEqual({
      status: 'stale',
      keys: ['a'],
      observedAtMs: startMs,
      staleSinceMs: startMs,
      reason: 'The relay stopped responding.',
    })
  })

  test.each([600_000, -600_000])('turns stale on time with %i ms between server and browser clock', (aheadMs) => {
    const { clock, collection, seen } = begin()
    clock.learn(startMs + aheadMs, startMs, startMs)
    collection.receive(snapshot(startMs + aheadMs))
    vi.advanceTimersByTime(14_999)
    collection.beat()
    expect(seen()).toMatchObject({ status: 'live', observedAtMs: startMs })
    vi.advanceTimersByTime(1)
    collection.beat()
    expect(seen()).toMatchObject({ status: 'stale', staleSinceMs: startMs })
  })

  test('blames the backend, not the relay, while responses are slow', () => {
    const { collection, seen } = begin()
    vi.advanceTimersByTime(4_000)
    collection.receive(snapshot(startMs))
    expect(seen().status).toBe('live')
    vi.advanceTimersByTime(11_000)
    collection.beat()
    const reason = 'The backend is slow: its last response took 4 seconds.'
    expect(seen()).toMatchObject({ status: 'stale', keys: ['a'], reason })
    vi.advanceTimersByTime(8_000)
    collection.beat()
    expect(seen()).toMatchObject({ status: 'stale', reason: 'The relay stopped responding.' })
  })

  test('drops its rows and names the permission when the backend denies the read', () => {
    const { collection, seen } = begin()
    collection.receive(snapshot(startMs))
    const reason = 'Missing permission: read on database.monitor. The backend denied the request (403).'
    collection.receive({ ...stale, reason, isDenied: true })
    expect(seen()).toEqual({ status: 'refused', keys: [], observedAtMs: null, staleSinceMs: null, reason })
    expect(collection.receive(snapshot(startMs))).toBe(true)
    expect(seen()).toMatchObject({ status: 'live', keys: ['a'] })
  })

  test('keeps its rows stale after a suspend until the relay sends again', () => {
    const { collection, seen } = begin()
    collection.receive(snapshot(startMs))
    collection.doubt(startMs + 1_000)
    collection.doubt(startMs + 9_000)
    expect(seen()).toEqual({
      status: 'stale',
      keys: ['a'],
      observedAtMs: startMs,
      staleSinceMs: startMs + 1_000,
      reason: 'This tab was suspended and is waiting for updates.',
    })
    collection.receive({ feed: 'f1', epoch: 'e1', kind: 'bookmark', from: 1, version: 1, observedAt: iso(startMs) })
    expect(seen().status).toBe('live')
  })

  test('is stale, not empty, when the source failed before its first response', () => {
    const { collection, seen } = begin()
    collection.receive(stale)
    expect(seen()).toMatchObject({ status: 'stale', observedAtMs: null, staleSinceMs: startMs, reason: 'it is down' })
  })

  test('keeps its last rows while the relay is unreachable, and reports since when', () => {
    const { collection, seen } = begin()
    collection.receive(snapshot(startMs))
    collection.setLink({ kind: 'closed', sinceMs: startMs + 1_000, reason: 'Relay unreachable.' })
    expect(seen()).toEqual({
      status: 'offline',
      keys: ['a'],
      observedAtMs: startMs,
      staleSinceMs: startMs + 1_000,
      reason: 'Relay unreachable.',
    })
  })

  test('shows none of its rows once it is rejected', () => {
    const { collection, seen } = begin()
    collection.receive(snapshot(startMs))
    collection.refuse({ kind: 'refused', reason: 'You are not allowed to read canaries.' })
    expect(seen()).toMatchObject({ status: 'refused', keys: [], reason: 'You are not allowed to read canaries.' })
    expect(collection.position()).toBeNull()
  })

  test('is watched from its first subscriber to its last', () => {
    const { collection, onInterest } = begin()
    const [leaveFirst, leaveSecond] = [collection.subscribe(() => undefined), collection.subscribe(() => undefined)]
    leaveFirst()
    expect(onInterest.mock.calls).toEqual([[true]])
    leaveSecond()
    leaveSecond()
    expect(onInterest.mock.calls).toEqual([[true], [false]])
  })
})
