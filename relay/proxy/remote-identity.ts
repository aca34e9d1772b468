import type { FastifyPluginAsync } from 'fastify'
import type { Part } from '#relay/http/status-routes.ts'
import { askIdentityHealth } from '#relay/proxy/ask-identity.ts'
import { parseBackendAddress } from '#relay/proxy/backend-address.ts'
import { identityProxy, type IdentityProxyOptions } from '#relay/proxy/identity-proxy.ts'
import { createServiceState, watched, type ServiceState } from '#relay/proxy/service-state.ts'

interface RemoteIdentityOptions extends Partial<Pick<IdentityProxyOptions, 'publicUrl' | 'onFlowStep'>> {
  readonly state?: ServiceState
}

export const remoteIdentity = (
  url: string,
  { publicUrl, onFlowStep, state = createServiceState() }: RemoteIdentityOptions = {},
): { readonly kind: 'remote'; readonly routes: FastifyPluginAsync; readonly parts: readonly Part[] } => {
  const address = parseBackendAddress(url)
  const check = watched((signal: AbortSignal) => askIdentityHealth(address, signal), state)
  return {
    kind: 'remote',
    routes: async (app) => {
      await app.register(identityProxy, { address, publicUrl, onFlowStep, state })
    },
    parts: [
      {
        name: 'identity',
        isOptional: true,
        hasStarted: state.hasEverAnswered,
        check,
        downSince: state.downSince,
      },
    ],
  }
}
