import fastify from 'fastify'
import { expect, test } from 'vitest'
import { roles } from '#shared/access/roles.ts'
import type { Database } from '#relay/database/database.ts'
import { handleErrors } from '#relay/errors/error-handler.ts'
import { relayRoutes } from './relay-routes.ts'

const id = '0195c0de-0000-7000-8000-000000000001'
const emptyDatabase: Database = {
  kind: 'embedded',
  query: async () => ({ rows: [], affectedRows: 0 }),
  transaction: async (work) => work(emptyDatabase),
  forPeople: () => emptyDatabase,
  listen: async () => async () => undefined,
  condition: () => ({ outage: null, lastRestart: null, restarts: 0, cancelled: 0 }),
  close: async () => undefined,
}

const ask = async (role: string) => {
  const app = fastify()
  handleErrors(app)
  app.decorateRequest('viewer')
  app.addHook('onRequest', async (request) => {
    request.viewer = { id: 'ada', name: 'Ada', email: '', roles: [role] }
  })
  await app.register(relayRoutes, { prefix: '/api', database: emptyDatabase })
  const responses = await Promise.all([
    app.inject({ method: 'GET', url: '/api/relays' }),
    app.inject({ method: 'POST', url: `/api/relays/${id}/drain` }),
    app.inject({ method: 'DELETE', url: `/api/relays/${id}/drain` }),
  ])
  return responses.map(({ statusCode }) => statusCode)
}

test('an administrator lists and drains relays; a relay that has left is not found', async () => {
  expect(await ask('admin')).toEqual([200, 404, 404])
})

test.each(roles.filter((role) => role !== 'admin'))('a person with the role %s does not', async (role) => {
  expect(await ask(role)).toEqual([403, 403, 403])
})
