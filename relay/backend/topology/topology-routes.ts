import type { FastifyPluginAsync } from 'fastify'
import { decide } from '#shared/access/decide.ts'
import { runTopologyRoute, topologyRoute } from '#shared/topology/topology-routes.ts'
import { refuseAccess } from '#relay/backend/refuse-access.ts'
import { serve } from '#relay/http/serve.ts'
import type { SeenComponents } from './read/seen-components.ts'
import { topologyAnswer } from './read/topology-answer.ts'
import type { Topologies } from './topologies.ts'

export interface TopologyRoutesOptions {
  readonly topologies: Pick<Topologies, 'runNow'>
  readonly seenComponents: SeenComponents
}

/** Topologies beside what the data API says of them, relative to `/canary`. */
export const topologyRoutes: FastifyPluginAsync<TopologyRoutesOptions> = async (
  app,
  { topologies, seenComponents },
) => {
  serve(app, topologyRoute, async ({ query, viewer }, reply) => {
    const asked = topologyRoute.query.safeParse(query)
    if (!asked.success) {
      const [issue] = asked.error.issues
      return reply.code(400).send({ error: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'cannot be read'}` })
    }
    const seen = await seenComponents(viewer)
    return seen === null
      ? refuseAccess(reply, viewer, { object: 'topology', action: 'read' })
      : topologyAnswer(seen, asked.data)
  })

  serve(app, runTopologyRoute, async ({ params: { id }, viewer }, reply) => {
    const { answer } = decide(viewer, { action: 'update', resource: 'topologies' }, { nowMs: Date.now() })
    if (answer !== 'allowed') return refuseAccess(reply, viewer, { object: 'topology', action: 'update' })
    const run = topologies.runNow(id)
    if (run === undefined) return reply.code(404).send({ error: `There is no topology ${id} that can run.` })
    const done = await run
    if (done === undefined) return reply.code(409).send({ error: 'Another relay reads this topology now.' })
    if (done.succeeded === 0 && done.failed > 0) return reply.code(500).send({ error: done.errors.join(' ') })
    return { status: 'ok', count: String(done.succeeded) }
  })
}
