import type { FastifyHttpProxyOptions } from '@fastify/http-proxy'
import type { FastifyRequest } from 'fastify'
import { invalid, tooLarge } from '#relay/errors/http-error.ts'
import type { BackendAddress } from '#relay/proxy/backend-address.ts'
import { isClosedConnection } from '#relay/proxy/read-again.ts'
import { isRead } from '#relay/proxy/backend-failure.ts'

export const refuseLarger =
  (mostBytes: number) =>
  async ({ headers }: Pick<FastifyRequest, 'headers'>): Promise<void> => {
    if (headers['transfer-encoding'] !== undefined) {
      throw invalid('The request has no Content-Length.', 'Send it with a Content-Length.')
    }
    if (Number(headers['content-length'] ?? 0) > mostBytes) {
      throw tooLarge('Request too large.', 'Send less data at once.')
    }
  }

type ReplyOptions = NonNullable<FastifyHttpProxyOptions['replyOptions']>

interface Forwarding {
  readonly timeoutMs: number
  readonly connections: number
  readonly replyOptions: ReplyOptions
}

const againAfterMs = 1

/** Only a read whose connection was closed is sent a second time: other requests may have side effects. */
const retryDelay: ReplyOptions['retryDelay'] = ({ req: { method }, err, attempt }) =>
  attempt === 0 && isRead(method ?? '') && isClosedConnection(err) ? againAfterMs : null

export const forwardTo = ({ origin, basePath }: BackendAddress, { timeoutMs, connections, replyOptions }: Forwarding) =>
  ({
    upstream: origin,
    rewritePrefix: basePath,
    disableRequestLogging: true,
    undici: { headersTimeout: timeoutMs, bodyTimeout: timeoutMs, connections },
    replyOptions: { ...replyOptions, retryDelay },
  }) satisfies FastifyHttpProxyOptions
