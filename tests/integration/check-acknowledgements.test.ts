import { expect, test, vi } from 'vitest'
import { acknowledgedChecksRoute } from '#shared/health/acknowledge-routes.ts'
import { canaryDocument } from '#tests/fixtures/backend.ts'
import { checkingTests } from '#tests/fixtures/checking.ts'

const { database, http, start, started, target, waitOptions } = checkingTests()

const row = () => started().row('home')
const turned = (status: string) => vi.waitFor(async () => expect((await row())?.status).toBe(status), waitOptions)
const acknowledgedIs = (expected: unknown) =>
  vi.waitFor(async () => expect((await row())?.acknowledged).toEqual(expected), waitOptions)

const startFailing = async (options: Parameters<typeof start>[0] = {}) => {
  target().state.status = 500
  await start({ resources: { 'shop.yaml': canaryDocument('shop', http('home')) }, ...options })
  await turned('unhealthy')
  return (await row())?.id ?? ''
}

const ask = async (method: 'POST' | 'DELETE', id: string, payload?: object) => {
  const url = `/api/canary/acknowledge/check/${id}`
  const { statusCode, body } = await started().app.inject({ method, url, ...(payload && { payload }) })
  return { status: statusCode, body }
}
const acknowledge = (id: string, payload: object = {}) =>
  ask('POST', id, { note: 'vendor informed', until: null, ...payload })

const listAcknowledged = async () => {
  const { body } = await started().app.inject('/api/canary/acknowledged')
  return acknowledgedChecksRoute.response.parse(JSON.parse(body))
}
const countStored = async () =>
  (await database().query<{ count: number }>('select count(*)::integer from relay.check_acknowledgements')).rows[0]
    ?.count

const mark = { by: 'Ada', note: 'vendor informed', at: expect.any(String), until: null }

test('an acknowledgement is shown to everyone, survives a restart, is recorded, and ends when the check recovers', async () => {
  const id = await startFailing()
  expect((await acknowledge(id)).status).toBe(200)
  await acknowledgedIs(mark)
  expect(started().changes).toContainEqual(expect.objectContaining({ relation: 'checks', ids: [id] }))
  expect(await listAcknowledged()).toEqual([{ id, ...mark }])
  const { rows } = await database().query(
    `select action, table_name, row_name, after from audit_log where row_id = $1 order by at`,
    [id],
  )
  expect(rows).toEqual([
    { action: 'acknowledged', table_name: 'checks', row_name: 'home', after: { note: 'vendor informed', until: null } },
  ])

  await started().stop()
  await start({ resources: { 'shop.yaml': canaryDocument('shop', http('home')) } })
  await acknowledgedIs(mark)

  target().state.status = 200
  await turned('healthy')
  await acknowledgedIs(undefined)
  await vi.waitFor(async () => expect(await countStored()).toBe(0), waitOptions)
  expect(await listAcknowledged()).toEqual([])

  target().state.status = 500
  await turned('unhealthy')
  expect((await row())?.acknowledged).toBeUndefined()
})

test('an acknowledgement ends at its expiry, or when it is removed', async () => {
  const id = await startFailing()
  const until = new Date(Date.now() + 1_500).toISOString()
  expect((await acknowledge(id, { until })).status).toBe(200)
  await acknowledgedIs({ ...mark, until: expect.any(String) })
  await acknowledgedIs(undefined)
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(until))

  await acknowledge(id, { note: 'again' })
  await acknowledgedIs({ ...mark, note: 'again' })
  expect((await ask('DELETE', id)).status).toBe(200)
  await acknowledgedIs(undefined)
  expect(await countStored()).toBe(0)
})

test('rejects an acknowledgement of a healthy or unknown check, an expiry in the past, and a note that is too long', async () => {
  const id = await startFailing()
  expect(await acknowledge(id, { until: '2020-01-01T00:00:00Z' })).toEqual({
    status: 400,
    body: '{"error":"until is in the past. Choose a later time."}',
  })
  expect((await acknowledge(id, { note: 'x'.repeat(1_001) })).status).toBe(400)
  expect((await acknowledge('01890a5d-0000-7000-8000-0000000000ff')).status).toBe(404)
  target().state.status = 200
  await turned('healthy')
  expect(await acknowledge(id)).toEqual({
    status: 409,
    body: '{"error":"home is not failing. Only failing checks can be acknowledged."}',
  })
})

test.each([
  ['viewer', 403],
  ['responder', 200],
] as const)('a %s gets %i: acknowledging needs the permission to run checks', async (role, status) => {
  const id = await startFailing({ roles: [role] })
  expect((await acknowledge(id)).status).toBe(status)
  expect((await ask('DELETE', id)).status).toBe(status)
})
