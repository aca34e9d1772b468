import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { Position } from '#shared/live/messages.ts'
import { noRecorder } from '#relay/live/feeds/feed-recorder.ts'
import { RedisReplication } from '#relay/live/replication/redis-replication.ts'
import type { FeedEvent } from '#relay/live/feeds/feed-state.ts'
import { createTopicFeed } from '#relay/live/feeds/topic-feed.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { startRedis, type Redis } from '#tests/fixtures/redis.ts'

const password = 'not-for-any-log'
const row = z.object({ id: z.string(), status: z.string() })
const name = { topic: 'lamps', scope: 'all', params: {}, key: 'lamps all []' }

let redis: Redis
let source: Record<string, string>
let closing: (() => Promise<void>)[]

beforeEach(async () => {
  redis = await startRedis({ password })
  source = { a: 'on', b: 'on' }
  closing = []
})
afterEach(async () => {
  redis.thaw()
  for (const close of closing) await close()
  await redis.stop()
})

const join = (secret = password) => {
  const replication = new RedisReplication({ url: `redis://:${secret}@127.0.0.1:${redis.port}`, tickMs: 100 })
  const events: FeedEvent[] = []
  let questions = 0
  const feed = createTopicFeed<z.infer<typeof row>>({
    name,
    topic: { row, getKey: ({ id }) => id, pollEveryMs: 10, staleAfterMs: 3_000 },
    load: async () => {
      questions += 1
      return { body: JSON.stringify(source), observedAtMs: Date.now() }
    },
    parseRows: (body) =>
      Object.entries(z.record(z.string(), z.string()).parse(JSON.parse(body))).map(([id, status]) => ({ id, status })),
    recorder: noRecorder,
    replication,
    notify: (event) => events.push(event),
  })
  const close = async () => {
    feed.stop('relay')
    await replication.close()
  }
  closing.push(close)
  feed.start()
  const state = () => ({
    ...feed.position(),
    rows: Object.fromEntries([...feed.rows()].map(([id, held]) => [id, row.parse(held).status])),
  })
  return { feed, replication, events, state, close, questions: () => questions }
}
type Joined = ReturnType<typeof join>
/** All have the same state and exactly one leads; none is isolated after a slow start of Redis. */
const agree = (...relays: Joined[]) =>
  eventually(() => {
    const states = relays.map(({ state }) => state())
    for (const state of states) expect(state).toEqual({ ...states[0], rows: source })
    const reports = relays.map(({ replication }) => replication.report())
    expect(reports.map(({ failure }) => failure)).toEqual(reports.map(() => null))
    expect(reports.filter(({ leading }) => leading === 1)).toHaveLength(1)
  })

test('one relay polls and all receive; a later relay still knows earlier changes', async () => {
  redis.freeze()
  const one = join()
  await eventually(() => expect(one.replication.report().failure).not.toBeNull())
  redis.thaw()
  await eventually(() => expect(one.state().rows).toEqual({ a: 'on', b: 'on' }))
  const before: Position = one.feed.position()
  source = { a: 'off', b: 'on' }
  await agree(one)
  const two = join()
  await agree(one, two)
  expect(two.feed.since(before)).toEqual({ put: [{ id: 'a', status: 'off' }], drop: [] })
  const questionsBefore = two.questions()
  source = { a: 'off', c: 'on' }
  await agree(one, two)
  expect(two.events.at(-1)).toMatchObject({
    kind: 'changed',
    change: { put: [{ id: 'c', status: 'on' }], drop: ['b'] },
  })
  expect(two.questions()).toBe(questionsBefore)
})

test('when the leader leaves, the next one leads at once under the same epoch', async () => {
  const one = join()
  await agree(one)
  const two = join()
  await agree(one, two)
  const { epoch } = one.state()
  await one.close()
  source = { a: 'off' }
  await agree(two)
  expect(two.state().epoch).toBe(epoch)
  expect(two.events.filter(({ kind }) => kind === 'loaded')).toHaveLength(1)
})

test('a relay can join even after more changes than the shared state may lag behind', async () => {
  const one = join()
  await agree(one)
  for (let n = 0; n < 70; n += 1) {
    source = { a: String(n) }
    await agree(one)
  }
  const two = join()
  await agree(one, two)
  expect(two.events.filter(({ kind }) => kind === 'loaded')).toHaveLength(1)
})

test('relays run independently while Redis does not respond, and agree again afterwards', async () => {
  const one = join()
  await agree(one)
  const two = join()
  await agree(one, two)
  const before = one.feed.position()
  redis.freeze()
  await eventually(() =>
    expect([one, two].map(({ replication }) => replication.report().failure)).toEqual([
      expect.any(String),
      expect.any(String),
    ]),
  )
  source = { a: 'off', b: 'off' }
  await eventually(() => expect([one.state().rows, two.state().rows]).toEqual([source, source]))
  expect(new Set([before.epoch, one.state().epoch, two.state().epoch]).size).toBe(3)
  expect(one.feed.since(before)).toEqual({
    put: [
      { id: 'a', status: 'off' },
      { id: 'b', status: 'off' },
    ],
    drop: [],
  })
  redis.thaw()
  await eventually(() =>
    expect([one, two].map(({ replication }) => replication.report().failure)).toEqual([null, null]),
  )
  source = { b: 'on' }
  await agree(one, two)
  for (const { events } of [one, two]) expect(events.filter(({ kind }) => kind === 'loaded')).toHaveLength(1)
})

test('a relay with a wrong password runs independently, and the password is not logged', async () => {
  const one = join('a-wrong-one')
  await eventually(() => expect(one.state().rows).toEqual(source))
  await eventually(() =>
    expect(one.replication.report()).toEqual({
      failure: expect.stringMatching(/^Redis is unavailable.*\. Feeds are not shared with other relays\.$/),
      leading: 1,
      following: 0,
    }),
  )
})
