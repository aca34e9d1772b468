import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createServerListener, openListener } from '#relay/database/server-listener.ts'
import { openServer, type ServerDatabase } from '#relay/database/server.ts'
import { createServerDatabase } from '#tests/fixtures/databases.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { connectRaw } from '#tests/fixtures/live-socket.ts'
import { startRelayApp } from '#tests/fixtures/relay-app.ts'
import { startSummaryBackend, makeSummary, type SummaryBackend } from '#tests/fixtures/summary-backend.ts'

let backend: SummaryBackend
let database: ServerDatabase
let url: string

beforeEach(async () => {
  backend = await startSummaryBackend()
  url = await createServerDatabase({ migrated: false })
  database = await openServer({ url, onConnectionError: () => undefined })
})
afterEach(async () => {
  await backend.stop()
  await database.close()
})

const listening = () =>
  database.query<{ pid: number }>(
    "select pid from pg_stat_activity where application_name = 'quarterdeck' and datname = current_database() and pid <> pg_backend_pid()",
  )

test("receives notices of the backend's database, also after its connection was lost", async () => {
  const listener = openListener(url, () => undefined)
  const relay = await startRelayApp(backend.url, {}, { notices: listener })
  const viewer = await connectRaw(relay.url)
  await viewer.subscribe({ topic: 'health.checks', params: {} })
  await viewer.next('snapshot')
  await eventually(async () => expect((await listening()).rows).toHaveLength(1))

  backend.checks = [makeSummary('a')]
  await database.query("notify event_queue_updates, 'check.failed'")
  expect(await viewer.next('patch')).toMatchObject({ put: [{ id: 'a' }] })

  const [before] = (await listening()).rows
  await database.query('select pg_terminate_backend($1)', [before?.pid])
  const [after] = await eventually(async () => {
    const { rows } = await listening()
    expect(rows).not.toEqual([before])
    expect(rows).toHaveLength(1)
    return rows
  })
  expect(after?.pid).not.toBe(before?.pid)
  backend.checks = []
  await database.query("notify event_queue_updates, 'check.passed'")
  expect(await viewer.next('patch')).toMatchObject({ drop: ['a'] })

  viewer.close()
  await relay.stop()
  await listener.close()
})

const countStatements = (client: pg.Client, counts: { running: number; most: number }): pg.Client =>
  new Proxy(client, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      if (name !== 'query') return value.bind(target)
      return async (sql: string, parameters?: unknown[]) => {
        counts.running += 1
        counts.most = Math.max(counts.most, counts.running)
        const result = await target.query(sql, parameters)
        counts.running -= 1
        return result
      }
    },
  })

test('sends one statement after another, however many channels are listened to and left at once', async () => {
  const counts = { running: 0, most: 0 }
  const listener = createServerListener(() => countStatements(new pg.Client(url), counts), {
    onConnectionError: () => undefined,
    responseMs: 60_000,
  })
  const received: string[] = []
  const channels = ['one', 'two', 'three']
  const stops = await Promise.all(channels.map((name) => listener.listen(name, (payload) => received.push(payload))))
  for (const name of channels) await database.query('select pg_notify($1, $1)', [name])
  await eventually(async () => expect(received).toEqual(channels))
  await Promise.all(stops.map((stop) => stop()))
  await listener.close()
  expect(counts).toEqual({ running: 0, most: 1 })
})
