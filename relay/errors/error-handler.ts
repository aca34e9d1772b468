import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DatabaseUnavailable } from '#relay/database/database-unavailable.ts'
import { SqlError } from '#relay/database/sql-error.ts'
import {
  AccessDenied,
  HttpError,
  httpError,
  invalid,
  notFound,
  tooLarge,
  unavailable,
} from '#relay/errors/http-error.ts'

/** Framework errors only: any other unexpected error is `internal` and never exposes its message. */
const badRequest = invalid('Invalid request.', 'Check its address, body and parameters.')
const known: Record<number, HttpError> = {
  400: badRequest,
  404: notFound('Address not found.', 'Check the address.'),
  408: httpError('timeout', 'Request timed out.', 'Send it again.'),
  413: tooLarge('Request too large.', 'Send less data at once.'),
  414: tooLarge('Address too long.', 'Send fewer parameters.'),
  415: httpError('unsupported_media', 'Unsupported media type.', 'Send JSON.'),
  503: unavailable('The relay is shutting down.', 'Try again in a moment.'),
}
const unforeseen = httpError('internal', 'Internal error.', 'See the relay log for details.')

/** PostgreSQL stores no NUL, in text or in JSON. */
export const unstorable: ReadonlySet<string> = new Set(['22021', '22P05'])
export const unstorableText = 'A text has a character that cannot be stored, such as NUL.'

const toHttpError = (error: unknown): HttpError => {
  if (error instanceof HttpError) return error
  if (error instanceof SqlError && unstorable.has(error.code))
    return invalid(unstorableText, 'Remove it and try again.')
  if (error instanceof DatabaseUnavailable) return unavailable(error.message, 'Try again in a moment.')
  const status = error instanceof Error ? (error as FastifyError).statusCode : undefined
  if (status === undefined) return unforeseen
  return known[status] ?? (status >= 400 && status < 500 ? badRequest : unforeseen)
}

/** The work of a request, and the stream of a response, end when the client leaves. */
const isAbort = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'AbortError' || (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE')

export type SendError = (
  error: HttpError,
  request: FastifyRequest,
  reply: FastifyReply,
) => FastifyReply | Promise<FastifyReply>

const sendOwn: SendError = ({ status, code, message, advice }, _request, reply) =>
  reply.status(status).send({ error: message, ...(advice !== undefined && { message: advice, code }) })

/** Same format as the production services. */
const sendDenial = (
  { status, object, action, message }: AccessDenied,
  { viewer }: FastifyRequest,
  reply: FastifyReply,
) =>
  reply
    .status(status)
    .headers({ 'x-rbac-subject': viewer.id, 'x-rbac-object': object, 'x-rbac-action': action })
    .type('text/plain; charset=utf-8')
    .send(message)

/** For a scope of routes whose errors have a format of their own: `send` makes the response. */
export const handleErrors = (app: FastifyInstance, send: SendError = sendOwn): void => {
  app.setErrorHandler((error, request, reply) => {
    const failure = toHttpError(error)
    const level = isAbort(error) && reply.raw.destroyed ? 'debug' : 'error'
    if (failure === unforeseen) request.log[level]({ err: error }, 'request failed')
    return failure instanceof AccessDenied ? sendDenial(failure, request, reply) : send(failure, request, reply)
  })
}
