import { EventEmitter, once } from 'node:events'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { noRecorder, withUnconfirmedRows, type RecordedFeed } from './feed-recorder.ts'
import { localReplication } from './feed-replication.ts'
import { createTopicFeed } from './topic-feed.ts'

const row = z.object({ id: z.string(), text: z.string() })
const recorded: RecordedFeed = {
  epoch: 'e',
  observedAtMs: Date.UTC(2026, 10, 21),
  version: 5,
  rows: new Map([['a', { row: { id: 'a', text: 'recorded' }, changedAt: 5 }]]),
  unsure: new Set(),
  dropped: new Map(),
  oldestKnown: 0,
  holes: [],
}

test.each([{ text: 'recorded' }, { text: 'changed' }])(
  'treats a viewer beyond the recorded version as ahead until the first response: $text',
  async ({ text }) => {
    const source = new EventEmitter()
    const body = once(source, 'answer')
    const feed = createTopicFeed({
      name: { topic: 't', scope: 'all', params: {}, key: 't all' },
      topic: { row, getKey: ({ id }) => id, pollEveryMs: 60_000, staleAfterMs: 60_000 },
      load: async () => ({ body: String(await body), observedAtMs: Date.UTC(2026, 10, 22) }),
      parseRows: (responseText) => [{ id: 'a', text: responseText }],
      recorder: { ...noRecorder, resume: async () => recorded },
      replication: localReplication,
      notify: () => undefined,
    })
    feed.start()
    await vi.waitFor(() => expect(feed.observedAtMs()).toBe(recorded.observedAtMs))
    const ahead = () => [5, 6].map((version) => feed.isAhead({ epoch: 'e', version }))
    expect(ahead()).toEqual([false, true])
    expect(feed.isAhead({ epoch: 'another', version: 6 })).toBe(false)
    source.emit('answer', text)
    await vi.waitFor(() => expect(ahead()).toEqual([false, false]))
    feed.stop('relay')
  },
)

test('shows recorded rows of another backend only after its first response', async () => {
  const source = new EventEmitter()
  const responses: (() => Promise<string>)[] = [
    async () => {
      await once(source, 'failure')
      throw new Error('the backend is unreachable')
    },
    async () => String(await once(source, 'answer')),
  ]
  const events: string[] = []
  const feed = createTopicFeed({
    name: { topic: 't', scope: 'all', params: {}, key: 't all' },
    topic: { row, getKey: ({ id }) => id, pollEveryMs: 60_000, staleAfterMs: 60_000 },
    load: async () => ({ body: (await responses.shift()?.()) ?? '', observedAtMs: Date.UTC(2026, 10, 22) }),
    parseRows: (text) => [{ id: 'a', text }],
    recorder: withUnconfirmedRows({ ...noRecorder, resume: async () => recorded }),
    replication: localReplication,
    notify: ({ kind }) => void events.push(kind),
  })
  feed.start()
  await vi.waitFor(() => expect(source.listenerCount('failure')).toBe(1))
  expect([feed.observedAtMs(), events]).toEqual([null, []])
  source.emit('failure')
  await vi.waitFor(() => expect(events).toEqual(['failed']))
  expect(feed.observedAtMs()).toBeNull()
  feed.refreshNow()
  await vi.waitFor(() => expect(source.listenerCount('answer')).toBe(1))
  source.emit('answer', 'recorded')
  await vi.waitFor(() => expect(events).toEqual(['failed', 'loaded']))
  expect([...feed.rows().values()]).toEqual([{ id: 'a', text: 'recorded' }])
  // A viewer from before the restart gets the difference only.
  expect(feed.since({ epoch: 'e', version: recorded.version })).toEqual({ put: [], drop: [] })
  feed.stop('relay')
})

test('polls a watched source again within the time that it requests', async () => {
  vi.useFakeTimers()
  const polledAtMs: number[] = []
  const feed = createTopicFeed({
    name: { topic: 't', scope: 'all', params: {}, key: 't all' },
    topic: { row, getKey: ({ id }) => id, pollEveryMs: 10_000, staleAfterMs: 60_000 },
    load: async () => {
      polledAtMs.push(Date.now())
      return {
        body: String(polledAtMs.length),
        observedAtMs: Date.now(),
        againWithinMs: polledAtMs.length < 3 ? 500 : undefined,
      }
    },
    parseRows: (text) => [{ id: 'a', text }],
    recorder: noRecorder,
    replication: localReplication,
    notify: () => undefined,
  })
  feed.start()
  const timesIn = async (ms: number) => {
    const before = polledAtMs.length
    await vi.advanceTimersByTimeAsync(ms)
    return polledAtMs.length - before
  }
  expect(await timesIn(2_000)).toBe(3)
  expect(await timesIn(8_000)).toBe(0)
  feed.stop('relay')
  vi.useRealTimers()
})
