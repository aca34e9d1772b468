import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#relay/database/database.ts'
import { openServer } from '#tests/fixtures/databases.ts'
import { startEmbeddedRelay } from '#tests/fixtures/embedded-relay.ts'
import { eventually } from '#tests/fixtures/eventually.ts'

let database: Database
beforeAll(async () => {
  database = await openServer()
})
afterAll(() => database.close())

const up = { state: 'up' }

test('a relay with working engines is ready', async () => {
  const relay = await startEmbeddedRelay(database)
  await eventually(async () => {
    expect(await relay.readyz()).toMatchObject({
      status: 200,
      body: {
        degraded: false,
        parts: { database: up, backend: up, expressions: up, permissions: up, notifications: up, incidents: up },
      },
    })
  })
  await relay.stop()
})

test('lists rejected documents without the values that a YAML parser repeats', async () => {
  const relay = await startEmbeddedRelay(database, {
    'hook.yaml': 'kind: Connection\nmetadata: { name: hook }\nspec:\n  http:\n    password: !hunter2-S3cret!\n',
  })
  await eventually(async () => {
    const { body } = await relay.readyz()
    expect(body).toMatchObject({ parts: { documents: { mode: '1 rejected' } } })
    expect(JSON.stringify(body)).toContain('Invalid YAML: The !*** tag has no suffix.')
    expect(JSON.stringify(body)).not.toContain('hunter2')
  })
  await relay.stop()
})

test.each([
  ['notifications', 'min(coalesce(not_before', 'Notification processing failed: canceling statement'],
  ['permissions', 'from permissions where deleted_at is null', 'canceling statement'],
])('a relay whose %s failed to start is not ready until it has', async (name, part, reason) => {
  let isFailing = true
  const query: Database['query'] = (text, values) =>
    isFailing && text.includes(part) ? Promise.reject(new Error('canceling statement')) : database.query(text, values)
  const relay = await startEmbeddedRelay({ ...database, query })
  await eventually(async () => {
    expect(await relay.readyz()).toMatchObject({ status: 503, body: { parts: { [name]: { state: 'down', reason } } } })
  })
  isFailing = false
  await eventually(async () => {
    expect(await relay.readyz()).toMatchObject({ status: 200, body: { parts: { [name]: up } } })
  })
  await relay.stop()
})
