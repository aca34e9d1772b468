import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { liveProtocolVersion, type FeedMessage } from '#shared/live/messages.ts'
import { toCheckRow } from '#shared/health/check-row.ts'
import { connectRaw, type RawSocket } from '#tests/fixtures/live-socket.ts'
import { startRelayApp, type RelayApp } from '#tests/fixtures/relay-app.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { startSummaryBackend, makeSummary, type SummaryBackend } from '#tests/fixtures/summary-backend.ts'

const summaryRequest = 'GET /canary/api/summary'
const checks = { topic: 'health.checks', params: {} }
const makeId = (n: number) => `0195c0de-0000-7000-8000-0000000000${n.toString(16).padStart(2, '0')}`
const [a, b, c] = [makeSummary(makeId(1)), makeSummary(makeId(2)), makeSummary(makeId(3))]
const aFailing = makeSummary(makeId(1), { status: 'unhealthy' })

let backend: SummaryBackend
let relay: RelayApp
let sockets: RawSocket[]

const connect = async (options?: Parameters<typeof connectRaw>[1]) => {
  const socket = await connectRaw(relay.url, options)
  sockets.push(socket)
  return socket
}
const watchChecks = async () => {
  const viewer = await connect()
  const response = await viewer.subscribe(checks)
  if (!response.ok) throw new Error(response.message)
  const snapshot = await viewer.next('snapshot')
  return { viewer, feed: response.feed, snapshot, refresh: () => viewer.socket.emit('refresh', response.feed) }
}
const summaries = () => backend.requests.filter((request) => request === summaryRequest).length

beforeEach(async () => {
  sockets = []
  backend = await startSummaryBackend()
  backend.checks = [a, b]
  relay = await startRelayApp(backend.url)
})
afterEach(async () => {
  for (const socket of sockets) socket.close()
  backend.letGo()
  await relay.stop()
  await backend.stop()
})

