import type { FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { withoutErrorObject } from '#shared/playbooks/action-result.ts'
import { httpError } from '#relay/errors/http-error.ts'
import { isActionQuery, assertPlainActions } from '#relay/proxy/action-queries.ts'
import { isMap } from '#shared/primitives/is-map.ts'

const unreadable = httpError(
  'backend_unreachable',
  'The backend’s response can’t be shown.',
  'Its format does not allow the relay to remove secrets of the backend.',
)

/** The error format of production services, whose `context` and `stacktrace` expose internals. */
const isServerError = (value: unknown): boolean =>
  isMap(value) && typeof value['error'] === 'string' && ('stacktrace' in value || isMap(value['context']))

const withoutInternals = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutInternals)
  if (!isMap(value)) return value
  const cleaned = isServerError(value['error']) ? withoutErrorObject(value) : value
  const isHidden = (key: string) => isServerError(cleaned) && (key === 'context' || key === 'stacktrace')
  return Object.fromEntries(
    Object.entries(cleaned).flatMap(([key, inner]) => (isHidden(key) ? [] : [[key, withoutInternals(inner)]])),
  )
}

export const bodyWithoutInternals = (body: Buffer): Buffer => {
  if (!body.includes('"context"') && !body.includes('"stacktrace"')) return body
  return Buffer.from(JSON.stringify(withoutInternals(JSON.parse(body.toString('utf8')))))
}

const isDownload = ({ url }: FastifyRequest) => /^\/api\/artifacts\/download\/[\w-]+(?:\?|$)/.test(url)

export const checkRequest = async ({ url }: Pick<FastifyRequest, 'url'>): Promise<void> => assertPlainActions(url)

export const inspectableHeaders = ({ url }: Pick<FastifyRequest, 'url'>): Readonly<Record<string, string>> => ({
  'accept-encoding': 'identity',
  ...(isActionQuery(url) && { accept: 'application/json' }),
})

/** Throws for a response that could contain secrets but cannot be inspected. */
export const filterResponseBody = async (
  request: FastifyRequest,
  reply: FastifyReply,
  body: unknown,
): Promise<unknown> => {
  if (!(body instanceof Readable) || request.method === 'HEAD') return body
  if (reply.statusCode < 400 && isDownload(request)) return body
  const isJson = /\bjson\b/i.test(String(reply.getHeader('content-type')))
  const isPlain = /^(?:identity)?$/.test(String(reply.getHeader('content-encoding') ?? ''))
  if (!isJson && !isActionQuery(request.url)) return body
  try {
    if (isJson && isPlain) return bodyWithoutInternals(await buffer(body))
  } catch (error) {
    request.log.warn({ err: error }, 'backend response could not be inspected')
  }
  body.destroy()
  reply.removeHeader('content-encoding')
  throw unreadable
}
