import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createLiveClient } from '#client/live/create-live-client.ts'
import type { LiveClient } from '#client/live/live-client.ts'
import { standaloneAccess } from '#relay/access/standalone.ts'
import type { LiveAccess } from '#relay/live/delivery/live-access.ts'
import { healthChecks } from '#shared/health/health-topics.ts'
import { startRelayApp, type RelayApp } from '#tests/fixtures/relay-app.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { startSummaryBackend, makeSummary, type SummaryBackend } from '#tests/fixtures/summary-backend.ts'

const [a, b] = [makeSummary('a'), makeSummary('b')]
const summaries = () => backend.requests.filter((request) => request === 'GET /canary/api/summary').length

let backend: SummaryBackend
let relay: RelayApp
let client: LiveClient

const watch = () => {
  const checks = client.topic(healthChecks, {})
  const renders = vi.fn<() => void>()
  const leave = checks.subscribe(renders)
  const statuses = () => [...checks.get().rows.values()].map(({ id, status }) => `${id} ${status}`)
  return { checks, renders, leave, statuses, status: () => checks.get().status }
}

beforeEach(async () => {
  backend = await startSummaryBackend()
  backend.checks = [a, b]
  relay = await startRelayApp(backend.url)
  client = createLiveClient({ url: relay.url, lingerMs: 0 })
})
afterEach(async () => {
  client.close()
  await relay.stop()
  await backend.stop()
})

describe('a tab', () => {
  test('shows rows and follows their changes', async () => {
    const { checks, statuses, status } = watch()
    expect(status()).toBe('loading')
    await eventually(() => expect(statuses()).toEqual(['a healthy', 'b healthy']))
    expect(status()).toBe('live')
    const before = checks.get()
    backend.checks = [{ ...a, status: 'unhealthy' }, b]
    checks.get().refresh()
    await eventually(() => expect(statuses()).toEqual(['a unhealthy', 'b healthy']))
    expect(checks.get().rows).not.toBe(before.rows)
    expect(checks.get().rows.get('b')).toBe(before.rows.get('b'))
    // The state of the tab is rendered one frame after its rows.
    await eventually(() =>
      expect(client.state.get()).toMatchObject({
        state: 'live',
        reason: null,
        observedAtMs: checks.get().observedAtMs,
      }),
    )
  })

  test('shares one subscription between all users of a topic, and ends it after the last', async () => {
    const views = [watch(), watch(), watch()]
    await eventually(() => expect(views.map(({ status }) => status())).toEqual(['live', 'live', 'live']))
    expect(new Set(views.map(({ checks }) => checks)).size).toBe(1)
    for (const { leave } of views) leave()
    await eventually(() => expect(client.topic(healthChecks, {})).not.toBe(views[0]?.checks))
  })

  test('reports a failed source, and keeps the last rows', async () => {
    const { checks, statuses, status } = watch()
    await eventually(() => expect(status()).toBe('live'))
    backend.failWith = 500
    checks.get().refresh()
    await eventually(() => expect(status()).toBe('stale'))
    expect(statuses()).toEqual(['a healthy', 'b healthy'])
    expect(checks.get().reason).toBe('The backend responded with status 500: the disk is full.')
    await eventually(() => expect(client.state.get().state).toBe('stale'))
    backend.failWith = null
    checks.get().refresh()
    await eventually(() => expect(client.state.get().state).toBe('live'))
  })

  test('is offline while the relay is stopped, and catches up when it is back', async () => {
    const { statuses, status } = watch()
    await eventually(() => expect(status()).toBe('live'))
    const port = new URL(relay.url).port
    await relay.stop()
    await eventually(() => expect(client.state.get().state).toBe('offline'))
    await eventually(() => expect(status()).toBe('offline'))
    expect(statuses()).toEqual(['a healthy', 'b healthy'])

    backend.checks = [a]
    relay = await startRelayApp(backend.url, {}, { port: Number(port) })
    await eventually(() => expect(statuses()).toEqual(['a healthy']))
    expect(status()).toBe('live')
    await eventually(() => expect(client.state.get().state).toBe('live'))
  })

  test.each([
    ['slept for ten minutes, or whose clock was set forward', 600_000],
    ['whose clock was set back by ten minutes', -600_000],
  ])('%s treats its rows as stale until the next message of the relay, then knows their age', async (_case, byMs) => {
    client.close()
    let offsetMs = byMs / 2
    const now = () => Date.now() + offsetMs
    client = createLiveClient({ url: relay.url, lingerMs: 0, now })
    const { checks, statuses, status } = watch()
    const seen: string[] = []
    checks.subscribe(() => seen.push(status()))
    await eventually(() => expect(status()).toBe('live'))
    expect(Math.abs((checks.get().observedAtMs ?? 0) - now())).toBeLessThan(10_000)
    offsetMs += byMs
    backend.checks = [{ ...a, status: 'unhealthy' }, b]
    await eventually(() => expect(seen).toContain('stale'))
    await eventually(() => expect(status()).toBe('live'))
    expect(Math.abs((checks.get().observedAtMs ?? 0) - now())).toBeLessThan(20_000)
    checks.get().refresh()
    await eventually(() => expect(statuses()).toEqual(['a unhealthy', 'b healthy']))
    await eventually(() => expect(client.state.get().state).toBe('live'))
  })

  test('without permission to read a topic gets the reason and no rows', async () => {
    client.close()
    await relay.stop()
    relay = await startRelayApp(backend.url, { standaloneRoles: [] })
    client = createLiveClient({ url: relay.url })
    const { checks, status } = watch()
    await eventually(() => expect(status()).toBe('refused'))
    expect(checks.get()).toMatchObject({
      rows: new Map(),
      reason: 'You are not allowed to read canaries.',
    })
    expect(summaries()).toBe(0)
  })

  test('drops all rows when permission is revoked, and shows them again when it is restored', async () => {
    client.close()
    await relay.stop()
    const standalone = standaloneAccess([])
    const listeners = new Set<(personId: string | null) => void>()
    let roles = ['admin']
    const access: LiveAccess = {
      ...standalone,
      findViewer: () => Promise.resolve({ id: 'ann', name: 'Ann', email: '', roles }),
      onChange: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    }
    relay = await startRelayApp(backend.url, {}, { access })
    client = createLiveClient({ url: relay.url })
    const { checks, statuses, status } = watch()
    await eventually(() => expect(status()).toBe('live'))
    roles = []
    for (const listener of listeners) listener('ann')
    await eventually(() => expect(status()).toBe('refused'))
    expect(checks.get()).toMatchObject({
      rows: new Map(),
      reason: 'You are not allowed to read canaries.',
    })
    roles = ['admin']
    for (const listener of listeners) listener('ann')
    checks.get().refresh()
    await eventually(() => expect(statuses()).toEqual(['a healthy', 'b healthy']))
  })

  test('renders once for each change', async () => {
    const { checks, renders, status } = watch()
    await eventually(() => expect(status()).toBe('live'))
    const before = renders.mock.calls.length
    backend.checks = [a]
    checks.get().refresh()
    await eventually(() => expect(checks.get().rows.size).toBe(1))
    expect(renders.mock.calls.length - before).toBe(1)
  })
})
