import { standaloneAccess } from '#relay/access/standalone.ts'
import { whoamiRoutes } from '#relay/access/whoami-routes.ts'
import type { AttachedBackend, AttachOptions } from './attached-backend.ts'
import { accessMatrix } from '#relay/backend/data-api/access/access-matrix.ts'
import { createGate } from '#relay/backend/data-api/access/gate.ts'
import { UnknownPartState, type Part } from '#relay/http/status-routes.ts'
import type { AskBackend } from '#relay/live/sources/fetch-text.ts'
import { logRoutes } from '#relay/live/sources/playbooks/log-routes.ts'
import { askOwnPerson } from '#relay/proxy/ask-identity.ts'
import { parseBackendAddress } from '#relay/proxy/backend-address.ts'
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

export const attachRemote = ({ url }: RemoteBackend, options: AttachOptions): AttachedBackend => {
  const { config, identity } = options
  const address = parseBackendAddress(url)
  const ask = fetchRemote(address)
  const access = options.access ?? standaloneAccess(config.standaloneRoles, askOwnPerson(address))
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
    access,
    liveAccess: access,
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