describe('a viewer of a topic', () => {
  test('gets only the changed fields of a row that it has, and after an absence the whole row', async () => {
    const { viewer, refresh } = await watchChecks()
    const position = { epoch: viewer.messages[0] && 'epoch' in viewer.messages[0] ? viewer.messages[0].epoch : '' }
    const sent: FeedMessage[] = []
    viewer.socket.on('feed', (message) => sent.push(message))
    backend.checks = [aFailing, b]
    refresh()
    const { from, put } = await viewer.next('patch')
    expect(put).toEqual([toCheckRow(aFailing)])
    expect(sent).toMatchObject([{ kind: 'patch', put: [], set: [[a.id, { status: 'unhealthy' }, {}]] }])

    const returning = await connect()
    await returning.subscribe({ ...checks, have: { ...position, version: from } })
    const whole = await returning.next('patch')
    expect(whole).toMatchObject({ from, put: [toCheckRow(aFailing)] })
    expect(whole.set).toBeUndefined()
  })

  test('gets a snapshot, and then the changes in order and without a gap [HEALTH-36]', async () => {
    const { viewer, snapshot, refresh } = await watchChecks()
    expect(snapshot.rows).toEqual([toCheckRow(a), toCheckRow(b)])

    backend.checks = [aFailing, b]
    refresh()
    const first = await viewer.next('patch')
    expect(first).toMatchObject({ from: snapshot.version, put: [toCheckRow(aFailing)], drop: [] })

    backend.checks = [aFailing, c]
    refresh()
    const second = await viewer.next('patch')
    expect(second).toMatchObject({ from: first.version, put: [toCheckRow(c)], drop: [b.id] })
  })

  test('is notified of an unchanged read of the source, at a limited rate', async () => {
    const { viewer, snapshot, refresh } = await watchChecks()
    refresh()
    const bookmark = await viewer.next('bookmark')
    expect(bookmark).toMatchObject({ epoch: snapshot.epoch, version: snapshot.version })
    expect(Date.parse(bookmark.observedAt)).toBeGreaterThan(Date.parse(snapshot.observedAt))
    expect(viewer.messages.map(({ kind }) => kind)).toEqual(['snapshot', 'bookmark'])
  })

  test('gets one message that the source failed and why, keeps its rows, and is notified of the recovery', async () => {
    const { viewer, snapshot, refresh } = await watchChecks()
    backend.failWith = 500
    refresh()
    const stale = await viewer.next('stale')
    expect(stale).toMatchObject({
      observedAt: snapshot.observedAt,
      reason: 'The backend responded with status 500: the disk is full.',
    })
    const requested = summaries()
    refresh()
    await eventually(() => expect(summaries()).toBeGreaterThan(requested))
    backend.failWith = null
    refresh()
    await viewer.next('bookmark')
    expect(viewer.messages.map(({ kind }) => kind)).toEqual(['snapshot', 'stale', 'bookmark'])
  })

  test('that connects during an outage gets the last good rows, their age and the reason', async () => {
    const { viewer, snapshot, refresh } = await watchChecks()
    backend.failWith = 503
    refresh()
    const staleMessage = await viewer.next('stale')
    const late = await watchChecks()
    expect(late.snapshot).toEqual(snapshot)
    expect(await late.viewer.next('stale')).toEqual(staleMessage)
  })

  test('gets no rows, not even an empty list, before the source has responded for the first time', async () => {
    backend.failWith = 500
    const viewer = await connect()
    await viewer.subscribe(checks)
    const stale = await viewer.next('stale')
    expect(stale.observedAt).toBeNull()
    expect(viewer.messages.map(({ kind }) => kind)).toEqual(['stale'])
  })

  test('that returns with a known version gets only the net change', async () => {
    const { viewer, snapshot, refresh } = await watchChecks()
    backend.checks = [aFailing, b]
    refresh()
    await viewer.next('patch')
    backend.checks = [aFailing, c]
    refresh()
    const newest = await viewer.next('patch')

    const returning = await connect()
    await returning.subscribe({ ...checks, have: { epoch: snapshot.epoch, version: snapshot.version } })
    expect(await returning.next('patch')).toMatchObject({
      from: snapshot.version,
      version: newest.version,
      put: [toCheckRow(aFailing), toCheckRow(c)],
      drop: [b.id],
    })
  })

  test.each([
    ['another epoch', (version: number) => ({ epoch: 'another', version })],
    ['a version from the future', (version: number, epoch: string) => ({ epoch, version: version + 7 })],
  ])('that returns with %s gets everything', async (_case, createHave) => {
    const { snapshot } = await watchChecks()
    const returning = await connect()
    await returning.subscribe({ ...checks, have: createHave(snapshot.version, snapshot.epoch) })
    expect(await returning.next('snapshot')).toEqual(snapshot)
  })

  test('gets nothing of a topic after leaving it', async () => {
    const { viewer, feed, snapshot } = await watchChecks()
    const other = await watchChecks()
    viewer.socket.emit('unsubscribe', feed)
    await viewer.subscribe({ topic: 'nothing', params: {} })
    backend.checks = [aFailing, b]
    other.refresh()
    await other.viewer.next('patch')
    await viewer.subscribe({ ...checks, have: { epoch: snapshot.epoch, version: snapshot.version } })
    await viewer.next('patch')
    expect(viewer.messages.map(({ kind }) => kind)).toEqual(['snapshot', 'patch'])
  })
})

