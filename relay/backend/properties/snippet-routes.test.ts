import fastify from 'fastify'
import { expect, test } from 'vitest'
import { handleErrors } from '#relay/errors/error-handler.ts'
import type { Property } from './properties.ts'
import { snippetRoutes } from './snippet-routes.ts'

const ask = async (source: Property['source']) => {
  const value = '({ user }) => { globalThis.seen = user.id }'
  const property: Property = { name: 'flanksource.ui.snippets', value, source, type: '', description: '' }
  const app = fastify()
  handleErrors(app)
  await app.register(snippetRoutes, { properties: { list: async () => [property] } })
  return app.inject({ url: '/api/ui-snippet.js' })
}

test('serves a local snippet as a module that exports the function as default [PERM-61]', async () => {
  const { statusCode, headers, body } = await ask('local')
  expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
    200,
    'text/javascript; charset=utf-8',
    'no-store',
  ])
  const { default: call } = (await import(`data:text/javascript,${encodeURIComponent(body)}`)) as {
    default: (input: object) => void
  }
  call({ user: { id: 'ada' } })
  expect(Reflect.get(globalThis, 'seen')).toBe('ada')
  Reflect.deleteProperty(globalThis, 'seen')
})

test('never serves a snippet from the database [PERM-61]', async () => {
  const { statusCode, body } = await ask('db')
  expect([statusCode, body.includes('user')]).toEqual([404, false])
})
