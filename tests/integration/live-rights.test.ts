import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Viewer } from '#shared/access/viewer.ts'
import { standaloneAccess } from '#relay/access/standalone.ts'
import type { LiveAccess } from '#relay/live/delivery/live-access.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { connectRaw, type RawSocket } from '#tests/fixtures/live-socket.ts'
import { startRelayApp, type RelayApp } from '#tests/fixtures/relay-app.ts'
import { startSummaryBackend, makeSummary, type SummaryBackend } from '#tests/fixtures/summary-backend.ts'

const checks = { topic: 'health.checks', params: {} }
const [a, b] = [makeSummary('a'), makeSummary('b')]

const createTestAccess = () => {
  const standalone = standaloneAccess([])
  const listeners = new Set<(personId: string | null) => void>()
  const roles = new Map<string, readonly string[]>()
  let gate: Promise<void> = Promise.resolve()
  const findPerson = (cookie: string): Viewer | null => {
    const held = roles.get(cookie)
    return held === undefined ? null : { id: cookie, name: cookie, email: '', roles: held }
  }
  return {
    roles,
    notify: (personId: string | null) => listeners.forEach((listener) => listener(personId)),
    holdUntil: (opened: Promise<void>) => {
      gate = opened
    },
    access: {
      ...standalone,
      findViewer: async ({ headers }) => {
        const person = findPerson(headers.cookie ?? '')
        await gate
        return person
      },
      findScope: (viewer, topic) => {
        const scope = standalone.findScope(viewer, topic)
        return scope === null ? null : { kind: 'organisation', organisation: undefined, roles: viewer.roles }
      },
      onChange: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      recheckEveryMs: 1_000,
    } satisfies LiveAccess,
  }
}

let backend: SummaryBackend
let relay: RelayApp
let rights: ReturnType<typeof createTestAccess>
let sockets: RawSocket[]

const connect = async (cookie: string) => {
  const socket = await connectRaw(relay.url, { headers: { cookie } })
  sockets.push(socket)
  return socket
}
const watchAs = async (cookie: string) => {
  const viewer = await connect(cookie)
  const response = await viewer.subscribe(checks)
  if (!response.ok) throw new Error(response.message)
  return { viewer, feed: response.feed, snapshot: await viewer.next('snapshot') }
}
const kinds = ({ messages: received }: RawSocket) => received.map(({ kind }) => kind)

const move = async (rounds: number) => {
  const { viewer, feed } = await watchAs('bob')
  for (let round = 0; round < rounds; round += 1) {
    backend.checks = [makeSummary('a', { message: String(round) })]
    viewer.socket.emit('refresh', feed)
    await viewer.next('patch')
  }
}

beforeEach(async () => {
  sockets = []
  backend = await startSummaryBackend()
  backend.checks = [a, b]
  rights = createTestAccess()
  rights.roles.set('ann', ['admin'])
  rights.roles.set('bob', ['admin'])
  relay = await startRelayApp(backend.url, {}, { access: rights.access })
})
afterEach(async () => {
  for (const socket of sockets) socket.close()
  await relay.stop()
  await backend.stop()
})

