import type { FastifyError, FastifyInstance } from 'fastify'
import { DatabaseUnavailable } from '#relay/database/database-unavailable.ts'
import { toErrorBody, RelayError, statusByCode } from '#relay/errors/relay-error.ts'

/** Framework errors only: any other unexpected error is `internal` and never exposes its message. */
const badRequest = new RelayError('bad_request', 'Invalid request.', 'Check its address, body and parameters.')
const known: Record<number, RelayError> = {
  400: badRequest,
  404: new RelayError('not_found', 'Address not found.', 'Check the address.'),
  408: new RelayError('timeout', 'Request timed out.', 'Send it again.'),
  413: new RelayError('too_large', 'Request too large.', 'Send less data at once.'),
  414: new RelayError('too_large', 'Address too long.', 'Send fewer parameters.'),
  415: new RelayError('unsupported_media', 'Unsupported media type.', 'Send JSON.'),
  503: new RelayError('unavailable', 'The relay is shutting down.', 'Try again in a moment.'),
}
const unforeseen = new RelayError('internal', 'Internal error.', 'See the relay log for details.')

const toRelayError = (error: unknown): RelayError => {
  if (error instanceof RelayError) return error
  if (error instanceof DatabaseUnavailable)
    return new RelayError('unavailable', error.message, 'Try again in a moment.')
  const status = error instanceof Error ? (error as FastifyError).statusCode : undefined
  if (status === undefined) return unforeseen
  return known[status] ?? (status >= 400 && status < 500 ? badRequest : unforeseen)
}

export const handleErrors = (app: FastifyInstance): void => {
  app.setErrorHandler((error, request, reply) => {
    const failure = toRelayError(error)
    if (failure === unforeseen) request.log.error({ err: error }, 'request failed')
    return reply.status(statusByCode[failure.code]).send(toErrorBody(failure))
  })
}
