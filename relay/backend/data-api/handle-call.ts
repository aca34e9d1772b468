import { DataApiError } from '#relay/backend/data-api/api-error.ts'
import { toPageResponse } from '#relay/backend/data-api/handle-read.ts'
import type { DataApiResponse } from '#relay/backend/data-api/http/data-api-response.ts'
import { negotiate } from '#relay/backend/data-api/http/media-type.ts'
import { pageRange } from '#relay/backend/data-api/http/page-range.ts'
import { rejectInvalidPreferences, toCountKind } from '#relay/backend/data-api/http/preferences.ts'
import { readArguments } from '#relay/backend/data-api/http/payload.ts'
import type { Query } from '#relay/backend/data-api/query/ast.ts'
import { parseQuery } from '#relay/backend/data-api/query/parse-query.ts'
import type { DataApiContext, DataApiRequest } from '#relay/backend/data-api/request.ts'
import { rollingBack } from '#relay/backend/data-api/rolling-back.ts'
import { runRead } from '#relay/backend/data-api/run.ts'
import type { Routine } from '#relay/backend/data-api/schema/schema.ts'
import { compileCall, findRoutine } from '#relay/backend/data-api/sql/compile-call.ts'
import { AccessDenied } from '#relay/errors/http-error.ts'

/** A variadic argument takes all values of its name, any other the last one. */
const argumentsText = ({ arguments: known }: Routine, values: Query['arguments']): string => {
  const isVariadic = (name: string) => known.some((argument) => argument.name === name && argument.variadic)
  const entries = values.map(([name, last]) =>
    isVariadic(name) ? [name, values.filter(([other]) => other === name).map(([, value]) => value)] : [name, last],
  )
  return JSON.stringify(Object.fromEntries(entries))
}

export const handleCall = async (context: DataApiContext, request: DataApiRequest): Promise<DataApiResponse> => {
  const { method, name, preferences } = request
  const { schema, maxRows } = context
  if (method !== 'GET' && method !== 'POST') {
    throw new DataApiError(405, 'PGRST101', `Cannot use the ${method} method on RPC`)
  }
  const mediaType = negotiate(request.accept)
  const query = parseQuery(request.parameters, { call: method === 'GET' })
  const page = pageRange(query, method === 'GET' ? request.range : undefined, maxRows)
  const posted = method === 'POST' ? readArguments(request.contentType, request.body) : undefined
  const argumentNames = posted?.names ?? [...new Set(query.arguments.map(([argument]) => argument))]
  if (schema.routines.get(name)?.length === 0) throw new AccessDenied(request.object)
  const routine = findRoutine(schema, name, argumentNames)
  const count = toCountKind(schema, preferences)
  const call = compileCall(schema, routine, query, {
    ...page,
    shape: mediaType.shape,
    count,
    maxRows,
    argumentNames,
    body: posted?.text ?? argumentsText(routine, query.arguments),
  })
  rejectInvalidPreferences(preferences)
  const readOnly = method === 'GET' || routine.readOnly
  const response = await rollingBack(context, request, readOnly, async (transaction) => {
    const outcome = await runRead(transaction, call, { count, maxRows })
    const { status, headers, body } = toPageResponse(request, mediaType, page.offset, outcome)
    if (routine.returns.kind !== 'void') return { status, headers, body }
    const { 'content-type': _, ...others } = headers
    return { status: 204, headers: others, body: undefined }
  })
  if (!readOnly && preferences.tx !== 'rollback') context.onChange({ relation: `rpc/${name}` })
  return response
}
