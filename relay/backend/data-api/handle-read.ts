import type { DataApiResponse } from '#relay/backend/data-api/http/data-api-response.ts'
import { negotiate, notOneObject, type MediaType } from '#relay/backend/data-api/http/media-type.ts'
import { contentRange, pageRange, pageStatus } from '#relay/backend/data-api/http/page-range.ts'
import { appliedHeader, rejectInvalidPreferences, toCountKind } from '#relay/backend/data-api/http/preferences.ts'
import { parseQuery } from '#relay/backend/data-api/query/parse-query.ts'
import type { DataApiContext, DataApiRequest } from '#relay/backend/data-api/request.ts'
import { inReadTransaction, runRead, type ReadOutcome } from '#relay/backend/data-api/run.ts'
import { getRelation } from '#relay/backend/data-api/schema/get-relation.ts'
import { compileRead } from '#relay/backend/data-api/sql/compile-read.ts'

export const toPageResponse = (
  { preferences }: DataApiRequest,
  { shape, contentType }: MediaType,
  offset: number,
  { body, count, total }: ReadOutcome,
): DataApiResponse => {
  if (shape.kind === 'object' && count !== 1) throw notOneObject(count)
  const applied = appliedHeader(preferences, ['count'])
  const status = pageStatus(offset, count, total, applied)
  const headers = { 'content-type': contentType, 'content-range': contentRange(offset, count, total), ...applied }
  return { status, headers, body }
}

export const handleRead = async (context: DataApiContext, request: DataApiRequest): Promise<DataApiResponse> => {
  const { database, schema, maxRows } = context
  const relation = getRelation(schema, request.name)
  const mediaType = negotiate(request.accept)
  const query = parseQuery(request.parameters)
  const page = pageRange(query, request.range, maxRows)
  const { timezone } = request.preferences
  const count = toCountKind(schema, request.preferences)
  const read = compileRead(schema, relation, query, { ...page, shape: mediaType.shape, count, maxRows })
  rejectInvalidPreferences(request.preferences)
  const outcome = await inReadTransaction(database, { timezone }, (transaction) =>
    runRead(transaction, read, { count, maxRows }),
  )
  return toPageResponse(request, mediaType, page.offset, outcome)
}