describe('a viewer whose permissions change while connected', () => {
  test('loses the rows at once when read permission is revoked, and others lose nothing', async () => {
    const [ann, bob] = [await watchAs('ann'), await watchAs('bob')]
    rights.roles.set('ann', [])
    rights.notify('ann')
    expect(await ann.viewer.next('revoked')).toEqual({
      kind: 'revoked',
      feed: ann.feed,
      code: 'forbidden',
      message: 'You are not allowed to read canaries.',
    })
    backend.checks = [a]
    bob.viewer.socket.emit('refresh', bob.feed)
    await bob.viewer.next('patch')
    expect(await ann.viewer.subscribe(checks)).toMatchObject({ ok: false, code: 'forbidden' })
    expect(kinds(ann.viewer)).toEqual(['snapshot', 'revoked'])
  })

  test('receives nothing from the change until the new permissions are known', async () => {
    const [ann, bob] = [await watchAs('ann'), await watchAs('bob')]
    const gate: (() => void)[] = []
    rights.holdUntil(
      new Promise<void>((resolve) => {
        gate.push(resolve)
      }),
    )
    rights.roles.set('ann', [])
    rights.notify('ann')
    backend.checks = [a]
    bob.viewer.socket.emit('refresh', bob.feed)
    await bob.viewer.next('patch')
    const response = ann.viewer.subscribe(checks)
    await bob.viewer.subscribe({ topic: 'nothing', params: {} })
    expect(kinds(ann.viewer)).toEqual(['snapshot'])
    gate[0]?.()
    await ann.viewer.next('revoked')
    expect(await response).toMatchObject({ ok: false, code: 'forbidden' })
    expect(kinds(ann.viewer)).toEqual(['snapshot', 'revoked'])
  })

  test('continues at its position when the change concerned something else', async () => {
    const { viewer, snapshot } = await watchAs('ann')
    rights.notify('ann')
    backend.checks = [a]
    viewer.socket.emit('refresh', viewer.messages[0]?.feed ?? '')
    expect(await viewer.next('patch')).toMatchObject({ from: snapshot.version, drop: [b.id] })
  })

  test('is moved to the feed of its new scope', async () => {
    const { viewer, feed } = await watchAs('ann')
    rights.roles.set('ann', ['viewer'])
    rights.notify(null)
    const moved = await viewer.next('moved')
    expect(moved.feed).toBe(feed)
    expect(await viewer.next('snapshot')).toMatchObject({ feed: moved.to })
  })

  test('that was signed out without a notice loses everything within seconds, and its old session gets nothing', async () => {
    const { viewer, snapshot } = await watchAs('ann')
    const ended = new Promise((resolve) => viewer.socket.on('disconnect', resolve))
    rights.roles.delete('ann')
    expect(await viewer.next('revoked')).toMatchObject({ code: 'unauthorised' })
    expect(await ended).toBe('io server disconnect')
    await expect(connect('ann')).rejects.toMatchObject({ data: { code: 'unauthorised' } })
    expect([snapshot.rows.length, kinds(viewer)]).toEqual([2, ['snapshot', 'revoked']])
  })
})

describe('acknowledgements', () => {
  test('that are missing limit a viewer to 32 versions behind, until one patch brings it up to date', async () => {
    const deaf = await connectRaw(relay.url, { headers: { cookie: 'ann' }, acknowledges: false })
    sockets.push(deaf)
    const response = await deaf.subscribe(checks)
    if (!response.ok) throw new Error(response.message)
    const { version } = await deaf.next('snapshot')
    await move(34)
    const patches = () => deaf.messages.filter((message) => message.kind === 'patch')
    await eventually(() =>
      expect(patches().map(({ from }) => from - version)).toEqual(Array.from({ length: 32 }, (_unused, n) => n)),
    )
    deaf.socket.emit('ack', response.feed, version + 32)
    await eventually(() => expect(patches()).toHaveLength(33))
    expect(patches().at(-1)).toMatchObject({ from: version + 32, version: version + 34, put: [{ message: '33' }] })
  })

  test.each([
    ['of a version from the future', (feed: string) => [feed, 10_000]],
    ['of a negative version', (feed: string) => [feed, -1]],
    ['of a version that is not a number', (feed: string) => [feed, 'all']],
    ['of a feed that is not watched', () => ['f99', 1]],
    ['of nothing', () => []],
  ])('%s are ignored and counted', async (_case, message) => {
    const { viewer, feed } = await watchAs('ann')
    ;(viewer.socket as { emit: (event: string, ...args: unknown[]) => void }).emit('ack', ...message(feed))
    await viewer.subscribe({ topic: 'nothing', params: {} })
    const metrics = await (await fetch(`${relay.url}/metrics`, { headers: { cookie: 'ann' } })).text()
    expect(metrics).toContain('quarterdeck_live_rejections_total{code="ack"} 1')
  })
})
