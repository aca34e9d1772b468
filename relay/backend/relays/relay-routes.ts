import type { FastifyPluginAsync } from 'fastify'
import { drainRelayRoute, relaysRoute, resumeRelayRoute } from '#shared/relays/relay-routes.ts'
import { requireAccess } from '#relay/backend/permissions/require-access.ts'
import type { Database } from '#relay/database/database.ts'
import { serve } from '#relay/http/serve.ts'
import { isAllowed } from '#relay/is-allowed.ts'
import { drainRelay, resumeRelay } from './drain-relay.ts'
import { listRelays } from './list-relays.ts'

const requires = (action: 'read' | 'update') =>
  requireAccess((viewer) => isAllowed(viewer, { action, resource: 'relays', object: 'relays' }), 'relays', action)

export const relayRoutes: FastifyPluginAsync<{ readonly database: Database }> = async (app, { database }) => {
  serve(app, relaysRoute, { preHandler: requires('read') }, () => listRelays(database))

  serve(app, drainRelayRoute, { preHandler: requires('update') }, async ({ params: { id }, viewer }) => {
    await drainRelay(database, { id, personId: viewer.id })
    return { id, isDrainRequested: true }
  })

  serve(app, resumeRelayRoute, { preHandler: requires('update') }, async ({ params: { id }, viewer }) => {
    await resumeRelay(database, { id, personId: viewer.id })
    return { id, isDrainRequested: false }
  })
}
