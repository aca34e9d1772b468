import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openEmbedded, type EmbeddedBackend } from '#relay/composition/embedded-backend.ts'
import { readConfig } from '#relay/config/config.ts'
import type { Database } from '#relay/database/database.ts'
import { wholeRetention } from '#relay/database/retention-share.ts'
import { openServer } from '#tests/fixtures/databases.ts'
import { startRelayApp, type RelayApp } from '#tests/fixtures/relay-app.ts'

// The modules that start processes read it while they load.
vi.hoisted(() => {
  process.execPath = '/nonexistent/node'
})

let dataDir: string
let database: Database
let embedded: EmbeddedBackend
let relay: RelayApp
const errors: string[] = []
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'quarterdeck-'))
  database = await openServer()
  const log = pino({ level: 'error' }, { write: (line) => errors.push(line) })
  const config = readConfig({ DATA_DIR: dataDir })
  embedded = await openEmbedded({ config, database, retentionShare: wholeRetention, log, metrics: new Registry() })
  relay = await startRelayApp(embedded, {}, { log })
})
afterAll(async () => {
  await relay.stop()
  await embedded.backend.stop()
  await database.close()
  await rm(dataDir, { recursive: true, force: true })
})

test('without the process for expressions the relay is not ready, and /readyz and the log name the languages and the cause', async () => {
  await vi.waitFor(() => expect(errors.join('')).toContain('not ready, expressions is down: '), { timeout: 30_000 })
  const response = await fetch(`${relay.url}/readyz`)
  const reason = expect.stringMatching(
    /^CEL, Go templates, JavaScript: The process for expressions cannot be started: .*\/nonexistent\/node/,
  )
  expect([response.status, await response.json()]).toMatchObject([
    503,
    {
      ready: false,
      parts: { backend: { state: 'up' }, database: { state: 'up' }, expressions: { state: 'down', reason } },
    },
  ])
})
