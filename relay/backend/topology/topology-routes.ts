import type { FastifyPluginAsync } from 'fastify'
import { decide, type Decision } from '#shared/access/decide.ts'
import type { AccessAction } from '#shared/access/resources.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import { runTopologyRoute, topologyRoute } from '#shared/topology/topology-routes.ts'
import { createAccessObjects } from '#relay/backend/permissions/access-objects.ts'
import { refuseAccess } from '#relay/backend/refuse-access.ts'
import type { Queryable } from '#relay/database/database.ts'
import { serve } from '#relay/http/serve.ts'
import { readComponents } from './read/read-components.ts'
import { topologyAnswer } from './read/topology-answer.ts'
import type { Topologies } from './topologies.ts'

export interface TopologyRoutesOptions {
  readonly topologies: Pick<Topologies, 'runNow'>
  readonly database: Queryable
}

const answerTo = (viewer: Viewer, action: AccessAction): Decision['answer'] =>
  decide(viewer, { action, resource: 'topologies' }, { nowMs: Date.now() }).answer

/** Topologies beside what the data API says of them, relative to `/canary`. */
export const topologyRoutes: FastifyPluginAsync<TopologyRoutesOptions> = async (app, { topologies, database }) => {
  const accessObjects = createAccessObjects(database)

  /** Whether somebody may read a component: everybody who asks may read some. */
  const seenBy = async (viewer: Viewer): Promise<(id: string) => boolean> => {
    if (answerTo(viewer, 'read') === 'allowed') return () => true
    const components = new Map((await accessObjects.all('component')).map((component) => [component.id, component]))
    return (id) => {
      const about = { component: components.get(id) ?? { id } }
      return (
        decide(viewer, { action: 'read', resource: 'topologies', about }, { nowMs: Date.now() }).answer === 'allowed'
      )
    }
  }

  serve(app, topologyRoute, async ({ query, viewer }, reply) => {
    if (answerTo(viewer, 'read') === 'refused')
      return refuseAccess(reply, viewer, { object: 'topology', action: 'read' })
    const asked = topologyRoute.query.safeParse(query)
    if (!asked.success) {
      const [issue] = asked.error.issues
      return reply.code(400).send({ error: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'cannot be read'}` })
    }
    const isSeen = await seenBy(viewer)
    const components = await readComponents(database)
    return topologyAnswer(
      components.filter(({ id }) => isSeen(id)),
      asked.data,
    )
  })

  serve(app, runTopologyRoute, async ({ params: { id }, viewer }, reply) => {
    if (answerTo(viewer, 'update') !== 'allowed')
      return refuseAccess(reply, viewer, { object: 'topology', action: 'update' })
    const run = topologies.runNow(id)
    if (run === undefined) return reply.code(404).send({ error: `There is no topology ${id} that can run.` })
    const done = await run
    if (done === undefined) return reply.code(409).send({ error: 'Another relay reads this topology now.' })
    if (done.succeeded === 0 && done.failed > 0) return reply.code(500).send({ error: done.errors.join(' ') })
    return { status: 'ok', count: String(done.succeeded) }
  })
}
