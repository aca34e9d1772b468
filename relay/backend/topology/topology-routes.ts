import type { FastifyPluginAsync } from 'fastify'
import { decide } from '#shared/access/decide.ts'
import { runTopologyRoute, topologyRoute } from '#shared/topology/topology-routes.ts'
import { refuseAccess } from '#relay/backend/refuse-access.ts'
import { serve } from '#relay/http/serve.ts'
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
  serve(app, topologyRoute, async ({ query, viewer }, reply) => {
    const seen = await seenComponents(viewer)
    return seen === null
      ? refuseAccess(reply, viewer, { object: 'topology', action: 'read' })
      : buildTopologyResponse(seen, query)
  })

  serve(app, runTopologyRoute, async ({ params: { id }, viewer }, reply) => {
    const { answer: decision } = decide(viewer, { action: 'update', resource: 'topologies' }, { nowMs: Date.now() })
    if (decision !== 'allowed') return refuseAccess(reply, viewer, { object: 'topology', action: 'update' })
    const run = topologies.runNow(id)
    if (run === undefined) return reply.code(404).send({ error: `Topology ${id} does not exist or cannot run.` })
    const done = await run
    if (done === undefined) return reply.code(409).send({ error: 'Another relay is running this topology.' })
    if (done.succeeded === 0 && done.failed > 0) return reply.code(500).send({ error: done.errors.join(' ') })
    return { status: 'ok', count: String(done.succeeded) }
  })
}