describe('the source', () => {
  test('is requested once for all viewers [HEALTH-35]', async () => {
    const viewers = await Promise.all(Array.from({ length: 20 }, watchChecks))
    expect(summaries()).toBe(1)
    backend.checks = [aFailing, b]
    for (const { refresh } of viewers) refresh()
    await Promise.all(viewers.map(({ viewer }) => viewer.next('patch')))
    expect(summaries()).toBe(2)
  })

  test('is requested periodically while a viewer is subscribed [HEALTH-39]', async () => {
    const { viewer } = await watchChecks()
    backend.checks = [aFailing, b]
    await viewer.next('patch')
    expect(summaries()).toBe(2)
  })

  test('is requested at once after a check was run through the relay', async () => {
    const { viewer } = await watchChecks()
    backend.checks = [aFailing, b]
    const ran = await fetch(`${relay.url}/api/canary/run/check/${a.id}`, { method: 'POST' })
    expect(ran.status).toBe(200)
    const patch = await viewer.next('patch')
    expect(patch.put).toEqual([toCheckRow(aFailing)])
    expect(summaries()).toBe(2)
  })

  test('has its current request aborted when a newer one replaces it [HEALTH-41]', async () => {
    const { viewer, refresh } = await watchChecks()
    backend.holds = true
    refresh()
    await eventually(() => expect(summaries()).toBe(2))
    backend.checks = [aFailing, b]
    refresh()
    await eventually(() => expect(backend.aborted).toEqual(['/canary/api/summary']))
    await eventually(() => expect(summaries()).toBe(3))
    backend.letGo()
    expect((await viewer.next('patch')).put).toEqual([toCheckRow(aFailing)])
    expect(viewer.messages.map(({ kind }) => kind)).toEqual(['snapshot', 'patch'])
  })

  test('is requested at the configured path [HEALTH-35]', async () => {
    const other = await startRelayApp(backend.url, { summaryPath: '/api/elsewhere/summary' })
    const viewer = await connectRaw(other.url)
    sockets.push(viewer)
    await viewer.subscribe(checks)
    await viewer.next('stale')
    expect(backend.requests).toContain('GET /elsewhere/summary')
    await other.stop()
  })
})

