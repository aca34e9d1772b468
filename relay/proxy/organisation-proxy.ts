import httpProxy from '@fastify/http-proxy'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { BackendAddress } from '#relay/proxy/backend-address.ts'
import { filterResponseBody, checkRequest, inspectableHeaders } from '#relay/proxy/answer-policy.ts'
import { backendFailure } from '#relay/proxy/backend-failure.ts'
import { guardCheckRuns, type CanRunCheck } from '#relay/proxy/check-run-guard.ts'
import { forwardTo, refuseLarger } from '#relay/proxy/forwarding.ts'
import { toResponseHeaders, toRequestHeaders } from '#relay/proxy/header-policy.ts'

interface OrganisationProxyOptions {
  readonly addressFor: (request: FastifyRequest) => BackendAddress
  readonly canRunCheck: CanRunCheck
}

const timeoutMs = 60_000
const largestBodyBytes = 20 * 1024 * 1024
const anywhere: BackendAddress = { origin: '', basePath: '', credential: undefined }

export const organisationProxy: FastifyPluginAsync<OrganisationProxyOptions> = async (
  app,
  { addressFor, canRunCheck },
) => {
  const addresses = new WeakMap<object, BackendAddress>()
  const getAddress = ({ raw }: { readonly raw: object }): BackendAddress => addresses.get(raw) ?? anywhere

  app.addHook('onRequest', refuseLarger(largestBodyBytes))
  app.addHook('onRequest', checkRequest)
  app.addHook('onRequest', guardCheckRuns(canRunCheck))
  app.addHook('onSend', filterResponseBody)
  app.addHook('onRequest', async (request) => void addresses.set(request.raw, addressFor(request)))
  await app.register(httpProxy, {
    ...forwardTo(anywhere, {
      timeoutMs,
      connections: 64,
      replyOptions: {
        getUpstream: (request) => getAddress(request).origin,
        rewriteRequestHeaders: (request, headers) => ({
          ...toRequestHeaders(headers, getAddress(request).credential),
          ...inspectableHeaders(request),
        }),
        rewriteHeaders: (headers) => toResponseHeaders(headers),
        onError: (reply, { error }) => {
          const { log, method } = reply.request
          log.warn({ err: error }, 'backend request failed')
          void reply.send(backendFailure(error, method, 'Check whether the backend of this organization is running.'))
        },
      },
    }),
    handler: (request, reply, path, options) => reply.from(getAddress(request).basePath + path, options),
  })
}
