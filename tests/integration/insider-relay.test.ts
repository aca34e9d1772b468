import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Role } from '#shared/access/roles.ts'
import type { Credentials } from '#relay/access/sign-in.ts'
import { scopeByRights } from '#relay/access/permission-scope.ts'
import { startBackend, type Backend } from '#relay/backend/engine/backend.ts'
import { createSchemaCache } from '#relay/backend/data-api/schema-cache.ts'
import type { Database } from '#relay/database/database.ts'
import { openServer } from '#tests/fixtures/databases.ts'
import { hostileRequest } from '#tests/fixtures/insider/hostile-requests.ts'
import { inBatches } from '#tests/fixtures/insider/in-batches.ts'
import { sowRows } from '#tests/fixtures/insider/insider-api.ts'
import { insider, insiderNames, sown } from '#tests/fixtures/insider/insiders.ts'
import { seededChoices } from '#tests/fixtures/insider/seeded-choices.ts'
import { connectRaw } from '#tests/fixtures/live-socket.ts'
import { startRelayApp, type RelayApp } from '#tests/fixtures/relay-app.ts'

const roleNames = ['guest', 'viewer', 'commander', 'responder', 'editor', 'admin'] as const satisfies readonly Role[]
let database: Database
let backend: Backend
let relay: RelayApp
let folder: string
const log: string[] = []

beforeAll(async () => {
  database = await openServer()
  await sowRows(database)
  folder = await mkdtemp(join(tmpdir(), 'insiders-'))
  const logger = pino({ level: 'debug' }, { write: (line) => log.push(line) })
  backend = await startBackend({ database, resourcesDir: join(folder, 'resources'), dataDir: folder, log: logger })
  relay = await startRelayApp(
    { kind: 'embedded', backend, database },
    {},
    {
      log: logger,
      journal: { database, retention: { patchesForMs: 3_600_000, keyframesForMs: 3_600_000, mostBytes: 100_000_000 } },
      access: {
        ...scopeByRights,
        findViewer: async ({ headers: { cookie } }: Credentials) => {
          if (cookie === 'nobody') return { ...insider('guest'), roles: [] }
          const name = insiderNames.find((each) => each === cookie)
          return name === undefined ? null : insider(name)
        },
        onChange: () => () => undefined,
        recheckEveryMs: null,
      },
    },
  )
})
afterAll(async () => {
  await relay.stop()
  await backend.stop()
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

const topics = [
  { topic: 'health.checks', params: {} },
  { topic: 'health.statuses', params: { checkId: sown('61') } },
  { topic: 'jobs.failing', params: {} },
  { topic: 'playbooks.run', params: { runId: sown('a3') } },
  { topic: 'playbooks.log', params: { actionId: sown('a6') } },
  { topic: 'settings.flags', params: {} },
  { topic: 'settings.users', params: {} },
  { topic: 'session', params: {} },
  { topic: 'catalog.insights', params: {} },
  { topic: 'catalog.relationships', params: {} },
  { topic: 'catalog.scrapers', params: {} },
  { topic: 'incidents', params: {} },
  { topic: 'notifications.sends', params: {} },
  { topic: 'notifications.silences', params: {} },
]

test.each([
  ['catalog.items', 'config_items'],
  ['catalog.changes', 'config_changes'],
  ['catalog.insights', 'config_analysis'],
  ['catalog.relationships', 'config_relationships'],
  ['catalog.scrapers', 'config_scrapers_with_status'],
  ['incidents', 'incidents'],
  ['incidents', 'comments'],
  ['notifications.sends', 'notification_send_history_summary'],
  ['notifications.sends', 'notifications_summary'],
  ['notifications.silences', 'notification_silences'],
])('%s is available exactly to users who may read %s', async (topic, relation) => {
  const allowed = await Promise.all(
    [...insiderNames, 'nobody'].map(async (cookie) => {
      const socket = await connectRaw(relay.url, { headers: { cookie } })
      const { ok } = await socket.subscribe({ topic, params: {} })
      socket.close()
      const { status } = await fetch(`${relay.url}/api/db/${relation}?limit=1`, { headers: { cookie } })
      return { cookie, follows: ok, reads: status === 200 }
    }),
  )
  expect(allowed.filter(({ follows, reads }) => follows !== reads)).toEqual([])
  expect(new Set(allowed.map(({ follows }) => follows)).size).toBe(2)
})

test('no secret reaches a response, a socket frame, the log or the journal of a whole relay', async () => {
  const schema = await createSchemaCache(database, 'public').current()
  const sockets = await Promise.all(
    roleNames.map(async (name) => {
      const socket = await connectRaw(relay.url, { headers: { cookie: name } })
      for (const request of topics) await socket.subscribe(request)
      await socket.next('snapshot')
      return socket
    }),
  )
  const requests = roleNames.flatMap((name, at) => {
    const choices = seededChoices(7 + at)
    return Array.from({ length: 60 }, () => ({ name, call: hostileRequest(schema, choices) }))
  })
  const leaks = await inBatches(requests, 4, async ({ name, call: { method = 'GET', path, headers, body } }) => {
    const response = await fetch(`${relay.url}/api/db/${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers, cookie: name },
      ...(body !== undefined && { body }),
    })
    const bytes = `${JSON.stringify([...response.headers])}${await response.text()}`
    return bytes.includes('MARK') || response.status >= 500 ? [{ name, method, path, status: response.status }] : []
  })
  expect(leaks.flat()).toEqual([])
  const { rows } = await database.query(`
    select (select json_agg(e)::text from journal.entries e) as entries, (select json_agg(k)::text from journal.keyframes k) as keyframes`)
  const received = JSON.stringify(sockets.map((socket) => socket.messages))
  for (const socket of sockets) socket.close()
  expect(received.length).toBeGreaterThan(1_000)
  for (const text of [received, JSON.stringify(rows), log.join('\n')]) expect(text).not.toContain('MARK')
})
