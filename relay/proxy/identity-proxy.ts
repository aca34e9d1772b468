import httpProxy from '@fastify/http-proxy'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import { httpError, notFound } from '#relay/errors/http-error.ts'
import type { BackendAddress } from '#relay/proxy/backend-address.ts'
import { cookiesNamed, isIdentityCookie } from '#relay/proxy/cookies.ts'
import { forwardTo, refuseLarger } from '#relay/proxy/forwarding.ts'
import { toResponseHeaders, toRequestHeaders } from '#relay/proxy/header-policy.ts'
import type { ServiceState } from '#relay/proxy/service-state.ts'

export interface IdentityProxyOptions {
  readonly address: BackendAddress
  readonly publicUrl: string | undefined
  /** Called before the response is sent: the step may have changed who the visitor is. */
  readonly onFlowStep?: ((request: FastifyRequest['raw']) => void) | undefined
  readonly state: Pick<ServiceState, 'failed'>
}

const timeoutMs = 30_000
const largestBodyBytes = 256 * 1024

const unreachable = httpError(
  'backend_unreachable',
  'The sign-in service is unreachable.',
  'Check IDENTITY_URL and whether the service is running.',
)
const timedOut = httpError(
  'backend_timeout',
  'The sign-in service did not respond in time.',
  'The request may have been processed. Try again. If it stays slow, check the service.',
)

const nothingThere = notFound('Address not found.', 'Check the address.')
/** The service redirects requests for its admin API to an internal address with these; flows use 302 and 303. */
const toAdministration = new Set([307, 308])

/** Passes only the service's own cookies and the browser's address, which it lists with a person's sessions. */
export const identityProxy: FastifyPluginAsync<IdentityProxyOptions> = async (
  app,
  { address, publicUrl, onFlowStep, state },
) => {
  app.addHook('onRequest', refuseLarger(largestBodyBytes))
  app.addHook('onSend', async (request, reply, payload) => {
    if (toAdministration.has(reply.statusCode)) {
      if (payload instanceof Readable) payload.destroy()
      for (const name of ['location', 'content-length']) reply.removeHeader(name)
      throw nothingThere
    }
    if (request.url.includes('/self-service/')) onFlowStep?.(request.raw)
    return payload
  })
  await app.register(httpProxy, {
    ...forwardTo(address, {
      timeoutMs,
      connections: 32,
      replyOptions: {
        rewriteRequestHeaders: (request, headers) => {
          const publicAddress = publicUrl === undefined ? undefined : new URL(publicUrl)
          const cookie = cookiesNamed(request.headers.cookie, isIdentityCookie)
          return {
            ...toRequestHeaders(headers, undefined),
            ...(cookie !== undefined && { cookie }),
            'x-forwarded-for': request.ip,
            'x-forwarded-proto': publicAddress?.protocol.replace(':', '') ?? request.protocol,
            'x-forwarded-host': publicAddress?.host ?? request.host,
          }
        },
        rewriteHeaders: (headers) => ({
          ...toResponseHeaders(headers),
          ...(headers['set-cookie'] !== undefined && { 'set-cookie': headers['set-cookie'] }),
        }),
        onError: (reply, { error }) => {
          reply.request.log.warn({ err: error }, 'identity service request failed')
          state.failed()
          void reply.send('statusCode' in error && error.statusCode === 504 ? timedOut : unreachable)
        },
      },
    }),
  })
}
