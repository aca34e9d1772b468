import { afterEach, beforeEach, expect, test } from 'vitest'
import { openListener } from '#relay/database/server-listener.ts'
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
