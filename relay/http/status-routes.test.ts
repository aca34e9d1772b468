import fastify from 'fastify'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { noSandbox } from '#relay/backend/sandbox/sandbox.ts'
import { statusRoutes } from './status-routes.ts'

test('/readyz says of a part what is in force in it', async () => {
  const app = fastify()
  const detail = { mode: noSandbox.kind, report: noSandbox.report }
  await app.register(statusRoutes, {
    registry: new Registry(),
    parts: [{ name: 'exec', check: async () => undefined, detail }],
  })
  expect((await app.inject('/readyz')).json()).toEqual({
    ready: true,
    degraded: false,
    parts: { exec: { state: 'up', mode: 'none', report: expect.stringContaining('DATA_DIR') } },
  })
})
