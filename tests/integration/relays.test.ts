import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { incidentPresence, incidentTopic, incidentTyping } from '#shared/incidents/incident-topics.ts'
import { journalPageSchema } from '#shared/live/journal.ts'
import { createServerDatabase } from '#tests/fixtures/databases.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { heldAfter, type HeldState } from '#tests/fixtures/held-state.ts'
import { connectRaw, type RawSocket } from '#tests/fixtures/live-socket.ts'
import { startRedis, type Redis } from '#tests/fixtures/redis.ts'
import { startRelay, type Relay } from '#tests/fixtures/relay.ts'
import { startSummaryBackend, makeSummary, type SummaryBackend } from '#tests/fixtures/summary-backend.ts'

const many = 200
const password = 'not-for-any-log'
const polls = (backend: SummaryBackend) =>
  backend.requests.filter((request) => request === 'GET /canary/api/summary').length
const wholes = ({ messages }: RawSocket) => messages.filter(({ kind }) => kind === 'snapshot').length

/**
 * Gaps are left out: a relay that joins after the killed leader's lease expired reports one, and one that kept
 * running does not.
 */
const journalled = async ({ url }: Relay, id: number) => {
  const response = await fetch(`${url}/live/journal?topic=health.checks&entity=c${id}`)
  const { entries } = journalPageSchema.parse(await response.json())
  return entries.filter(({ kind }) => kind !== 'gap')
}

const gauge = async ({ url }: Relay, name: string) => {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  return Number(new RegExp(`^quarterdeck_replication_${name} (\\d+)$`, 'm').exec(metrics)?.[1])
}
const sees = (viewer: RawSocket, id: number, status: string, before?: HeldState) =>
  eventually(() => expect(heldAfter(viewer.messages, before).rows.get(`c${id}`)).toMatchObject({ status }))

