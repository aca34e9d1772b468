import httpProxy from '@fastify/http-proxy'
import type { FastifyPluginAsync } from 'fastify'
import { httpError } from '#relay/errors/http-error.ts'
import { parseBackendAddress } from '#relay/proxy/backend-address.ts'
import { cookiesNamed, isProviderCookie } from '#relay/proxy/cookies.ts'
import { forwardTo, refuseLarger } from '#relay/proxy/forwarding.ts'
import { toResponseHeaders, toRequestHeaders } from '#relay/proxy/header-policy.ts'

interface ProviderProxyOptions {
  readonly url: string
  readonly secretKey: string | undefined
  readonly publicUrl: string | undefined
}

const timeoutMs = 30_000
const largestBodyBytes = 11 * 1024 * 1024

const unreachable = httpError(
  'backend_unreachable',
  'The sign-in provider is unreachable.',
  'Check HOSTED_FRONTEND_API_URL and whether the provider is available.',
)

/**
 * Passes only the provider's own cookies, the browser's address and the headers that the provider requires of a proxy.
 */
export const providerProxy: FastifyPluginAsync<ProviderProxyOptions> = async (app, options) => {
  const { url, secretKey, publicUrl } = options
  app.addHook('onRequest', refuseLarger(largestBodyBytes))
  await app.register(httpProxy, {
    ...forwardTo(parseBackendAddress(url), {
      timeoutMs,
      connections: 32,
      replyOptions: {
        rewriteRequestHeaders: (request, headers) => {
          const origin = publicUrl ?? `${request.protocol}://${request.host}`
          const cookie = cookiesNamed(request.headers.cookie, isProviderCookie)
          return {
            ...toRequestHeaders(headers, undefined),
            ...(cookie !== undefined && { cookie }),
            ...(request.headers.origin !== undefined && { origin: request.headers.origin }),
            ...(secretKey !== undefined && { 'clerk-secret-key': secretKey }),
            'clerk-proxy-url': `${origin}${app.prefix}`,
            'x-forwarded-for': request.ip,
          }
        },
        rewriteHeaders: (headers) => ({
          ...toResponseHeaders(headers),
          ...(headers['set-cookie'] !== undefined && { 'set-cookie': headers['set-cookie'] }),
        }),
        onError: (reply, { error }) => {
          reply.request.log.warn({ err: error }, 'sign-in provider request failed')
          void reply.send(unreachable)
        },
      },
    }),
  })
}
