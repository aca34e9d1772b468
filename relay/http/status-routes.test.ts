import fastify from 'fastify'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { statusRoutes } from './status-routes.ts'

test('/readyz says since when a part is down, and which', async () => {
  const app = fastify()
  let isUp = false
  const noticed = new Date('2026-11-23T01:02:03Z')
  const check = async () => {
    if (!isUp) throw new Error('It does not answer.')
  }
  const parts = [
    { name: 'identity', isSpare: true, check, downSince: () => noticed },
    { name: 'backend', check: async () => undefined },
  ]
  await app.register(statusRoutes, { registry: new Registry(), parts })
  const down = { state: 'down', reason: 'It does not answer.', since: noticed.toISOString() }
  const answer = await app.inject('/readyz')
  expect([answer.statusCode, answer.json()]).toEqual([
    200,
    { ready: true, degraded: true, parts: { identity: down, backend: { state: 'up' } } },
  ])
  isUp = true
  expect((await app.inject('/readyz')).json()).toMatchObject({ degraded: false, parts: { identity: { state: 'up' } } })
})

test('a part that nobody else watches is down since the first look that found it so', async () => {
  const app = fastify()
  await app.register(statusRoutes, {
    registry: new Registry(),
    parts: [{ name: 'backend', check: () => Promise.reject(new Error('It failed.')) }],
  })
  const [first, second] = [await app.inject('/readyz'), await app.inject('/readyz')]
  expect(first.json()).toMatchObject({ parts: { backend: { since: expect.stringMatching(/^\d{4}-.*Z$/) } } })
  expect(second.json()).toEqual(first.json())
})

test('/readyz says of a part what is in force in it', async () => {
  const app = fastify()
  const detail = { mode: 'none', report: 'Programs can read DATA_DIR.' }
  await app.register(statusRoutes, {
    registry: new Registry(),
    parts: [{ name: 'exec', check: async () => undefined, detail }],
  })
  expect((await app.inject('/readyz')).json()).toEqual({
    ready: true,
    degraded: false,
    parts: { exec: { state: 'up', mode: 'none', report: 'Programs can read DATA_DIR.' } },
  })
})
