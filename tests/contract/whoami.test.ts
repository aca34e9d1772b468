import fastify from 'fastify'
import { expect, test } from 'vitest'
import { whoamiRoutes } from '#relay/access/whoami-routes.ts'

test('GET /auth/whoami nests user, roles and permissions in a payload [API-07]', async () => {
  const app = fastify()
  app.decorateRequest('viewer')
  app.addHook('onRequest', async (request) => {
    request.viewer = { id: 'p1', name: 'Ada', email: 'ada@example.test', roles: ['viewer'] }
  })
  await app.register(whoamiRoutes, { prefix: '/api' })
  const response = JSON.parse((await app.inject('/api/auth/whoami')).body)
  expect(response).toMatchObject({
    message: 'success',
    payload: { user: { id: 'p1', name: 'Ada', email: 'ada@example.test' }, roles: ['viewer'] },
  })
  expect(response.payload.permissions).toContainEqual({ subject: 'viewer', object: 'canaries', action: 'read' })
  expect(response.payload.permissions).not.toContainEqual({ subject: 'viewer', object: 'canaries', action: 'write' })
  await app.close()
})
