import { z } from 'zod'
import { DataApiError, authorMismatch, unknownColumn } from '#relay/backend/data-api/api-error.ts'
import type { DataApiResponse } from '#relay/backend/data-api/http/data-api-response.ts'
import { negotiate, notOneObject, type MediaType } from '#relay/backend/data-api/http/media-type.ts'
import { contentRange } from '#relay/backend/data-api/http/page-range.ts'
import { readRows, type Payload } from '#relay/backend/data-api/http/payload.ts'
import { appliedHeader, rejectInvalidPreferences, type Preferences } from '#relay/backend/data-api/http/preferences.ts'
import type { Query } from '#relay/backend/data-api/query/ast.ts'
import { parseQuery } from '#relay/backend/data-api/query/parse-query.ts'
import type { DataApiContext, DataApiRequest } from '#relay/backend/data-api/request.ts'
import { rollingBack } from '#relay/backend/data-api/rolling-back.ts'
import { runWrite, type WriteOutcome } from '#relay/backend/data-api/run.ts'
import type { Relation, Schema } from '#relay/backend/data-api/schema/schema.ts'
import { getRelation } from '#relay/backend/data-api/schema/get-relation.ts'
import { sealedWrite } from '#relay/backend/data-api/sealed-write.ts'
import { hasSealed } from '#relay/backend/secrets/sealed-text.ts'
import { compileWrite } from '#relay/backend/data-api/sql/compile-write.ts'
import { planRead } from '#relay/backend/data-api/sql/read-node.ts'
import { findUnknownColumns, type Write } from '#relay/backend/data-api/sql/write-parts.ts'
import { AccessDenied } from '#relay/errors/http-error.ts'

const textList = z.array(z.string().nullable())

const toWrite = (request: DataApiRequest, relation: Relation, query: Query): Write => {
  if (request.method === 'DELETE') return { kind: 'delete' }
  const { resolution, missing } = request.preferences
  const payload: Payload = readRows(request.contentType, request.body, query.columns !== undefined)
  const columns = query.columns ?? payload.keys
  if (request.method === 'PATCH')
    return {
      kind: 'update',
      rows: payload.text,
      columns: payload.count === 0 ? [] : columns,
      missingAsDefault: missing === 'default',
      isFirstOnly: payload.count > 1,
    }
  const { authors = [], editors = [] } = relation.writers ?? {}
  for (const column of [...authors, ...editors])
    if (payload.rows.some((row) => (row[column] ?? request.viewer.id) !== request.viewer.id))
      throw authorMismatch(relation.name, column)
  const targets = query.onConflict ?? relation.primaryKey
  return {
    kind: 'insert',
    rows: payload.text,
    columns,
    conflict:
      resolution === undefined || targets.length === 0
        ? undefined
        : { resolution: resolution === 'ignore-duplicates' ? 'ignore' : 'merge', columns: targets },
    missingAsDefault: missing === 'default',
  }
}

const appliedNames = (write: Write) => [
  ...(write.kind === 'insert' && write.conflict !== undefined ? (['resolution'] as const) : []),
  ...(write.kind === 'delete' ? [] : (['missing'] as const)),
  ...(['return', 'count'] as const),
]

const toStatus = (write: Write, { inserted }: WriteOutcome, withBody: boolean): number => {
  if (write.kind === 'insert') return write.conflict?.resolution === 'merge' && inserted === 0 ? 200 : 201
  return withBody ? 200 : 204
}

const locationHeader = ({ name, primaryKey }: Relation, { key, count }: WriteOutcome): Record<string, string> => {
  if (key === null || count !== 1) return {}
  const values = textList.parse(JSON.parse(key))
  const filters = primaryKey.map((column, index) => `${column}=eq.${encodeURIComponent(values[index] ?? '')}`)
  return { location: `/${name}?${filters.join('&')}` }
}

