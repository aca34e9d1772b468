import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isWhole } from '#shared/access/decide.ts'
import { parseBoundedJson } from '#shared/primitives/bounded-json.ts'
import { toText } from '#shared/primitives/to-text.ts'
import type { OnChange } from '#relay/backend/rows/change.ts'
import { readParameters } from '#relay/backend/data-api/query/parse-query.ts'
import { DataApiError } from '#relay/backend/data-api/api-error.ts'
import type { AccessMatrix } from '#relay/backend/data-api/access/access-line.ts'
import type { GateResult } from '#relay/backend/data-api/access/gate.ts'
import type { RowCondition } from '#relay/backend/data-api/schema/row-condition.ts'
import { grantedRows, loadParts, undeniedRows } from '#relay/backend/data-api/access/row-filter.ts'
import { handleCall } from '#relay/backend/data-api/handle-call.ts'
import { handleRead } from '#relay/backend/data-api/handle-read.ts'
import { handleWrite } from '#relay/backend/data-api/handle-write.ts'
import type { DataApiResponse } from '#relay/backend/data-api/http/data-api-response.ts'
import { toDataApiError } from '#relay/backend/data-api/http/to-data-api-error.ts'
import { openPeople, type People, type PeopleOptions } from '#relay/backend/data-api/people.ts'
import { readPreferences } from '#relay/backend/data-api/http/preferences.ts'
import type { DataApiRequest, GuardWrite } from '#relay/backend/data-api/request.ts'
import { rewriteFilters } from '#relay/backend/data-api/rewrite/rewrite-filters.ts'
import type { Schema } from '#relay/backend/data-api/schema/schema.ts'
import type { AccessObjects } from '#relay/backend/permissions/access-objects.ts'
import type { StoredSecrets } from '#relay/backend/secrets/stored-secrets.ts'
import { isShownOnly } from '#relay/backend/data-api/sql/compile-field.ts'
import { SqlError } from '#relay/database/sql-error.ts'
import { handleErrors, type SendError } from '#relay/errors/error-handler.ts'
import { AccessDenied, invalid, notFound } from '#relay/errors/http-error.ts'
import { clientDisconnectSignal } from '#relay/http/client-disconnect-signal.ts'
import { isOwnRequest } from '#relay/http/is-own-request.ts'

export interface DataApiOptions extends Omit<PeopleOptions, 'log'> {
  readonly onChange: OnChange
  readonly validateRow?: (relation: string, row: Readonly<Record<string, unknown>>) => Promise<string | undefined>
  readonly guardWrite?: GuardWrite
  readonly secrets?: StoredSecrets
  readonly maxRows?: number
  readonly people?: People
  readonly serves?: (relation: string) => boolean
}

const rowSchema = z.record(z.string(), z.unknown())
const rowsSchema = z
  .string()
  .transform((text, context): unknown => {
    try {
      return parseBoundedJson(text)
    } catch {
      context.addIssue('Not valid JSON.')
      return z.NEVER
    }
  })
  .pipe(z.union([z.array(rowSchema), rowSchema.transform((row) => [row])]))

const oneHeader = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(',') : value

const isMethod = (method: string): method is DataApiRequest['method'] =>
  ['GET', 'POST', 'PATCH', 'DELETE'].includes(method)

const sentBy = ({ url, body }: Pick<FastifyRequest, 'url' | 'body'>): string => {
  const parameters = readParameters(url.slice(url.indexOf('?') + 1)).flat()
  return [...parameters, toText(body)].join('\n')
}

const send = (reply: FastifyReply, { status, headers, body }: DataApiResponse): FastifyReply =>
  reply.code(status).headers(headers).send(body)

const rejectInvalid = async (
  relation: string,
  body: string,
  validateRow: NonNullable<DataApiOptions['validateRow']>,
): Promise<void> => {
  const parsed = rowsSchema.safeParse(body)
  for (const row of parsed.success ? parsed.data : []) {
    const error = await validateRow(relation, row)
    if (error !== undefined) throw invalid(error)
  }
}

const checkProfile = (schema: string, { headers }: FastifyRequest): void => {
  const requested = oneHeader(headers['accept-profile']) ?? oneHeader(headers['content-profile']) ?? schema
  if (requested !== schema) {
    throw new DataApiError(406, 'PGRST106', `The schema must be one of the following: ${schema}`)
  }
}

