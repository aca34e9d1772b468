import fastify from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'
import { handleErrors } from '#relay/errors/error-handler.ts'
import { forbidden, notFound } from '#relay/errors/http-error.ts'
import { serve, type ServeOptions } from './serve.ts'

const route = contract({
  method: 'POST',
  path: '/api/notes/:id',
  params: z.object({ id: z.string().regex(/^n/, 'must start with n') }),
  query: z.object({ most: z.coerce.number().default(3) }),
  body: z.object({ text: z.string().trim().min(1, 'Enter a text.'), tags: z.array(z.string()).default([]) }),
  response: z.unknown(),
})

const start = (options: ServeOptions = {}) => {
  const app = fastify()
  handleErrors(app)
  void app.register(
    async (api) => {
      serve(api, route, options, ({ params, query, body }) => ({ params, query, body }))
    },
    { prefix: '/api' },
  )
  return async (url: string, payload?: object) => {
    const response = await app.inject({ method: 'POST', url, ...(payload && { payload }) })
    return { status: response.statusCode, body: response.json<Record<string, unknown>>() }
  }
}

test('hands parsed params, query and body to the handler', async () => {
  expect(await start()('/api/notes/n1?most=5&more=x', { text: ' hi ', extra: 1 })).toEqual({
    status: 200,
    body: { params: { id: 'n1' }, query: { most: 5 }, body: { text: 'hi', tags: [] } },
  })
})

test.each([
  ['/api/notes/n1?most=many', { text: 'a' }, 'most: Invalid input: expected number, received NaN'],
  ['/api/notes/n1', undefined, 'text: required'],
  ['/api/notes/n1', { text: ' ' }, 'Enter a text.'],
  ['/api/notes/n1', { text: 'a', tags: [1] }, 'tags[0]: Invalid input: expected string, received number'],
])('%s with %j is rejected', async (url, payload, error) => {
  expect(await start()(url, payload)).toEqual({
    status: 400,
    body: { error, message: 'Correct it and try again.', code: 'bad_request' },
  })
})

const preHandler = async () => {
  throw forbidden('No.', 'Ask.')
}
const toError = () => notFound('No such note.', 'Check the link.')

test('an address that no params match does not exist', async () => {
  expect(await start()('/api/notes/x', { text: 'a' })).toMatchObject({
    status: 404,
    body: { error: 'Address not found. id: must start with n' },
  })
})

test('access is decided before the request is parsed, and a route may word its own error', async () => {
  expect((await start({ preHandler })('/api/notes/x')).status).toBe(403)
  expect(await start({ toError })('/api/notes/x')).toMatchObject({ status: 404, body: { error: 'No such note.' } })
})
