import fastify, { type FastifyRequest } from 'fastify'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { expect, test, vi } from 'vitest'
import { statusRoutes, UnknownPartState, type Part } from './status-routes.ts'

test('/readyz lists parts that are down and since when', async () => {
  const app = fastify()
  let isUp = false
  const noticed = new Date('2026-11-23T01:02:03Z')
  const check = async () => {
    if (!isUp) throw new Error('It does not answer.')
  }
  const parts = [
    { name: 'identity', isOptional: true, check, downSince: () => noticed },
    { name: 'backend', check: async () => undefined },
  ]
  await app.register(statusRoutes, { registry: new Registry(), isAdministrator: async () => false, parts })
  const down = { state: 'down', reason: 'It does not answer.', since: noticed.toISOString() }
  const response = await app.inject('/readyz')
  expect([response.statusCode, response.json()]).toEqual([
    200,
    { ready: true, degraded: true, parts: { identity: down, backend: { state: 'up' } } },
  ])
  isUp = true
  expect((await app.inject('/readyz')).json()).toMatchObject({ degraded: false, parts: { identity: { state: 'up' } } })
})

const readinessWith = async (part: Omit<Part, 'name'>) => {
  const app = fastify()
  await app.register(statusRoutes, {
    registry: new Registry(),
    isAdministrator: async () => false,
    parts: [{ name: 'identity', ...part }],
  })
  const { statusCode, body } = await app.inject('/readyz')
  const { ready, degraded } = JSON.parse(body) as { ready: boolean; degraded: boolean }
  return { statusCode, ready, degraded }
}
const check = () => Promise.reject(new Error('Connection refused.'))

test('an optional part that has not worked since the start makes the relay not ready', async () => {
  expect(await readinessWith({ isOptional: true, hasStarted: () => false, check })).toEqual({
    statusCode: 503,
    ready: false,
    degraded: true,
  })
  expect(await readinessWith({ isOptional: true, hasStarted: () => true, check })).toEqual({
    statusCode: 200,
    ready: true,
    degraded: true,
  })
  expect(await readinessWith({ hasStarted: () => true, check })).toMatchObject({ statusCode: 503 })
})

test('reports a part with undeterminable state as unknown and without a metric', async () => {
  const app = fastify()
  let isKnown = true
  const part = {
    name: 'dataApi',
    check: async () => {
      if (!isKnown) throw new UnknownPartState('It needs a credential.')
    },
  }
  await app.register(statusRoutes, { registry: new Registry(), isAdministrator: async () => false, parts: [part] })
  expect((await app.inject('/metrics')).body).toContain('quarterdeck_part_up{part="dataApi"} 1')
  isKnown = false
  expect((await app.inject('/readyz')).json()).toEqual({
    ready: true,
    degraded: false,
    parts: { dataApi: { state: 'unknown', report: 'It needs a credential.' } },
  })
  expect((await app.inject('/metrics')).body).not.toContain('quarterdeck_part_up{')
})

test('logs parts that are down at start, as errors when the relay is not ready', async () => {
  const lines: unknown[] = []
  const write = (line: string) => {
    const { level, part, reason, msg } = JSON.parse(line) as Record<'level' | 'part' | 'reason' | 'msg', unknown>
    lines.push([level, msg, part, reason])
  }
  const app = fastify({ loggerInstance: pino({ level: 'warn' }, { write }) })
  const parts = [
    { name: 'database', check: async () => undefined },
    { name: 'expressions', check },
    { name: 'redis', isOptional: true, check },
  ]
  await app.register(statusRoutes, { registry: new Registry(), isAdministrator: async () => false, parts })
  await app.listen({ host: '127.0.0.1', port: 0 })
  await vi.waitFor(() =>
    expect(lines).toEqual([
      [50, 'part is down, not ready', 'expressions', 'Connection refused.'],
      [40, 'part is down', 'redis', 'Connection refused.'],
    ]),
  )
  await app.close()
})

test('counts a part without own monitoring as down since the first failed check', async () => {
  const app = fastify()
  await app.register(statusRoutes, {
    registry: new Registry(),
    isAdministrator: async () => false,
    parts: [{ name: 'backend', check: () => Promise.reject(new Error('Unknown error.')) }],
  })
  const [first, second] = [await app.inject('/readyz'), await app.inject('/readyz')]
  expect(first.json()).toMatchObject({ parts: { backend: { since: expect.stringMatching(/^\d{4}-.*Z$/) } } })
  expect(second.json()).toEqual(first.json())
})

test('/readyz shows the configuration in force of a part', async () => {
  const app = fastify()
  const detail = { mode: 'none', report: 'Programs can read DATA_DIR.' }
  await app.register(statusRoutes, {
    registry: new Registry(),
    isAdministrator: async () => false,
    parts: [{ name: 'exec', check: async () => undefined, detail: () => detail }],
  })
  expect((await app.inject('/readyz')).json()).toEqual({
    ready: true,
    degraded: false,
    parts: { exec: { state: 'up', mode: 'none', report: 'Programs can read DATA_DIR.' } },
  })
})

test('concurrent requests of /readyz and /metrics share one check of the parts', async () => {
  const app = fastify()
  let checks = 0
  let finish: (() => void) | undefined
  const parts = [
    {
      name: 'backend',
      check: () =>
        new Promise<void>((resolve) => {
          checks += 1
          finish = resolve
        }),
    },
  ]
  await app.register(statusRoutes, { registry: new Registry(), isAdministrator: async () => false, parts })
  const requests = ['/readyz', '/readyz', '/metrics'].map((path) => app.inject(path))
  await vi.waitFor(() => expect(checks).toBeGreaterThan(0))
  // A later request would start a check of its own by this time.
  await app.inject('/healthz')
  finish?.()
  expect((await Promise.all(requests)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect(checks).toBe(1)
  const next = app.inject('/readyz')
  await vi.waitFor(() => expect(checks).toBe(2))
  finish?.()
  expect((await next).statusCode).toBe(200)
})

const isAdministrator = async ({ headers }: FastifyRequest) => headers.cookie === 'admin'

test('reports names only to administrators', async () => {
  const app = fastify()
  const part: Part = {
    name: 'documents',
    check: async () => undefined,
    detail: () => ({ mode: '1 rejected' }),
    reportToAdministrators: () => 'shop.yaml:1:1: Invalid.',
  }
  await app.register(statusRoutes, { registry: new Registry(), parts: [part], isAdministrator })
  const read = async (cookie: string) => (await app.inject({ url: '/readyz', headers: { cookie } })).json()
  const counted = { state: 'up', mode: '1 rejected' }
  expect(await read('viewer')).toMatchObject({ parts: { documents: counted } })
  expect(await read('viewer')).not.toHaveProperty('parts.documents.report')
  expect(await read('admin')).toMatchObject({
    parts: { documents: { ...counted, report: 'shop.yaml:1:1: Invalid.' } },
  })
})
