import { once } from 'node:events'
import fastify, { type FastifyInstance } from 'fastify'
import { expect, test, vi } from 'vitest'
import { DatabaseUnavailable } from '#relay/database/database-unavailable.ts'
import { SqlError } from '#relay/database/sql-error.ts'
import { handleErrors, type SendError } from './error-handler.ts'
import { AccessDenied, conflict, notFound } from './http-error.ts'

const throwing = async (
  error: Error,
  send?: SendError,
): Promise<Pick<Awaited<ReturnType<FastifyInstance['inject']>>, 'statusCode' | 'headers' | 'body'>> => {
  const app = fastify()
  handleErrors(app)
  app.decorateRequest('viewer')
  app.addHook('onRequest', async (request) => {
    request.viewer = { id: 'ada', name: 'Ada', email: '', roles: [] }
  })
  await app.register(async (scope) => {
    if (send !== undefined) handleErrors(scope, send)
    scope.get('/', async () => {
      throw error
    })
  })
  return app.inject('/')
}

const sendReason: SendError = ({ status, message }, _request, reply) => reply.code(status).send({ reason: message })

test.each([
  [notFound('No such note.'), 404, { error: 'No such note.' }],
  [conflict('Taken.', 'Choose another.'), 409, { error: 'Taken.', message: 'Choose another.', code: 'conflict' }],
  [
    new DatabaseUnavailable('The database is restarting.', { mayHaveCommitted: false }),
    503,
    { error: 'The database is restarting.', message: 'Try again in a moment.', code: 'unavailable' },
  ],
  [
    new SqlError({ code: '22021', message: 'invalid byte sequence for encoding "UTF8": 0x00' }),
    400,
    {
      error: 'A text has a character that cannot be stored, such as NUL.',
      message: 'Remove it and try again.',
      code: 'bad_request',
    },
  ],
  [
    new Error('password of the database'),
    500,
    { error: 'Internal error.', message: 'See the relay log for details.', code: 'internal' },
  ],
])('responds to %s with %i', async (error, status, body) => {
  const response = await throwing(error)
  expect([response.statusCode, JSON.parse(response.body)]).toEqual([status, body])
})

test('a scope sends its errors in a format of its own', async () => {
  const response = await throwing(conflict('Taken.'), sendReason)
  expect([response.statusCode, JSON.parse(response.body)]).toEqual([409, { reason: 'Taken.' }])
})

test('a missing permission has the same response in every scope', async () => {
  for (const response of [
    await throwing(new AccessDenied('incident', 'update')),
    await throwing(new AccessDenied('incident', 'update'), sendReason),
  ])
    expect([response.statusCode, response.headers, response.body]).toEqual([
      403,
      expect.objectContaining({
        'x-rbac-subject': 'ada',
        'x-rbac-object': 'incident',
        'x-rbac-action': 'update',
        'content-type': 'text/plain; charset=utf-8',
      }),
      'unauthorized. Access Denied',
    ])
})

test.each([
  [{ name: 'AbortError' }, 20],
  [{ code: 'ERR_STREAM_PREMATURE_CLOSE' }, 20],
  [{ name: 'TypeError' }, 50],
])('after the client has left, %o is an error only if leaving did not cause it', async (facts, level) => {
  const lines: string[] = []
  const app = fastify({
    logger: { level: 'debug', stream: { write: (line) => lines.push(line) } },
    forceCloseConnections: true,
  })
  handleErrors(app)
  const requested = new EventTarget()
  const arrived = new Promise((resolve) => {
    requested.addEventListener('request', resolve)
  })
  app.get('/', async (_request, reply) => {
    requested.dispatchEvent(new Event('request'))
    await once(reply.raw, 'close')
    throw Object.assign(new Error('left'), facts)
  })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const leaving = new AbortController()
  const response = fetch(address, { signal: leaving.signal })
  await arrived
  leaving.abort()
  await expect(response).rejects.toThrow('aborted')
  const failures = () => lines.filter((line) => line.includes('request failed'))
  await vi.waitFor(() => expect(failures()).toHaveLength(1))
  expect(JSON.parse(failures()[0] ?? '')).toMatchObject({ level })
  await app.close()
})