describe('a connection', () => {
  test.each([
    ['a topic that there is not', { topic: 'nothing', params: {} }, 'unknown_topic'],
    ['params that the topic does not know', { topic: 'health.checks', params: { all: true } }, 'bad_params'],
    ['params that do not fit', { topic: 'health.statuses', params: { checkId: '../people' } }, 'bad_params'],
    ['something else than a subscription', ['health.checks'], 'protocol'],
    ['a subscription with more in it', { ...checks, viewer: 'root' }, 'protocol'],
  ])('is rejected %s', async (_case, request, code) => {
    const viewer = await connect()
    expect(await viewer.subscribe(request)).toMatchObject({ ok: false, code })
    expect(backend.requests).toEqual([])
  })

  test('gets nothing of a topic that its person may not read', async () => {
    const other = await startRelayApp(backend.url, { standaloneRoles: [] })
    const viewer = await connectRaw(other.url)
    sockets.push(viewer)
    expect(await viewer.subscribe(checks)).toMatchObject({ ok: false, code: 'forbidden' })
    expect(await viewer.subscribe(checks)).toMatchObject({ ok: false, code: 'forbidden' })
    expect([viewer.messages, backend.requests]).toEqual([[], []])
    await other.stop()
  })

  test('of another protocol version is asked to reload', async () => {
    await expect(connect({ protocol: 999 })).rejects.toMatchObject({ data: { code: 'protocol' } })
  })

  test('watches at most 64 topics', async () => {
    const viewer = await connect()
    const responses = []
    for (let n = 0; n < 65; n += 1) {
      responses.push(await viewer.subscribe({ topic: 'health.statuses', params: { checkId: makeId(n) } }))
    }
    expect(responses.filter(({ ok }) => ok)).toHaveLength(64)
    expect(responses.at(-1)).toMatchObject({ ok: false, code: 'too_many' })
  })

  test('that sends too many subscriptions is rejected after the first hundreds', async () => {
    const viewer = await connect()
    const responses = await Promise.all(Array.from({ length: 400 }, () => viewer.subscribe(checks)))
    expect(new Set(responses.map((response) => (response.ok ? 'ok' : response.code)))).toEqual(
      new Set(['ok', 'too_many']),
    )
    expect(summaries()).toBeLessThanOrEqual(1)
  })

  test('that floods the relay with events is disconnected, and others are served', async () => {
    const { viewer: other, refresh } = await watchChecks()
    const viewer = await connect()
    const closed = new Promise((resolve) => viewer.socket.on('disconnect', resolve))
    for (let n = 0; n < 5_000; n += 1) viewer.socket.emit('refresh', 'another feed')
    expect(await closed).toBe('transport close')
    backend.checks = [aFailing, b]
    refresh()
    await other.next('patch')
  })

  test('gets the reconnect delay before a planned shutdown', async () => {
    const viewer = await connect()
    const goodbye = new Promise((resolve) => viewer.socket.on('goodbye', resolve))
    const ended = new Promise((resolve) => viewer.socket.on('disconnect', resolve))
    await relay.stop()
    expect(await goodbye).toEqual({ withinMs: 1_000 })
    await ended
    relay = await startRelayApp(backend.url)
  })

  test('appears in the metrics: viewers, sent messages and waiting ones', async () => {
    const { refresh, viewer } = await watchChecks()
    backend.checks = [aFailing, b]
    refresh()
    await viewer.next('patch')
    const metrics = await (await fetch(`${relay.url}/metrics`)).text()
    const readMetric = (name: string) => Number(new RegExp(`^quarterdeck_${name} (\\S+)$`, 'm').exec(metrics)?.[1])
    expect({
      feeds: readMetric('live_feeds'),
      viewers: readMetric('live_viewers'),
      sessions: readMetric('live_sessions'),
      snapshots: readMetric('live_messages_total{kind="snapshot"}'),
      patches: readMetric('live_messages_total{kind="patch"}'),
      polls: readMetric('live_polls_total{topic="health.checks",outcome="changed"}'),
      aside: readMetric('live_aside'),
      lag: readMetric('live_lag_versions'),
      waiting: readMetric('live_waiting_bytes'),
      queued: readMetric('live_queued'),
    }).toEqual({
      feeds: 1,
      viewers: 1,
      sessions: 1,
      snapshots: 1,
      patches: 1,
      polls: 2,
      aside: 0,
      lag: 1,
      waiting: 0,
      queued: 0,
    })
    expect(readMetric('live_bytes_total')).toBeGreaterThan(0)
    expect(readMetric('event_loop_delay_seconds{quantile="0.99"}')).toBeGreaterThan(0)
  })

  test('that sends an oversized frame is closed', async () => {
    const viewer = await connect()
    const ended = new Promise((resolve) => viewer.socket.on('disconnect', resolve))
    viewer.socket.emit('refresh', 'x'.repeat(100_000))
    expect(await ended).toBe('transport close')
  })

  test('that sends anything but a packet is closed, without affecting others', async () => {
    const { viewer, snapshot, refresh } = await watchChecks()
    const sent = {
      bytes: Buffer.from([0, 1, 2, 255]),
      'a text that is no packet': 'x',
      'a packet that cannot be read': '42["ack',
      'an attachment to nothing': '459-["subscribe",{"_placeholder":true,"num":7}]',
    }
    const ended = Object.entries(sent).map(async ([name, junk]) => {
      const socket = new WebSocket(`${relay.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`)
      socket.on('message', (data: Buffer) => {
        const text = data.toString()
        if (text.startsWith('0')) socket.send(`40${JSON.stringify({ protocol: liveProtocolVersion })}`)
        if (text.startsWith('40')) for (let n = 0; n < 3; n += 1) socket.send(junk)
      })
      await once(socket, 'close')
      return name
    })
    expect(await Promise.all(ended)).toEqual(Object.keys(sent))
    refresh()
    expect(await viewer.next('bookmark')).toMatchObject({ version: snapshot.version })
  })

  test.each([
    ['under a name that is not ours', { host: 'console.evil.example' }],
    ['from a page that is not ours', { origin: 'http://localhost:9999' }],
    ['from a page without an address', { origin: 'null' }],
  ])('rejects %s', async (_case, headers) => {
    await expect(connect({ headers })).rejects.toThrow('websocket error')
  })
})
