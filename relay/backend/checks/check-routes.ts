import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { z } from 'zod'
import { decide, type About, type Decision } from '#shared/access/decide.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import type { SummaryFilter } from '#relay/backend/checks/check-book.ts'
import type { Checks } from '#relay/backend/checks/checks.ts'
import type { CheckRecord } from '#relay/backend/checks/live-check.ts'
import { readGraph } from '#relay/backend/checks/graph.ts'
import { GraphRequestError, readGraphRequest } from '#relay/backend/checks/graph-request.ts'
import { runAnswerOf } from '#relay/backend/checks/run-answer.ts'
import { version } from '#relay/backend/version.ts'
import type { Queryable } from '#relay/database/database.ts'

export interface CheckRoutesOptions {
  readonly checks: Checks
  readonly database: Queryable
}

const json = 'application/json; charset=utf-8'
const summaryBodySchema = z.object({
  CheckID: z.string().optional(),
  Labels: z.record(z.string(), z.string()).optional(),
})

/** Refuses as the production services do (contract 0.5): plain text and the object that a right was missing on. */
const refuse = (reply: FastifyReply, viewer: Viewer, action: string): FastifyReply =>
  reply
    .code(403)
    .headers({ 'x-rbac-subject': viewer.id, 'x-rbac-object': 'canaries', 'x-rbac-action': action })
    .type('text/plain; charset=utf-8')
    .send('unauthorized. Access Denied')

/** A canary, by as much as is known of it. */
type Canary = Pick<CheckRecord, 'canaryId'> & Partial<Pick<CheckRecord, 'canaryName' | 'canaryNamespace'>>

const aboutOf = ({ canaryId: id, canaryName: name, canaryNamespace: namespace }: Canary): About => ({
  canary: { id, ...(name !== undefined && { name }), ...(namespace !== undefined && { namespace }) },
})
const answerTo = (viewer: Viewer, action: 'read' | 'playbook:run', canary?: Canary): Decision['answer'] => {
  const about = canary === undefined ? undefined : aboutOf(canary)
  return decide(viewer, { action, resource: 'canaries', about }, { nowMs: Date.now() }).answer
}

/** The canary API (contract 1.4), relative to `/canary`. */
export const checkRoutes: FastifyPluginAsync<CheckRoutesOptions> = async (app, { checks, database }) => {
  const startedAt = new Date().toISOString()

  app.addHook('preHandler', async ({ viewer }, reply) =>
    answerTo(viewer, 'read') === 'refused' ? refuse(reply, viewer, 'read') : undefined,
  )

  const summaryFor = (viewer: Viewer, asked?: SummaryFilter): Buffer =>
    answerTo(viewer, 'read') === 'allowed'
      ? checks.summary(asked)
      : checks.summary({ ...asked, isSeen: (record) => answerTo(viewer, 'read', record) === 'allowed' })

  app.get('/api/summary', async ({ viewer }, reply) => reply.type(json).send(summaryFor(viewer)))

  app.post('/api/summary', async ({ body, viewer }, reply) => {
    const asked = summaryBodySchema.safeParse(body ?? {})
    if (!asked.success) return reply.code(400).send({ error: 'The body must be a JSON object with CheckID or Labels.' })
    return reply.type(json).send(summaryFor(viewer, asked.data))
  })

  app.get('/api/graph', async ({ query, viewer }, reply) => {
    const began = performance.now()
    try {
      const asked = readGraphRequest(query, Date.now())
      const record = asked.checkId === undefined ? undefined : checks.recordOf(asked.checkId)
      const canary = record ?? { canaryId: asked.canaryId ?? '' }
      if (answerTo(viewer, 'read', canary) !== 'allowed') return refuse(reply, viewer, 'read')
      const graph = await readGraph(database, asked)
      return { runnerName: checks.runnerName, duration: Math.round(performance.now() - began), ...graph }
    } catch (error) {
      if (error instanceof GraphRequestError) return reply.code(400).send({ error: error.message })
      throw error
    }
  })

  app.post<{ Params: { id: string } }>('/run/check/:id', async ({ params: { id }, viewer, log }, reply) => {
    if (answerTo(viewer, 'playbook:run', checks.recordOf(id)) === 'refused')
      return refuse(reply, viewer, 'playbook:run')
    const run = checks.runNow(id)
    if (run === undefined) {
      const problem = checks.problemOf(id)
      if (problem === undefined) return reply.code(404).send({ error: `There is no check ${id}.` })
      return reply.code(500).send({ error: `The check cannot run. ${problem}`.trim() })
    }
    try {
      const done = await run
      await checks.flush().catch(() => log.warn('A result that was asked for could not be written yet.'))
      return runAnswerOf(done)
    } catch (error) {
      log.error({ err: error }, 'a check could not be run')
      return reply.code(500).send({ error: error instanceof Error ? error.message : 'The check could not be run.' })
    }
  })

  app.get('/about', async () => ({ Timestamp: startedAt, Version: version }))
}
