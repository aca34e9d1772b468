import httpProxy from '@fastify/http-proxy'
import type { FastifyPluginAsync } from 'fastify'
import { RelayError } from '#relay/errors/relay-error.ts'
import { answerBodyOf, checkRequest, readableAnswer } from '#relay/proxy/answer-policy.ts'
import type { BackendAddress } from '#relay/proxy/backend-address.ts'
import { backendFailure } from '#relay/proxy/backend-failure.ts'
import { guardCheckRuns, type MayRunCheck } from '#relay/proxy/check-run-guard.ts'
import { cookiesNamed, isSessionCookie } from '#relay/proxy/cookies.ts'
import { forwardTo, refuseLarger } from '#relay/proxy/forwarding.ts'
import { answerHeadersOf, requestHeadersOf } from '#relay/proxy/header-policy.ts'

const answerWithinMs = 60_000
const largestBodyBytes = 20 * 1024 * 1024

interface BackendProxyOptions {
  readonly address: BackendAddress
  /**
   * Whose rights count at the backend: the relay's own credential in standalone mode; the person's session, and never the
   * relay's credential, where people sign in.
   */
  readonly onBehalfOf: 'relay' | 'person'
  readonly mayRunCheck: MayRunCheck
}

/** Forwards everything below its prefix to a remote backend. The identity service is not reached this way. */
export const backendProxy: FastifyPluginAsync<BackendProxyOptions> = async (
  app,
  { address, onBehalfOf, mayRunCheck },
) => {
  app.addHook('onRequest', async ({ url }) => {
    if (url.startsWith('/api/.ory')) {
      throw new RelayError(
        'not_found',
        'There is no sign-in at this address.',
        'The console may run in standalone mode.',
      )
    }
  })
  app.addHook('onRequest', refuseLarger(largestBodyBytes))
  app.addHook('onRequest', checkRequest)
  app.addHook('onRequest', guardCheckRuns(mayRunCheck))
  app.addHook('onSend', answerBodyOf)
  await app.register(httpProxy, {
    ...forwardTo(address, { answerWithinMs, connections: 64 }),
    replyOptions: {
      rewriteRequestHeaders: (request, headers) => {
        const passed = onBehalfOf === 'relay' ? address.credential : undefined
        const cookie = onBehalfOf === 'person' ? cookiesNamed(request.headers.cookie, isSessionCookie) : undefined
        return {
          ...requestHeadersOf(headers, passed),
          ...(cookie !== undefined && { cookie }),
          ...readableAnswer(request),
        }
      },
      rewriteHeaders: (headers) => answerHeadersOf(headers),
      onError: (reply, { error }) => {
        reply.request.log.warn({ err: error }, 'the backend could not be asked')
        void reply.send(backendFailure(error, 'Check BACKEND_URL and whether the backend runs.'))
      },
    },
  })
}
