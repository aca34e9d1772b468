import fastify from 'fastify'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import { dataApi } from '#relay/backend/data-api/data-api.ts'
import { openEmbedded } from '#tests/fixtures/databases.ts'
import { startRelay } from '#tests/fixtures/relay.ts'

const arrows = `/api/db/checks?select=spec${'->a'.repeat(1_500)}`
const nested = (levels: number): string =>
  levels === 0 ? 'id' : `id,${levels % 2 === 0 ? 'canaries' : 'checks'}!checks_canary_id_fkey(${nested(levels - 1)})`
const product = `select=${nested(5)}`

describe('a user who requests too much', { timeout: 180_000 }, () => {
  const stops: (() => Promise<unknown>)[] = []
  beforeEach(() => async () => {
    for (const stop of stops.splice(0).toReversed()) await stop()
  })

  const startDataApi = async () => {
    const database = await openEmbedded()
    stops.push(() => database.close())
    await database.query(
      `with canary as (insert into canaries (id, name, namespace, spec) values (gen_random_uuid(), 'many', 'test', '{}') returning id)
       insert into checks (id, canary_id, type, name, spec)
       select gen_random_uuid(), canary.id, 'http', 'check ' || number, '{"a": {"a": 1}}' from canary, generate_series(1, 500) number`,
    )
    const app = fastify({ loggerInstance: pino({ level: 'silent' }) })
    app.decorateRequest('viewer')
    app.addHook('onRequest', async (request) => {
      const id = String(request.headers['x-person'])
      request.viewer = { id, name: id, email: `${id}@example.test`, roles: ['viewer'] }
    })
    await app.register(dataApi({ database, onChange: () => undefined }), { prefix: '/api/db' })
    stops.push(() => app.close())
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    const ask = async (person: string, path: string) => {
      const response = await fetch(`${url}${path}`, { headers: { 'x-person': person } })
      return { status: response.status, retryAfter: response.headers.get('retry-after'), body: await response.text() }
    }
    return { database, ask }
  }

  test.each([
    ['fifteen hundred steps into JSON', arrows, '1500 steps in a JSON path (maximum 16)'],
    [
      'relations embedded nine deep',
      `/api/db/canaries?select=${nested(9)}`,
      'too many levels of embedded relations (maximum 6)',
    ],
  ])('is rejected before the database is queried: %s', async (_, path, reason) => {
    const { database, ask } = await startDataApi()
    const responses = await Promise.all(Array.from({ length: 6 }, () => ask('mallory', path)))
    for (const { status, body } of responses) {
      expect(status).toBe(400)
      expect(JSON.parse(body)).toMatchObject({
        code: 'PGRST100',
        message: `Request too large: ${reason}.`,
      })
    }
    expect(database.condition()).toMatchObject({ cancelled: 0, restarts: 0 })
  })

  test('is cut off and has other requests rejected, while others and the relay are served', async () => {
    const { database, ask } = await startDataApi()
    const hostile = Promise.all(Array.from({ length: 6 }, () => ask('mallory', `/api/db/canaries?${product}`)))
    const [own, other] = await Promise.all([
      database.query<{ count: number }>('select count(*) as count from checks'),
      ask('ada', '/api/db/checks?select=name&limit=1'),
    ])
    expect(own.rows).toEqual([{ count: 500 }])
    expect(other.status).toBe(200)
    const responses = await hostile
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(5)
    expect(responses.filter(({ status }) => status === 503)).toHaveLength(1)
    for (const { status, retryAfter, body } of responses) {
      expect(Number(retryAfter)).toBeGreaterThan(0)
      expect(JSON.parse(body)).toMatchObject({
        message:
          status === 503
            ? 'The request timed out and was cancelled. Nothing was changed.'
            : 'Cancelled because another request of yours timed out. Request less data at a time.',
      })
    }
    expect((await ask('ada', '/api/db/checks?select=name&limit=1')).status).toBe(200)
    expect(database.condition()).toMatchObject({ outage: null, cancelled: 1, restarts: 0 })
  })

  test('cannot keep the relay from serving others, or from stopping', { timeout: 600_000 }, async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'quarterdeck-'))
    stops.push(() => rm(dataDir, { recursive: true, force: true }))
    const checks = Array.from({ length: 60 }, (_, n) => `    - name: check ${n}\n      url: http://127.0.0.1:9/`).join(
      '\n',
    )
    const canary = `apiVersion: canaries.flanksource.com/v1\nkind: Canary\nmetadata:\n  name: many\n  namespace: test\nspec:\n  schedule: "@every 1h"\n  http:\n${checks}\n`
    const relay = await startRelay({ dataDir, resources: { 'many.yaml': canary } })
    const ask = async (path: string) => (await fetch(`${relay.url}${path}`)).status
    const hostile = Promise.all(Array.from({ length: 6 }, () => ask(arrows)))
    const products = Promise.all(Array.from({ length: 6 }, () => ask(`/api/db/canaries?${product}`)))
    expect((await fetch(`${relay.url}/readyz`)).status).toBe(200)
    expect((await fetch(`${relay.url}/api/canary/api/summary`)).status).toBe(200)
    expect((await hostile).filter((status) => status !== 400 && status !== 429)).toEqual([])
    await products
    expect(await relay.stop('SIGTERM')).toBe(0)
  })
})
