import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { OnChange } from '#relay/backend/change.ts'
import { DataApiError } from '#relay/backend/data-api/api-error.ts'
import { createGate, type Gate } from '#relay/backend/data-api/gate.ts'
import { handleCall } from '#relay/backend/data-api/handle-call.ts'
import { handleRead } from '#relay/backend/data-api/handle-read.ts'
import { handleWrite } from '#relay/backend/data-api/handle-write.ts'
import { jsonType, type Answer } from '#relay/backend/data-api/http/answer.ts'
import { databaseRefusal } from '#relay/backend/data-api/http/database-refusal.ts'
import { readPreferences } from '#relay/backend/data-api/http/preferences.ts'
import { readParameters } from '#relay/backend/data-api/query/read-parameters.ts'
import { objectOfRelation } from '#relay/backend/data-api/relation-objects.ts'
import type { DataApiRequest } from '#relay/backend/data-api/request.ts'
import { rewriteFilters } from '#relay/backend/data-api/rewrite/rewrite-filters.ts'
import { createSchemaCache } from '#relay/backend/data-api/schema-cache.ts'
import type { Database } from '#relay/database/database.ts'
import { SqlError } from '#relay/database/sql-error.ts'

export interface DataApiOptions {
  readonly database: Database
  /** Told after a write has been committed. */
  readonly onChange: OnChange
  /** Whose relations requests name; `public` by default. */
  readonly schema?: string
  /** Who may do what; the gate of the production services by default. */
  readonly gate?: Gate
  /** A longer list is cut here, at every level of an answer. */
  readonly maxRows?: number
  /** Longest time of one statement in milliseconds; the embedded database does not keep to it. */
  readonly timeoutMs?: number
}

const largestBody = 16 * 1024 * 1024

const oneHeader = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(',') : value

const isMethod = (method: string): method is DataApiRequest['method'] =>
  ['GET', 'POST', 'PATCH', 'DELETE'].includes(method)

const refusalOf = (error: unknown): DataApiError | undefined => {
  if (error instanceof DataApiError) return error
  return error instanceof SqlError ? databaseRefusal(error) : undefined
}

const send = (reply: FastifyReply, { status, headers, body }: Answer): FastifyReply =>
  reply.code(status).headers(headers).send(body)

/** Refuses what is asked of another schema than the one there is (PGRST106). */
const checkProfile = (schema: string, { headers }: FastifyRequest): void => {
  const asked = oneHeader(headers['accept-profile']) ?? oneHeader(headers['content-profile']) ?? schema
  if (asked !== schema) {
    throw new DataApiError(406, 'PGRST106', `The schema must be one of the following: ${schema}`)
  }
}

/**
 * The data API: PostgREST's language over the store (contract sections 2 and 3), at the prefix it is registered under. Every
 * request carries `request.viewer`. The schema is read before the first request and again on `NOTIFY pgrst`.
 */
export const dataApi =
  ({
    database,
    onChange,
    schema: schemaName = 'public',
    gate = createGate(objectOfRelation),
    maxRows = 2_000,
    timeoutMs = 30_000,
  }: DataApiOptions): FastifyPluginAsync =>
  async (app) => {
    const cache = createSchemaCache(database, schemaName)
    await cache.current()
    const unlisten = await database.listen('pgrst', () => {
      cache.reload().catch((error: unknown) => app.log.error(error, 'the schema could not be read again'))
    })
    app.addHook('onClose', unlisten)

    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: largestBody }, (_request, body, done) =>
      done(null, body),
    )

    app.setErrorHandler((error, _request, reply) => {
      const refusal = refusalOf(error)
      if (refusal === undefined) throw error
      return reply
        .code(refusal.status)
        .headers({ 'content-type': jsonType, ...refusal.headers })
        .send(JSON.stringify(refusal.body))
    })

    app.route<{ Params: { '*': string } }>({
      method: ['GET', 'POST', 'PATCH', 'DELETE', 'HEAD', 'PUT', 'OPTIONS'],
      url: '/*',
      exposeHeadRoute: false,
      bodyLimit: largestBody,
      handler: async (request, reply) => {
        const { method, headers, viewer } = request
        const relation = request.params['*']
        const verdict = gate(viewer, method, relation)
        if (verdict.kind === 'unknown') return reply.code(404).send()
        if (verdict.kind === 'refused' || !isMethod(method)) {
          const { object, action } = verdict.kind === 'refused' ? verdict : { object: relation, action: method }
          return reply
            .code(403)
            .headers({ 'x-rbac-subject': viewer.id, 'x-rbac-object': object, 'x-rbac-action': action })
            .type('text/plain; charset=utf-8')
            .send('unauthorized. Access Denied')
        }
        checkProfile(schemaName, request)
        const queryStart = request.url.indexOf('?')
        const call = relation.startsWith('rpc/')
        const parsed: DataApiRequest = {
          method,
          name: call ? relation.slice('rpc/'.length) : relation,
          parameters: rewriteFilters(
            readParameters(queryStart < 0 ? '' : request.url.slice(queryStart + 1)),
            Date.now(),
          ),
          preferences: readPreferences(oneHeader(headers.prefer)),
          accept: headers.accept,
          range: headers.range,
          contentType: headers['content-type'],
          body: typeof request.body === 'string' ? request.body : '',
        }
        const context = { database, schema: await cache.current(), onChange, maxRows, timeoutMs }
        const handle = call ? handleCall : method === 'GET' ? handleRead : handleWrite
        return send(reply, await handle(context, parsed))
      },
    })
  }
