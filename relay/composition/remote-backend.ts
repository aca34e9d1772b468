import type { FastifyPluginAsync } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import type { Viewer } from '#shared/access/viewer.ts'
import { backendRights } from '#relay/access/backend-rights.ts'
import { standaloneAccess } from '#relay/access/standalone.ts'
import { whoamiRoutes } from '#relay/access/whoami-routes.ts'
import type { AttachedBackend, AttachOptions, RelayAccess } from './attached-backend.ts'
import { scopeRequestsToViewer } from './scope-requests.ts'
import { accessMatrix } from '#relay/backend/data-api/access/access-matrix.ts'
import { createGate } from '#relay/backend/data-api/access/gate.ts'
import { SourceFailure } from '#relay/live/feeds/source-failure.ts'
import { scopeContext } from '#relay/live/feeds/scope-context.ts'
import { UnknownPartState, type Part } from '#relay/http/status-routes.ts'
import type { AskBackend } from '#relay/live/sources/fetch-text.ts'
import { logRoutes } from '#relay/live/sources/playbooks/log-routes.ts'
import { askOwnPerson } from '#relay/proxy/ask-identity.ts'
import { parseBackendAddress, type BackendAddress } from '#relay/proxy/backend-address.ts'
import { backendProxy } from '#relay/proxy/backend-proxy.ts'
import {
  createObservedDataApi,
  dataApiProbePath,
  parseDataApiState,
  type DataApiCredential,
  type ObservedDataApi,
} from '#relay/proxy/data-api-state.ts'
import { fetchRemote } from '#relay/proxy/fetch-remote.ts'
import type { CanUseRelation } from '#relay/proxy/standalone-guard.ts'

export interface RemoteBackend {
  readonly kind: 'remote'
  readonly url: string
}

const dataApiGate = createGate(accessMatrix)
const canUse: CanUseRelation = (viewer, method, relation) => dataApiGate(viewer, method, relation).kind === 'allowed'

const dataApiPart = (ask: AskBackend, credential: DataApiCredential, observed: ObservedDataApi): Part => ({
  name: 'dataApi',
  check: async (signal) => {
    const probed = parseDataApiState(await ask(dataApiProbePath, signal), credential)
    const state = probed.kind === 'unknown' ? (observed.state() ?? probed) : probed
    if (state.kind === 'down') throw new Error(state.reason)
    if (state.kind === 'unknown') throw new UnknownPartState(state.reason)
  },
})

const probeTimeoutMs = 5_000

const createRights = (address: BackendAddress, access: RelayAccess) =>
  backendRights({
    access,
    hasOwnCredential: address.credential !== undefined,
    probe: async (relation, cookie) => {
      const ask = fetchRemote({ ...address, credential: undefined }, { findCookie: () => cookie })
      return (await ask(`/api/db/${relation}?limit=0`, AbortSignal.timeout(probeTimeoutMs))).status
    },
  })
type Rights = ReturnType<typeof createRights>

const findScopeCookie = (rights: Rights | undefined): string | undefined => {
  const scope = scopeContext.getStore()
  const cookie = scope === undefined ? undefined : rights?.findCookie(scope)
  if (cookie === null) throw new SourceFailure('No signed-in user has permission to query this backend.')
  return cookie
}

const scopeRequests = ({ access, onDenied }: Rights): FastifyPluginAsync =>
  fastifyPlugin(async (app) => {
    await app.register(scopeRequestsToViewer(access))
    app.addHook('onResponse', async ({ viewer }: { readonly viewer?: Viewer }, { statusCode }) => {
      if (viewer !== undefined && (statusCode === 401 || statusCode === 403)) onDenied(viewer)
    })
  })

export const attachRemote = ({ url }: RemoteBackend, options: AttachOptions): AttachedBackend => {
  const { config, identity } = options
  const address = parseBackendAddress(url)
  const signIn = options.access ?? standaloneAccess(config.standaloneRoles, askOwnPerson(address))
  // Only sessions of the backend's own identity service can be checked by the backend.
  const rights = identity?.kind === 'remote' ? createRights(address, signIn) : undefined
  const ask = fetchRemote(address, { findCookie: () => findScopeCookie(rights) })
  const withoutCredential = identity === undefined ? 'none' : 'people'
  const credential = address.credential === undefined ? withoutCredential : 'relay'
  const health = async (signal: AbortSignal) => {
    const { status } = await ask('/api/health', signal)
    if (status >= 500) throw new Error(`Responded with status ${status}.`)
  }
  const observed = createObservedDataApi()
  return {
    kind: 'remote',
    ask,
    access: rights?.access ?? signIn,
    liveAccess: rights?.liveAccess ?? signIn,
    ...(rights && { beforeRequests: scopeRequests(rights) }),
    parts: [{ name: 'backend', check: health }, dataApiPart(ask, credential, observed)],
    routes:
      ({ canRunCheck, logs }) =>
      async (app) => {
        const standalone = identity === undefined ? { canUse } : undefined
        if (standalone) await app.register(whoamiRoutes, { prefix: '/api' })
        await app.register(logRoutes, { prefix: '/api', ...logs })
        await app.register(backendProxy, { prefix: '/api', address, standalone, canRunCheck, observed })
      },
  }
}
