import { expect, test, vi } from 'vitest'
import { openServer } from '#tests/fixtures/databases.ts'
import { startEmbeddedRelay } from '#tests/fixtures/embedded-relay.ts'

// The modules that start processes read it while they load.
vi.hoisted(() => {
  process.execPath = '/nonexistent/node'
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
