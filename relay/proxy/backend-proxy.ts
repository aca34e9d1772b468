import httpProxy from '@fastify/http-proxy'
import type { FastifyPluginAsync } from 'fastify'
import { RelayError } from '#relay/errors/relay-error.ts'
import type { BackendAddress } from '#relay/proxy/backend-address.ts'
import { answerHeadersOf, requestHeadersOf } from '#relay/proxy/header-policy.ts'

const answerWithinMs = 60_000
const largestBodyBytes = 20 * 1024 * 1024

const failureOf = (error: Error): RelayError => {
  const isSlow = 'statusCode' in error && error.statusCode === 504
  return isSlow
    ? new RelayError(
        'backend_timeout',
        'The backend did not answer in time.',
        'Try again; if it stays slow, look at it.',
      )
    : new RelayError(
        'backend_unreachable',
        'The backend cannot be reached.',
        'A change may not have been carried out. Check BACKEND_URL and whether the backend runs.',
      )
}

/** Forwards everything below its prefix to a remote backend. The identity service is not reached this way. */
export const backendProxy: FastifyPluginAsync<{ address: BackendAddress }> = async (app, { address }) => {
  app.addHook('onRequest', async ({ url, headers }) => {
    if (url.startsWith('/api/.ory')) {
      throw new RelayError('not_found', 'This console has no sign-in.', 'It runs in standalone mode.')
    }
    if (Number(headers['content-length'] ?? 0) > largestBodyBytes) {
      throw new RelayError('too_large', 'The request is too large.', 'Send less at once.')
    }
  })
  await app.register(httpProxy, {
    upstream: address.origin,
    rewritePrefix: address.basePath,
    disableRequestLogging: true,
    maxRetriesOn503: 0,
    retryMethods: [],
    undici: { headersTimeout: answerWithinMs, bodyTimeout: answerWithinMs, connections: 64 },
    replyOptions: {
      rewriteRequestHeaders: (_request, headers) => requestHeadersOf(headers, address.credential),
      rewriteHeaders: (headers) => answerHeadersOf(headers),
      onError: (reply, { error }) => {
        reply.request.log.warn({ err: error }, 'the backend could not be asked')
        void reply.send(failureOf(error))
      },
    },
  })
}
