import { afterEach, expect, test, vi } from 'vitest'
import { openServer } from '#tests/fixtures/databases.ts'

const { execPath } = process
afterEach(() => {
  process.execPath = execPath
  vi.resetModules()
})

test('without the process for expressions the relay is not ready, and /readyz and the log name the languages and the cause', async () => {
  const database = await openServer()
  // Modules that earlier files of this worker loaded hold a process that runs, and the path of the real Node.
  vi.resetModules()
  process.execPath = '/nonexistent/node'
  const { startEmbeddedRelay } = await import('#tests/fixtures/embedded-relay.ts')
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
