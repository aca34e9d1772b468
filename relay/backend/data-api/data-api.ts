import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isWhole } from '#shared/access/decide.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import type { OnChange } from '#relay/backend/change.ts'
import { DataApiError } from '#relay/backend/data-api/api-error.ts'
import { actionOfMethod, createGate, type Gate, type GateAnswer } from '#relay/backend/data-api/gate.ts'
import { handleCall } from '#relay/backend/data-api/handle-call.ts'
import { handleRead } from '#relay/backend/data-api/handle-read.ts'
import { handleWrite } from '#relay/backend/data-api/handle-write.ts'
import { jsonType, type Answer } from '#relay/backend/data-api/http/answer.ts'
import { databaseRefusal } from '#relay/backend/data-api/http/database-refusal.ts'
import { readPreferences } from '#relay/backend/data-api/http/preferences.ts'
import { readParameters } from '#relay/backend/data-api/query/read-parameters.ts'
import { ownRows } from '#relay/backend/data-api/own-rows.ts'
import { rightOfRelation } from '#relay/backend/data-api/relation-resources.ts'
import type { DataApiRequest, GuardWrite } from '#relay/backend/data-api/request.ts'
import { rewriteFilters } from '#relay/backend/data-api/rewrite/rewrite-filters.ts'
import { createSchemaCache } from '#relay/backend/data-api/schema-cache.ts'
import type { Relation, Schema } from '#relay/backend/data-api/schema/schema.ts'
import { createThings } from '#relay/backend/permissions/things.ts'
import type { Database } from '#relay/database/database.ts'
import { SqlError } from '#relay/database/sql-error.ts'

export interface DataApiOptions {
  readonly database: Database
  /** Told after a write has been committed. */
  readonly onChange: OnChange
  /** What is wrong with a row that is to be written, as a sentence; undefined when nothing is. Rows hold what was sent. */
  readonly faultOfRow?: (relation: string, row: Readonly<Record<string, unknown>>) => Promise<string | undefined>
  readonly guardWrite?: GuardWrite
  /** Whose relations requests name; `public` by default. */
  readonly schema?: string
  /** Who may do what; the gate of the production services by default. */
  readonly gate?: Gate
  /** A longer list is cut here, at every level of an answer. */
  readonly maxRows?: number
  /** Longest time of one statement in milliseconds; the embedded database does not keep to it. */
  readonly timeoutMs?: number
}

const rowSchema = z.record(z.string(), z.unknown())
const rowsSchema = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      context.addIssue('It is no JSON.')
      return z.NEVER
    }
  })
  .pipe(z.union([z.array(rowSchema), rowSchema.transform((row) => [row])]))

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

/** Refuses a body of which some row is not right. What is no JSON is left to whoever reads it. */
const refuseFaulty = async (
  relation: string,
  body: string,
  faultOfRow: NonNullable<DataApiOptions['faultOfRow']>,
): Promise<void> => {
  const parsed = rowsSchema.safeParse(body)
  for (const row of parsed.success ? parsed.data : []) {
    const fault = await faultOfRow(relation, row)
    if (fault !== undefined) throw new DataApiError(400, '22023', fault)
  }
}

/** Refuses what is asked of another schema than the one there is (PGRST106). */
const checkProfile = (schema: string, { headers }: FastifyRequest): void => {
  const asked = oneHeader(headers['accept-profile']) ?? oneHeader(headers['content-profile']) ?? schema
  if (asked !== schema) {
    throw new DataApiError(406, 'PGRST106', `The schema must be one of the following: ${schema}`)
  }
}

const refuse = (
  reply: FastifyReply,
  viewer: Viewer,
  { object, action }: { object: string; action: string },
): FastifyReply =>
  reply
    .code(403)
    .headers({ 'x-rbac-subject': viewer.id, 'x-rbac-object': object, 'x-rbac-action': action })
    .type('text/plain; charset=utf-8')
    .send('unauthorized. Access Denied')

/** What the rows of a relation, or those that a function answers with, look like. */
const relationOf = (schema: Schema, relation: string): Relation | undefined => {
  if (!relation.startsWith('rpc/')) return schema.relations.get(relation)
  const returns = schema.routines.get(relation.slice('rpc/'.length))?.[0]?.returns
  return returns?.kind === 'rows' ? returns.relation : undefined
}

const checksSql = 'select id from checks where canary_id = any ($1::uuid[])'

/** The filters behind which a person finds only rows that the gate lets them have; null: none can be given out. */
const rowsBehind = async (database: Database, schema: Schema, name: string, verdict: GateAnswer) => {
  if (verdict.kind !== 'some') return []
  const relation = relationOf(schema, name)
  if (relation === undefined) return null
  return ownRows({
    relation,
    object: verdict.right.object,
    decision: verdict.decision,
    things: createThings(database),
    checksOf: async (canaryIds) =>
      (await database.query<{ readonly id: string }>(checksSql, [canaryIds])).rows.map(({ id }) => id),
  })
}

/**
 * The data API: PostgREST's language over the store (contract sections 2 and 3), at the prefix it is registered under. Every
 * request carries `request.viewer`. The schema is read before the first request and again on `NOTIFY pgrst`.
 */
export const dataApi =
  ({
    database,
    onChange,
    faultOfRow,
    guardWrite,
    schema: schemaName = 'public',
    gate = createGate(rightOfRelation),
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
        if (verdict.kind === 'refused') return refuse(reply, viewer, verdict)
        if (!isMethod(method)) return refuse(reply, viewer, { object: relation, action: method })
        checkProfile(schemaName, request)
        const queryStart = request.url.indexOf('?')
        const call = relation.startsWith('rpc/')
        const preferences = readPreferences(oneHeader(headers.prefer))
        const schema = await cache.current()
        const behind = await rowsBehind(database, schema, relation, verdict)
        // A new row is none of those that are told apart by what they are, and merging changes rows that stand already.
        const isMerge = preferences.resolution === 'merge-duplicates'
        const mayMerge = !isMerge || gate(viewer, 'PATCH', relation).kind === 'allowed'
        const mayAdd = verdict.kind !== 'some' || method !== 'POST' || call || isWhole(verdict.decision)
        if (behind === null || !mayMerge || !mayAdd) {
          const action = mayMerge ? (actionOfMethod(method) ?? method) : 'update'
          return refuse(reply, viewer, { object: rightOfRelation(relation)?.object ?? relation, action })
        }
        const parsed: DataApiRequest = {
          viewer,
          method,
          name: call ? relation.slice('rpc/'.length) : relation,
          parameters: rewriteFilters(
            readParameters(queryStart < 0 ? '' : request.url.slice(queryStart + 1)),
            Date.now(),
          ),
          preferences,
          ownRows: method === 'POST' && !call ? [] : behind,
          accept: headers.accept,
          range: headers.range,
          contentType: headers['content-type'],
          body: typeof request.body === 'string' ? request.body : '',
        }
        if (faultOfRow !== undefined && !call && (method === 'POST' || method === 'PATCH'))
          await refuseFaulty(relation, parsed.body, faultOfRow)
        const context = { database, schema, onChange, maxRows, timeoutMs, guardWrite }
        const handle = call ? handleCall : method === 'GET' ? handleRead : handleWrite
        return send(reply, await handle(context, parsed))
      },
    })
  }
