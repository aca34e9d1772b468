import type { Answer } from '#relay/backend/data-api/http/answer.ts'
import { negotiate, notOneObject, type MediaType } from '#relay/backend/data-api/http/media-type.ts'
import { contentRange, pageRange, pageStatus } from '#relay/backend/data-api/http/page-range.ts'
import { appliedHeader, countKindOf } from '#relay/backend/data-api/http/preferences.ts'
import { parseQuery } from '#relay/backend/data-api/query/parse-query.ts'
import type { DataApiContext, DataApiRequest } from '#relay/backend/data-api/request.ts'
import { inReadTransaction, runRead, type ReadOutcome } from '#relay/backend/data-api/run.ts'
import { relationOf } from '#relay/backend/data-api/schema/relation-of.ts'
import { compileRead } from '#relay/backend/data-api/sql/compile-read.ts'

/** The rows of a page with the headers that describe it. */
export const pageAnswer = (
  { preferences }: DataApiRequest,
  { shape, contentType }: MediaType,
  offset: number,
  { body, count, total }: ReadOutcome,
): Answer => {
  if (shape.kind === 'object' && count !== 1) throw notOneObject(count)
  const applied = appliedHeader(preferences, ['count'])
  const status = pageStatus(offset, count, total, applied)
  const headers = { 'content-type': contentType, 'content-range': contentRange(offset, count, total), ...applied }
  return { status, headers, body }
}

export const handleRead = async (context: DataApiContext, request: DataApiRequest): Promise<Answer> => {
  const { database, schema, maxRows } = context
  const relation = relationOf(schema, request.name)
  const mediaType = negotiate(request.accept)
  const query = parseQuery(request.parameters)
  const page = pageRange(query, request.range, maxRows)
  const { timezone } = request.preferences
  const count = countKindOf(schema, request.preferences)
  const read = compileRead(schema, relation, query, { ...page, shape: mediaType.shape, count, maxRows })
  const outcome = await inReadTransaction(database, { timezone }, (transaction) =>
    runRead(transaction, read, { count, maxRows }),
  )
  return pageAnswer(request, mediaType, page.offset, outcome)
}
