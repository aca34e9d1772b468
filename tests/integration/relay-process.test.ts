import { resolve } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createServerDatabase } from '#tests/fixtures/databases.ts'
import { connectRaw } from '#tests/fixtures/live-socket.ts'
import { startRelayApp } from '#tests/fixtures/relay-app.ts'
import { bringUpToDate, startRelay } from '#tests/fixtures/relay.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { startSummaryBackend, type SummaryBackend } from '#tests/fixtures/summary-backend.ts'

const start = async ({ url }: SummaryBackend) =>
  startRelay({ env: { BACKEND_URL: url, DATABASE_URL: await createServerDatabase() } })

describe('relay process', { timeout: 180_000 }, () => {
  test('finishes requests in flight on a stop signal and exits with 0', async () => {
    const backend = await startSummaryBackend()
    const relay = await start(backend)
    backend.holds = true
    const response = fetch(`${relay.url}/api/properties`)
    await eventually(() => expect(backend.requests).toContain('GET /properties'))
    const stopped = relay.stop('SIGINT')
    await eventually(() => expect(relay.log()).toContain('shutting down'))
    backend.letGo()
    expect((await response).status).toBe(200)
    expect(await stopped).toBe(0)
    await backend.stop()
  })

  test('closes its sockets on a stop', async () => {
    const backend = await startSummaryBackend()
    const relay = await start(backend)
    const viewer = await connectRaw(relay.url)
    const disconnected = new Promise((resolve) => viewer.socket.on('disconnect', resolve))
    expect(await relay.stop()).toBe(0)
    await disconnected
    await backend.stop()
  })

  test('fails to start with a wrong configuration and lists every error', async () => {
    await expect(startRelay({ env: { PORT: 'many', AUTH_MODE: 'guess' } })).rejects.toThrow(
      /PORT is "many"[\s\S]*AUTH_MODE is "guess"/,
    )
  })
})

test('serves a production build in whichever environment it was built', { timeout: 180_000 }, async () => {
  await bringUpToDate()
  const relay = await startRelayApp('http://127.0.0.1:9', {}, { clientRoot: resolve('dist/client') })
  onTestFinished(relay.stop)
  const page = await (await fetch(`${relay.url}/health`, { headers: { accept: 'text/html' } })).text()
  const scripts = [...page.matchAll(/(?:src|href)="([^"]+\.js)"/g)].map(([, path]) => path ?? '')
  expect(scripts.length).toBeGreaterThan(1)
  const codes = await Promise.all(scripts.map(async (path) => (await fetch(new URL(path, relay.url))).text()))
  expect(codes.filter((code) => code.includes('jsxDEV'))).toEqual([])
})
