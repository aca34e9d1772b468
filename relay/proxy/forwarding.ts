import type { FastifyHttpProxyOptions } from '@fastify/http-proxy'
import type { FastifyRequest } from 'fastify'
import { invalid, tooLarge } from '#relay/errors/http-error.ts'
import type { BackendAddress } from '#relay/proxy/backend-address.ts'

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

interface Limits {
  readonly timeoutMs: number
  readonly connections: number
}

/** No retries: a request may have side effects. */
export const forwardTo = ({ origin, basePath }: BackendAddress, { timeoutMs, connections }: Limits) =>
  ({
    upstream: origin,
    rewritePrefix: basePath,
    disableRequestLogging: true,
    maxRetriesOn503: 0,
    retryMethods: [],
    undici: { headersTimeout: timeoutMs, bodyTimeout: timeoutMs, connections },
  }) satisfies FastifyHttpProxyOptions
