import fastify from 'fastify'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { statusRoutes } from './status-routes.ts'

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
