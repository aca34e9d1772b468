import type { FastifyHttpProxyOptions } from '@fastify/http-proxy'
import type { FastifyRequest } from 'fastify'
import { RelayError } from '#relay/errors/relay-error.ts'
import type { BackendAddress } from '#relay/proxy/backend-address.ts'

/** Throws for a request that announces a body of more than so many bytes (`too_large`), or does not say how large it is. */
export const refuseLarger =
  (mostBytes: number) =>
  async ({ headers }: Pick<FastifyRequest, 'headers'>): Promise<void> => {
    if (headers['transfer-encoding'] !== undefined) {
      throw new RelayError('bad_request', 'The request does not say how large it is.', 'Send it with a Content-Length.')
    }
    if (Number(headers['content-length'] ?? 0) > mostBytes) {
      throw new RelayError('too_large', 'The request is too large.', 'Send less at once.')
    }
  }

interface Limits {
  readonly timeoutMs: number
  readonly connections: number
}

/** How requests go on to an address: each once, since it may act, and with nothing of it in the proxy's own log. */
export const forwardTo = ({ origin, basePath }: BackendAddress, { timeoutMs, connections }: Limits) =>
  ({
    upstream: origin,
    rewritePrefix: basePath,
    disableRequestLogging: true,
    maxRetriesOn503: 0,
    retryMethods: [],
    undici: { headersTimeout: timeoutMs, bodyTimeout: timeoutMs, connections },
  }) satisfies FastifyHttpProxyOptions
