import type { FastifyPluginAsync } from 'fastify'
import { runTopologyRoute, topologyRoute } from '#shared/topology/topology-routes.ts'
import { serve } from '#relay/http/serve.ts'
import { AccessDenied, conflict, httpError, notFound } from '#relay/errors/http-error.ts'
import { isAllowed } from '#relay/is-allowed.ts'
import type { SeenComponents } from './read/seen-components.ts'
import { buildTopologyResponse } from './read/topology-response.ts'
import type { Topologies } from './topologies.ts'

export interface TopologyRoutesOptions {
  readonly topologies: Pick<Topologies, 'runNow'>
  readonly seenComponents: SeenComponents
}

export const topologyRoutes: FastifyPluginAsync<TopologyRoutesOptions> = async (
  app,
  { topologies, seenComponents },
) => {
  serve(app, topologyRoute, async ({ query, viewer }) => {
    const seen = await seenComponents(viewer)
    if (seen === null) throw new AccessDenied('topology')
    return buildTopologyResponse(seen, query)
  })

  serve(app, runTopologyRoute, async ({ params: { id }, viewer }) => {
    if (!isAllowed(viewer, { action: 'update', resource: 'topologies' })) throw new AccessDenied('topology', 'update')
    const run = topologies.runNow(id)
    if (run === undefined) throw notFound(`Topology ${id} does not exist or cannot run.`)
    const done = await run
    if (done === undefined) throw conflict('Another relay is running this topology.')
    if (done.succeeded === 0 && done.failed > 0) throw httpError('internal', done.errors.join(' '))
    return { status: 'ok', count: String(done.succeeded) }
  })
}