const checkCount = (
  { handling, maxAffected }: Preferences,
  mediaType: MediaType,
  withBody: boolean,
  count: number,
): void => {
  if (handling === 'strict' && maxAffected !== undefined && count > maxAffected) {
    throw new DataApiError(400, 'PGRST124', 'Query result exceeds max-affected preference constraint', {
      details: `The query affects ${count} rows`,
    })
  }
  if (withBody && mediaType.shape.kind === 'object' && count !== 1) throw notOneObject(count)
}

const toWriteResponse = (
  { preferences }: DataApiRequest,
  { relation, write, mediaType }: { relation: Relation; write: Write; mediaType: MediaType },
  outcome: WriteOutcome,
): DataApiResponse => {
  const withBody = preferences.return === 'representation'
  checkCount(preferences, mediaType, withBody, outcome.count)
  const total = preferences.count === undefined ? null : outcome.count
  return {
    status: toStatus(write, outcome, withBody),
    headers: {
      ...(withBody ? { 'content-type': mediaType.contentType } : {}),
      ...(preferences.return === 'headers-only' && write.kind === 'insert' ? locationHeader(relation, outcome) : {}),
      'content-range': contentRange(0, write.kind === 'update' ? outcome.count : 0, total),
      ...appliedHeader(preferences, appliedNames(write)),
    },
    body: withBody ? (outcome.body ?? '[]') : undefined,
  }
}

const returnsRows = (preferences: Preferences): boolean =>
  preferences.return === 'representation' || preferences.return === 'headers-only'

const nothingChanged: WriteOutcome = { body: '[]', count: 0, inserted: 0, outside: 0, ids: null, key: null }

/** PostgREST reads the selected columns of no row. */
const checkUnchanged = (
  schema: Schema,
  relation: Relation,
  { preferences }: DataApiRequest,
  query: Query,
): undefined => {
  planRead(schema, relation, { ...query, filters: query.filters.filter(({ path }) => path.length > 0) })
  const [unknown] = returnsRows(preferences) ? findUnknownColumns(relation, query.select) : []
  if (unknown !== undefined) throw unknownColumn(relation.name, unknown)
}

export const handleWrite = async (context: DataApiContext, request: DataApiRequest): Promise<DataApiResponse> => {
  const { schema, maxRows } = context
  const { preferences } = request
  const relation = getRelation(schema, request.name)
  const mediaType = negotiate(request.accept)
  const query = parseQuery(request.parameters)
  const write = toWrite(request, relation, query)
  const subject = { relation, write, mediaType }
  if (hasSealed(request.body))
    throw new DataApiError(400, '22023', 'An encrypted secret cannot be written. Enter the secret itself.')
  const compile = (each: Write) =>
    compileWrite(schema, relation, query, {
      write: each,
      shape: preferences.return === 'representation' ? mediaType.shape : undefined,
      returnsRows: returnsRows(preferences),
      maxRows,
      location: preferences.return === 'headers-only' && write.kind === 'insert',
      by: request.viewer.id,
      rows: request.rows,
    })
  const changesNothing = write.kind === 'update' && write.columns.length === 0
  const compiled = changesNothing ? checkUnchanged(schema, relation, request, query) : compile(write)
  rejectInvalidPreferences(preferences)
  if (compiled === undefined) return toWriteResponse(request, subject, nothingChanged)
  let outcome = nothingChanged
  const response = await rollingBack(context, request, false, async (transaction) => {
    const check = await context.guardWrite?.(transaction, relation.name, request.viewer)
    const unsealed = { relation, query, write, rows: request.rows }
    const sealed = await sealedWrite(transaction, schema, context.secrets, unsealed)
    outcome = await runWrite(transaction, sealed === write ? compiled : compile(sealed))
    if (outcome.outside > 0) throw new AccessDenied(request.object, request.action)
    await check?.()
    return toWriteResponse(request, subject, outcome)
  })
  if (outcome.count > 0 && preferences.tx !== 'rollback') {
    const ids = outcome.ids === null ? undefined : textList.parse(JSON.parse(outcome.ids)).filter((id) => id !== null)
    context.onChange({ relation: relation.name, ...(ids !== undefined && { ids }) })
  }
  return response
}
