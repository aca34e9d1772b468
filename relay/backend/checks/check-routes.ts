import type { FastifyPluginAsync } from 'fastify'
import { noAgent } from '#shared/agents/no-agent.ts'
import { actOnChecks } from '#shared/access/check-right.ts'
import {
  canaryAboutRoute,
  checkGraphRoute,
  checkReportRoute,
  filteredCheckSummaryRoute,
  checkSummaryRoute,
  checkWebhookRoute,
  runCheckRoute,
} from '#shared/health/check-routes.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import type { SummaryFilter } from '#relay/backend/checks/check-book.ts'
import { createIsSeen, createLoadCanary, decideAccess } from '#relay/backend/checks/check-access.ts'
import type { Checks } from '#relay/backend/checks/checks.ts'
import { readGraph } from '#relay/backend/checks/graph.ts'
import { GraphRequestError, readGraphRequest } from '#relay/backend/checks/graph-request.ts'
import { checkWebhook } from '#relay/backend/checks/check-webhook.ts'
import { readReport } from '#relay/backend/checks/report-store.ts'
import { toRunResponse } from '#relay/backend/checks/run-response.ts'
import { createAccessObjects } from '#relay/backend/permissions/access-objects.ts'
import { refuseAccess } from '#relay/backend/refuse-access.ts'
import { version } from '#relay/backend/version.ts'
import type { Queryable } from '#relay/database/database.ts'
import { serve } from '#relay/http/serve.ts'

export interface CheckRoutesOptions {
  readonly checks: Checks
  readonly database: Queryable
}

const json = 'application/json; charset=utf-8'

const elsewhere = async (database: Queryable, agentId: string): Promise<string> => {
  const { rows } = await database.query<{ name: string; hostname: string | null }>(
    'select name, hostname from agents where id = $1',
    [agentId],
  )
  const [{ name, hostname } = { name: agentId, hostname: null }] = rows
  const host = hostname === null || hostname === name ? '' : ` (${hostname})`
  return `This check runs only on the agent ${name}. Run it in the console of ${name}${host}.`
}

export const checkRoutes: FastifyPluginAsync<CheckRoutesOptions> = async (app, { checks, database }) => {
  const startedAt = new Date().toISOString()

  app.addHook('preHandler', async ({ viewer, routeOptions }, reply) => {
    if (routeOptions.url === checkWebhookRoute.path) return undefined
    return decideAccess(viewer, 'read') === 'refused'
      ? refuseAccess(reply, viewer, { object: 'canaries', action: 'read' })
      : undefined
  })

  const accessObjects = createAccessObjects(database)
  const loadCanary = createLoadCanary(accessObjects)

  const summaryFor = async (viewer: Viewer, filter?: SummaryFilter): Promise<Buffer> => {
    const isSeen = await createIsSeen(accessObjects, viewer)
    return checks.summary(isSeen === undefined ? filter : { ...filter, isSeen })
  }

  serve(app, checkSummaryRoute, async ({ viewer }, reply) => reply.type(json).send(await summaryFor(viewer)))

  serve(app, filteredCheckSummaryRoute, async ({ body, viewer }, reply) =>
    reply.type(json).send(await summaryFor(viewer, body)),
  )

  serve(app, checkGraphRoute, async ({ query, viewer }, reply) => {
    const began = performance.now()
    try {
      const request = readGraphRequest(query, Date.now())
      const record = request.checkId === undefined ? undefined : checks.findRecord(request.checkId)
      const canary = await loadCanary(record?.canaryId ?? request.canaryId ?? '')
      if (decideAccess(viewer, 'read', canary) !== 'allowed')
        return refuseAccess(reply, viewer, { object: 'canaries', action: 'read' })
      const graph = await readGraph(database, request)
      return { runnerName: checks.runnerName, duration: Math.round(performance.now() - began), ...graph }
    } catch (error) {
      if (error instanceof GraphRequestError) return reply.code(400).send({ error: error.message })
      throw error
    }
  })

  serve(app, checkReportRoute, async ({ params: { id }, viewer }, reply) => {
    const record = checks.findRecord(id)
    const canary = await loadCanary(record?.canaryId ?? '')
    if (decideAccess(viewer, 'read', canary) !== 'allowed')
      return refuseAccess(reply, viewer, { object: 'canaries', action: 'read' })
    return { report: (await readReport(database, id)) ?? null }
  })

  serve(app, runCheckRoute, async ({ params: { id }, viewer, log }, reply) => {
    const record = checks.findRecord(id)
    const canary = await loadCanary(record?.canaryId ?? '')
    if (decideAccess(viewer, actOnChecks.action, canary) !== 'allowed')
      return refuseAccess(reply, viewer, { object: 'canaries', action: actOnChecks.action })
    const blocker = checks.findBlocker(id)
    if (blocker !== undefined)
      return reply
        .code(409)
        .send({ error: `Not evaluated: it depends on ${blocker.name}, which is failing. Run that check.` })
    if (checks.isPosted(id))
      return reply.code(409).send({ error: 'This check runs when its results are posted to /api/canary/webhook.' })
    const run = checks.runNow(id)
    if (run === undefined) {
      if (record !== undefined && record.agentId !== noAgent)
        return reply.code(409).send({ error: await elsewhere(database, record.agentId) })
      const configError = checks.findConfigError(id)
      if (configError === undefined) return reply.code(404).send({ error: `Check ${id} not found.` })
      return reply.code(500).send({ error: `The check cannot run. ${configError}`.trim() })
    }
    try {
      const done = await run
      await checks.flush().catch(() => log.warn({ checkId: id }, 'check result not written yet'))
      return toRunResponse(done)
    } catch (error) {
      log.error({ err: error, checkId: id }, 'check run failed')
      return reply.code(500).send({ error: error instanceof Error ? error.message : 'The check run failed.' })
    }
  })

  await app.register(checkWebhook, { checks })

  serve(app, canaryAboutRoute, () => ({ Timestamp: startedAt, Version: version }))
}
