import type { FlowError } from '@ory/client'
import { randomUUID } from 'node:crypto'
import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import type { ToVisitor } from '#relay/backend/identity/flows/flow-routes.ts'
import { type HttpError, notFound } from '#relay/errors/http-error.ts'
import { errorBody, SelfServiceError } from './self-service-error.ts'
import type { Visitor } from './visitor.ts'

export const sendError = async (visitor: Visitor, error: HttpError): Promise<FastifyReply> => {
  const { status } = error
  const details = error instanceof SelfServiceError ? error.details : { status, reason: error.message }
  const { browserTo } = details
  const body = errorBody(details)
  const respondsJson = visitor.isJson || visitor.request.method === 'DELETE' || isAlwaysJson(visitor.request.url)
  if (respondsJson) return visitor.reply.status(status).send(body)
  if (browserTo !== undefined) return visitor.redirect(browserTo)
  const id = randomUUID()
  const { database, now, limits } = visitor.context
  if (limits.flow.consume(visitor.address) > 0) return visitor.reply.status(429).send(body)
  await database.query('insert into identity.errors (id, error, created_at) values ($1, $2, $3)', [
    id,
    body['error'],
    now(),
  ])
  return visitor.redirect(visitor.page('/error', { id }))
}

const isAlwaysJson = (url: string): boolean =>
  /\/(sessions|schemas|health|version|self-service\/errors|self-service\/\w+\/flows)\b/.test(url.split('?', 1)[0] ?? '')

export const errorRoutes: FastifyPluginAsync<{ readonly toVisitor: ToVisitor }> = async (app, { toVisitor }) => {
  app.get('/self-service/errors', async (request, reply): Promise<FlowError> => {
    const visitor = toVisitor(request, reply)
    const id = visitor.query('id')
    const at = visitor.context.now().toISOString()
    if (id === 'stub:500') {
      const stub = errorBody({ status: 500, reason: 'This is a stub error.' })['error']
      return { id, error: Object(stub), created_at: at, updated_at: at }
    }
    const { rows } = await visitor.context.database.query<{ id: string; error: object; created_at: string }>(
      'select id, error, created_at from identity.errors where id::text = $1',
      [id ?? ''],
    )
    const [row] = rows
    if (row === undefined) throw notFound('Error not found.')
    return { ...row, updated_at: row.created_at }
  })
}