describe('two relays that share Redis and a database', { timeout: 240_000 }, () => {
  let redis: Redis
  let databaseUrl: string
  let backend: SummaryBackend
  let relays: Relay[]
  const viewers: RawSocket[] = []
  const start = () =>
    startRelay({
      env: {
        BACKEND_URL: backend.url,
        REDIS_URL: `redis://:${password}@127.0.0.1:${redis.port}`,
        DATABASE_URL: databaseUrl,
      },
    })
  const turn = (id: number, status: string) => {
    backend.checks = backend.checks.with(id, makeSummary(`c${id}`, { status }))
  }
  const at = (index: number): Relay => {
    const relay = relays[index]
    if (relay === undefined) throw new Error(`there is no relay ${index}`)
    return relay
  }
  const watch = async (relay: Relay, have?: HeldState) => {
    const viewer = await connectRaw(relay.url)
    viewers.push(viewer)
    const position = have === undefined ? {} : { have: { epoch: have.epoch, version: have.version } }
    await viewer.subscribe({ topic: 'health.checks', params: {}, ...position })
    if (have === undefined) await viewer.next('snapshot')
    return viewer
  }
  beforeAll(async () => {
    redis = await startRedis({ password })
    databaseUrl = await createServerDatabase()
    backend = await startSummaryBackend()
    backend.checks = Array.from({ length: many }, (_, id) => makeSummary(`c${id}`))
    relays = [await start(), await start()]
  }, 240_000)
  afterAll(async () => {
    viewers.forEach((viewer) => viewer.close())
    await Promise.all(relays.map((relay) => relay.stop()))
    await redis.stop()
    await backend.stop()
  })

  test('poll the source once for both and have the same versions', async () => {
    const [one, two] = [await watch(at(0)), await watch(at(1))]
    const before = polls(backend)
    const leading = await Promise.all(relays.map((relay) => gauge(relay, 'leading')))
    expect(leading.toSorted((a, b) => a - b)).toEqual([0, 1])
    turn(1, 'unhealthy')
    await sees(one, 1, 'unhealthy')
    await sees(two, 1, 'unhealthy')
    expect(heldAfter(one.messages)).toEqual(heldAfter(two.messages))
    expect(polls(backend) - before).toBeLessThanOrEqual(2)
  })

  test('let a viewer switch between them without a snapshot', async () => {
    const [one] = viewers
    if (one === undefined) throw new Error('no relay watches the feed')
    const held = heldAfter(one.messages)
    one.close()
    turn(2, 'unhealthy')
    await sees(viewers[1] as RawSocket, 2, 'unhealthy')
    const moved = await watch(at(1), held)
    await sees(moved, 2, 'unhealthy', held)
    expect(wholes(moved)).toBe(0)
    expect(heldAfter(moved.messages, held).epoch).toBe(held.epoch)
  })

  test('poll immediately after an action on the follower', async () => {
    const follower = (await gauge(at(0), 'leading')) === 0 ? at(0) : at(1)
    const viewer = await watch(follower)
    const before = polls(backend)
    turn(3, 'unhealthy')
    await fetch(`${follower.url}/api/canary/run/check/c3`, { method: 'POST' })
    await sees(viewer, 3, 'unhealthy')
    expect(polls(backend)).toBeGreaterThan(before)
  })

  test('keep the epoch when the leader is killed', async () => {
    const leader = (await gauge(at(0), 'leading')) === 1 ? 0 : 1
    const [lost, left] = [at(leader), at(1 - leader)]
    const viewer = await watch(left)
    const before = heldAfter(viewer.messages)
    await lost.stop('SIGKILL')
    relays = [left]
    turn(4, 'unhealthy')
    await sees(viewer, 4, 'unhealthy')
    expect(heldAfter(viewer.messages).epoch).toBe(before.epoch)
    expect(wholes(viewer)).toBe(1)
    relays = [left, await start()]
    const other = await watch(at(1), heldAfter(viewer.messages))
    await eventually(() => expect(other.messages).not.toEqual([]))
    expect(wholes(other)).toBe(0)
  })

  test('share one journal, which continues after a change of leader', async () => {
    for (const id of [1, 2, 3, 4]) {
      const [one, two] = await eventually(async () => {
        const journals = await Promise.all(relays.map((relay) => journalled(relay, id)))
        expect(journals.map((entries) => entries.length)).toEqual([1, 1])
        return journals
      })
      expect(one).toEqual(two)
      expect(one).toMatchObject([{ kind: 'put', row: { status: 'unhealthy' }, before: { status: 'healthy' } }])
    }
  })

  test('report presence across relays until a user leaves or their relay is killed', async () => {
    const incidentId = '01890a5d-0000-7000-8000-000000000042'
    const [lost, left] = [at(0), at(1)]
    const person = await connectRaw(lost.url)
    const watcher = await connectRaw(left.url)
    viewers.push(person, watcher)
    await watcher.subscribe({ topic: incidentPresence.name, params: { incidentId } })
    const places = () => [...heldAfter(watcher.messages).rows.values()].map((row) => Object(row).places)
    await person.subscribe({ topic: incidentTopic.name, params: { incidentId } })
    await eventually(() => expect(places()).toEqual([[]]))
    await person.subscribe({ topic: incidentTyping.name, params: { incidentId, place: 'comment' } })
    await eventually(() => expect(places()).toEqual([['comment']]))
    await lost.stop('SIGKILL')
    await eventually(() => expect(places()).toEqual([]))
    relays = [await start(), left]
    const other = await connectRaw(at(0).url)
    viewers.push(other)
    await other.subscribe({ topic: incidentTopic.name, params: { incidentId } })
    await eventually(() => expect(places()).toEqual([[]]))
    other.close()
    await eventually(() => expect(places()).toEqual([]))
  })

  test('keep serving without Redis, report that, and reconnect', async () => {
    const [one, two] = [await watch(at(0)), await watch(at(1))]
    const { port } = redis
    await redis.stop()
    await eventually(async () => {
      const states = await Promise.all(relays.map(async ({ url }) => (await fetch(`${url}/readyz`)).json()))
      const alone = { ready: true, degraded: true, parts: { redis: { state: 'down' } } }
      expect(states).toMatchObject([alone, alone])
    })
    await eventually(async () => {
      expect(await Promise.all(relays.map((relay) => gauge(relay, 'alone')))).toEqual([1, 1])
    })
    turn(5, 'unhealthy')
    await sees(one, 5, 'unhealthy')
    await sees(two, 5, 'unhealthy')
    expect(heldAfter(one.messages).epoch).not.toBe(heldAfter(two.messages).epoch)

    redis = await startRedis({ password, port })
    await eventually(async () => {
      expect(await Promise.all(relays.map((relay) => gauge(relay, 'alone')))).toEqual([0, 0])
    })
    turn(6, 'unhealthy')
    await sees(one, 6, 'unhealthy')
    await sees(two, 6, 'unhealthy')
    await eventually(() => expect(heldAfter(one.messages)).toEqual(heldAfter(two.messages)))
    expect([wholes(one), wholes(two)]).toEqual([1, 1])
    expect(relays.map((relay) => relay.log()).join()).not.toContain(password)
  })
})
