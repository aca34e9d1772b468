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

test('without the expression process the relay is not ready, and /readyz and the log name languages and cause', async () => {
  const database = await openServer()
  const relay = await startEmbeddedRelay(database)
  await vi.waitFor(
    () =>
      expect(relay.errors.map((line): unknown => JSON.parse(line))).toContainEqual(
        expect.objectContaining({
          part: 'expressions',
          reason: expect.stringMatching(/^CEL, Go templates/),
          msg: 'part is down, not ready',
        }),
      ),
    { timeout: 30_000 },
  )
  const reason = expect.stringMatching(
    /^CEL, Go templates, JavaScript: Cannot start the expression process: .*\/nonexistent\/node/,
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
