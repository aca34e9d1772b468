import type { FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { pushRoute } from '#shared/agents/agent-routes.ts'
import { statusPageRoute } from '#shared/incidents/status-page-routes.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import { checkWebhookRoute } from '#shared/health/check-routes.ts'
import { webhookRoute } from '#shared/playbooks/playbook-routes.ts'
import { healthzRoute, metricsRoute, readyzRoute } from '#shared/status/status-routes.ts'
import type { GuardedRequest, OriginRejection } from '#relay/access/origin-guard.ts'
import type { SignIn } from '#relay/access/sign-in.ts'
import { HttpError, httpError, invalid, unauthorized, unavailable } from '#relay/errors/http-error.ts'
import { isOwnRequest } from '#relay/http/is-own-request.ts'

declare module 'fastify' {
  interface FastifyRequest {
    viewer: Viewer
  }
  interface FastifyContextConfig {
    isPage?: boolean
  }
}

interface AccessOptions {
  readonly originGuard: (request: GuardedRequest) => OriginRejection | null
  readonly signIn: Pick<SignIn, 'findViewer' | 'lacksAccess'>
  readonly relayItself: Viewer | null
}

const originErrors: Record<OriginRejection, HttpError> = {
  foreign_host: httpError(
    'foreign_host',
    'This host name is not allowed.',
    'Use the address that the relay prints at startup, or add the name to ALLOWED_HOSTS.',
  ),
  malformed_address: invalid(
    'This address is malformed.',
    'It has empty or dot segments, backslashes or control characters. Check the link.',
  ),
  foreign_origin: httpError(
    'foreign_origin',
    'This request comes from another site.',
    'Only pages of this console can use it. Behind a proxy, set PUBLIC_URL to the address that browsers use.',
  ),
}
const notSignedIn = unauthorized('You are not signed in.', 'Sign in and try again.')
const noAccess = httpError(
  'no_access',
  'This account has no access to this console.',
  'It was removed or never added. An administrator can give it access under Settings › Users.',
)
const unknown = unavailable(
  'Your sign-in could not be verified.',
  'The identity service is not responding. Try again in a moment.',
)

const openRoutes = new Set<string>([
  healthzRoute.path,
  readyzRoute.path,
  metricsRoute.path,
  webhookRoute.path,
  checkWebhookRoute.path,
  pushRoute.path,
  statusPageRoute.path,
])
const signInPaths = ['/api/.ory/', '/api/.hosted/']

/** Decided by the matched route, not by the address: one address can be written in several ways. */
const needsPerson = ({ routeOptions: { url, config } }: FastifyRequest): boolean =>
  url !== undefined &&
  config.isPage !== true &&
  !openRoutes.has(url) &&
  !signInPaths.some((open) => url.startsWith(open))

export const access = fastifyPlugin<AccessOptions>(async (app, { originGuard, signIn, relayItself }) => {
  const getViewer = async (request: FastifyRequest): Promise<Viewer> => {
    const findAccessError = async () => ((await signIn.lacksAccess?.(request.raw)) ? noAccess : notSignedIn)
    let viewer: Viewer | HttpError
    try {
      viewer = (isOwnRequest(request) ? relayItself : await signIn.findViewer(request.raw)) ?? (await findAccessError())
    } catch (error) {
      request.log.warn({ err: error }, 'sign-in check failed')
      throw unknown
    }
    if (viewer instanceof HttpError) throw viewer
    return viewer
  }
  app.decorateRequest('viewer')
  app.addHook('onRequest', async (request) => {
    const rejection = isOwnRequest(request) ? null : originGuard(request.raw)
    if (rejection !== null) throw originErrors[rejection]
    if (!needsPerson(request)) return
    request.viewer = await getViewer(request)
  })
})
