import type { FastifyPluginAsync } from 'fastify'
import { standaloneAccess } from '#relay/access/standalone.ts'
import type { AttachedBackend, AttachOptions, BackendGuards } from './attached-backend.ts'
import { unauthorized } from '#relay/errors/http-error.ts'
import { providerPath } from '#relay/http/page-settings.ts'
import { UnknownPartState, type Part } from '#relay/http/status-routes.ts'
import { logRoutes } from '#relay/live/sources/playbooks/log-routes.ts'
import { askOrganisation, organisationBackendName, type Organisations } from './organisations.ts'
import { scopeRequestsToViewer } from './scope-requests.ts'
import { organisationBackend } from '#relay/proxy/organisation-backend.ts'
import { organisationProxy } from '#relay/proxy/organisation-proxy.ts'
import { providerProxy } from '#relay/proxy/provider-proxy.ts'

export interface OrganisationBackends {
  readonly kind: 'organisations'
  readonly organisations: Organisations
}

const noBackendCredentials = unauthorized('You are not signed in.', 'Sign in and try again.')

const createRoutes =
  ({ settings, findBackendCredentials }: Organisations, publicUrl: string | undefined) =>
  ({ canRunCheck, logs }: BackendGuards): FastifyPluginAsync =>
  async (app) => {
    const getBackendAddress = organisationBackend(settings.backends)
    await app.register(logRoutes, { prefix: '/api', ...logs })
    if (settings.forwarded)
      await app.register(providerProxy, { prefix: providerPath, ...settings.forwarded, publicUrl })
    await app.register(organisationProxy, {
      prefix: '/api',
      canRunCheck,
      addressFor: ({ viewer }) => {
        const credentials = findBackendCredentials(viewer)
        if (credentials === undefined) throw noBackendCredentials
        return getBackendAddress(credentials)
      },
    })
  }

const backendPart: Part = {
  name: 'backend',
  check: async () => {
    throw new UnknownPartState('Each organization has its own backend, and the relay has no credential for it.')
  },
}

export const attachOrganisations = (
  { organisations }: OrganisationBackends,
  { config, access = standaloneAccess(config.standaloneRoles) }: AttachOptions,
): AttachedBackend => ({
  kind: 'organisations',
  ask: askOrganisation(organisations),
  getName: organisationBackendName(organisations),
  access,
  // The grants that the organisation's backend reports decide which viewers share rows.
  liveAccess: {
    ...access,
    findViewer: async (credentials) => {
      const viewer = await access.findViewer(credentials)
      return viewer === null ? null : organisations.withRights(viewer)
    },
  },
  hosted: organisations.settings,
  parts: [backendPart],
  beforeRequests: scopeRequestsToViewer(access),
  routes: createRoutes(organisations, config.publicUrl),
})
