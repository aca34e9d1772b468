import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openServer } from '#tests/fixtures/databases.ts'
import type { startEmbeddedRelay as start } from '#tests/fixtures/embedded-relay.ts'

const { execPath } = process
let startEmbeddedRelay: typeof start
// Modules loaded by earlier files of this worker keep a running process and the path of the real Node.
beforeAll(async () => {
  vi.resetModules()
  process.execPath = '/nonexistent/node'
  ;({ startEmbeddedRelay } = await import('#tests/fixtures/embedded-relay.ts'))
}, 300_000)
afterAll(() => {
  process.execPath = execPath
  vi.resetModules()
})

test('without the process for expressions the relay is not ready, and /readyz and the log name the languages and the cause', async () => {
  const database = await openServer()
  const relay = await startEmbeddedRelay(database)
  await vi.waitFor(() => expect(relay.errors.join('')).toContain('not ready, expressions is down: CEL, Go templates'), {
    timeout: 30_000,
  })
  const reason = expect.stringMatching(
    /^CEL, Go templates, JavaScript: The process for expressions cannot be started: .*\/nonexistent\/node/,
  )
  expect(await relay.readyz()).toMatchObject({
    status: 503,
    body: {
      ready: false,
      parts: { backend: { state: 'up' }, database: { state: 'up' }, expressions: { state: 'down', reason } },
    },
  })
  await relay.stop()
  await database.close()
})
