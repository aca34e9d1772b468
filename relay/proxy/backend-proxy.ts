import httpProxy from '@fastify/http-proxy'
import type { FastifyPluginAsync } from 'fastify'
import { notFound } from '#relay/errors/http-error.ts'
import { filterResponseBody, checkRequest, inspectableHeaders } from '#relay/proxy/answer-policy.ts'
import type { BackendAddress } from '#relay/proxy/backend-address.ts'
import { backendFailure } from '#relay/proxy/backend-failure.ts'
import { guardCheckRuns, type CanRunCheck } from '#relay/proxy/check-run-guard.ts'
import type { ObservedDataApi } from '#relay/proxy/data-api-state.ts'
import { cookiesNamed, isSessionCookie } from '#relay/proxy/cookies.ts'
import { forwardTo, refuseLarger } from '#relay/proxy/forwarding.ts'
import { toResponseHeaders, toRequestHeaders } from '#relay/proxy/header-policy.ts'
import { guardStandalone, type CanUseRelation } from '#relay/proxy/standalone-guard.ts'

const timeoutMs = 60_000
const largestBodyBytes = 20 * 1024 * 1024

interface BackendProxyOptions {
  readonly address: BackendAddress
  /**
   * Set without sign-in: the relay authorizes every request and sends its own credential. Otherwise the session decides
   * at the backend, and the relay's credential must never be sent.
   */
  readonly standalone: { readonly canUse: CanUseRelation } | undefined
  readonly canRunCheck: CanRunCheck
  readonly observed: Pick<ObservedDataApi, 'observe'>
}

export const backendProxy: FastifyPluginAsync<BackendProxyOptions> = async (
  app,
  { address, standalone, canRunCheck, observed },
) => {
  app.addHook('onRequest', async ({ url }) => {
    if (url.startsWith('/api/.ory')) {
      throw notFound('Sign-in is not available at this address.', 'The console may be running in standalone mode.')
    }
  })
  app.addHook('onRequest', refuseLarger(largestBodyBytes))
  app.addHook('onRequest', checkRequest)
  if (standalone !== undefined) app.addHook('onRequest', guardStandalone(standalone.canUse))
  app.addHook('onRequest', guardCheckRuns(canRunCheck))
  app.addHook('onSend', filterResponseBody)
  app.addHook('onResponse', async ({ url }, { statusCode }) => observed.observe(url, statusCode))
  await app.register(httpProxy, {
    ...forwardTo(address, {
      timeoutMs,
      connections: 64,
      replyOptions: {
        rewriteRequestHeaders: (request, headers) => {
          const passed = standalone && address.credential
          const cookie = standalone ? undefined : cookiesNamed(request.headers.cookie, isSessionCookie)
          return {
            ...toRequestHeaders(headers, passed),
            ...(cookie !== undefined && { cookie }),
            ...inspectableHeaders(request),
          }
        },
        rewriteHeaders: (headers) => toResponseHeaders(headers),
        onError: (reply, { error }) => {
          const { log, method } = reply.request
          log.warn({ err: error }, 'backend request failed')
          void reply.send(backendFailure(error, method, 'Check BACKEND_URL and whether the backend is running.'))
        },
      },
    }),
  })
}