/** Null: the grants cannot be expressed as row conditions, so nothing may be changed. */
const changeableRows = async (
  name: string,
  verdict: GateResult,
  matrix: AccessMatrix,
  accessObjects: AccessObjects,
): Promise<readonly RowCondition[] | null> => {
  const line = matrix.relation(name)
  if (verdict.kind !== 'some' || verdict.action === 'read' || line === undefined) return []
  const subject = { name, about: line.about ?? {} }
  const { grants, denies } = await loadParts(verdict, accessObjects)
  const granted = grants === null ? undefined : grantedRows(subject, grants)
  if (grants !== null && granted === undefined) return null
  return [...(granted === undefined ? [] : [granted]), ...undeniedRows(subject, denies)]
}

const readsRows = (schema: Schema, name: string): boolean =>
  !schema.isPartial && [...(schema.relations.get(name)?.columns.values() ?? [])].every((column) => !isShownOnly(column))

const seesWhole = ({ relations, shadows }: Schema, name: string): boolean =>
  !shadows.has(name) && relations.get(name)?.rows === undefined

/** Every error of this scope has PostgREST's format; a relation that does not exist has no body at all. */
const sendError: SendError = (error, _request, reply) => {
  const { status, code, advice, message } = error
  if (message === '') return reply.code(status).send()
  if (!(error instanceof DataApiError))
    return reply
      .code(status)
      .send({ code: code === 'bad_request' ? '22023' : code, details: null, hint: advice ?? null, message })
  return reply.code(status).headers(error.headers).send(error.body)
}

export const dataApi =
  ({
    onChange,
    validateRow,
    guardWrite,
    secrets,
    maxRows = 2_000,
    people: providedPeople,
    serves = () => true,
    ...options
  }: DataApiOptions): FastifyPluginAsync =>
  async (app) => {
    const { database } = options
    const people = providedPeople ?? (await openPeople({ ...options, log: app.log }))
    if (providedPeople === undefined) app.addHook('onClose', people.stop)
    const { gate, accessObjects, matrix } = people

    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))

    handleErrors(app, sendError)

    app.route<{ Params: { '*': string } }>({
      method: ['GET', 'POST', 'PATCH', 'DELETE', 'HEAD', 'PUT', 'OPTIONS'],
      url: '/*',
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        const { method, headers, viewer } = request
        const relation = request.params['*']
        const verdict = gate(viewer, method, relation)
        if (verdict.kind === 'unknown' || !serves(relation)) throw notFound('')
        if (verdict.kind === 'refused') throw new AccessDenied(verdict.object, verdict.action)
        if (!isMethod(method)) throw new AccessDenied(relation, method)
        checkProfile(people.schemaName, request)
        const queryStart = request.url.indexOf('?')
        const call = relation.startsWith('rpc/')
        const preferences = readPreferences(oneHeader(headers.prefer))
        const schema = await people.loadSchema(viewer)
        const rows = await changeableRows(relation, verdict, matrix, accessObjects)
        // Row conditions cannot match a row that does not exist yet, and a merge also changes existing rows.
        const isMerge = method === 'POST' && !call && preferences.resolution === 'merge-duplicates'
        const canMerge = !isMerge || (gate(viewer, 'PATCH', relation).kind === 'allowed' && seesWhole(schema, relation))
        const canAdd = verdict.kind !== 'some' || method !== 'POST' || call || isWhole(verdict.decision)
        const { object, action } = verdict
        if (rows === null || !canMerge || !canAdd) throw new AccessDenied(object, canMerge ? action : 'update')
        const parsed: DataApiRequest = {
          viewer,
          method,
          name: call ? relation.slice('rpc/'.length) : relation,
          parameters: rewriteFilters(
            readParameters(queryStart < 0 ? '' : request.url.slice(queryStart + 1)),
            Date.now(),
          ),
          preferences,
          object,
          action,
          rows,
          accept: headers.accept,
          range: headers.range,
          contentType: headers['content-type'],
          body: typeof request.body === 'string' ? request.body : '',
        }
        if (validateRow !== undefined && !call && (method === 'POST' || method === 'PATCH'))
          await rejectInvalid(relation, parsed.body, validateRow)
        const handle = call ? handleCall : method === 'GET' ? handleRead : handleWrite
        const common = { schema, onChange, secrets, maxRows, guardWrite }
        try {
          // The relay's own polls serve all viewers, so they bypass the share of a single person.
          const response = isOwnRequest(request)
            ? handle({ ...common, database }, parsed)
            : people.run(
                viewer,
                { kind: relation, signal: method === 'GET' ? clientDisconnectSignal(reply) : undefined },
                (ofPeople) => handle({ ...common, database: ofPeople }, parsed),
              )
          return send(reply, await response)
        } catch (error) {
          if (!(error instanceof SqlError)) throw error
          throw toDataApiError(error, { sent: sentBy(request), readsRows: readsRows(schema, relation) })
        }
      },
    })
  }
