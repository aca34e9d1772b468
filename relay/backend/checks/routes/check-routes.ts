import type { FastifyPluginAsync } from 'fastify'
import { localAgent } from '#shared/agents/local-agent.ts'
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
import { toErrorMessage } from '#shared/primitives/thrown-error.ts'
import type { SummaryFilter } from '#relay/backend/checks/store/check-book.ts'
import { createIsSeen, createLoadCanary, decideAccess } from '#relay/backend/checks/routes/check-access.ts'
import type { Checks } from '#relay/backend/checks/engine/checks.ts'
import { readGraph } from '#relay/backend/checks/graph/graph.ts'
import { readGraphRequest } from '#relay/backend/checks/graph/graph-request.ts'
import { checkWebhook } from '#relay/backend/checks/routes/check-webhook.ts'
import { readReport } from '#relay/backend/checks/store/report-store.ts'
import { createAccessObjects } from '#relay/backend/permissions/access-objects.ts'
import { version } from '#relay/config/version.ts'
import type { Queryable } from '#relay/database/database.ts'
import { serve } from '#relay/http/serve.ts'
import { AccessDenied, conflict, httpError, notFound } from '#relay/errors/http-error.ts'

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

  app.addHook('preHandler', async ({ viewer, routeOptions }) => {
    if (routeOptions.url !== checkWebhookRoute.path && decideAccess(viewer, 'read') === 'refused')
      throw new AccessDenied('canaries')
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

  serve(app, checkGraphRoute, async ({ query, viewer }) => {
    const began = performance.now()
    const request = readGraphRequest(query, Date.now())
    const record = request.checkId === undefined ? undefined : checks.findRecord(request.checkId)
    const canary = await loadCanary(record?.canaryId ?? request.canaryId ?? '')
    if (decideAccess(viewer, 'read', canary) !== 'allowed') throw new AccessDenied('canaries')
    const graph = await readGraph(database, request)
    return { runnerName: checks.runnerName, duration: Math.round(performance.now() - began), ...graph }
  })

  serve(app, checkReportRoute, async ({ params: { id }, viewer }) => {
    const record = checks.findRecord(id)
    const canary = await loadCanary(record?.canaryId ?? '')
    if (decideAccess(viewer, 'read', canary) !== 'allowed') throw new AccessDenied('canaries')
    return { report: (await readReport(database, id)) ?? null }
  })

  serve(app, runCheckRoute, async ({ params: { id }, viewer, log }) => {
    const record = checks.findRecord(id)
    const canary = await loadCanary(record?.canaryId ?? '')
    if (decideAccess(viewer, actOnChecks.action, canary) !== 'allowed')
      throw new AccessDenied('canaries', actOnChecks.action)
    const blocker = checks.findBlocker(id)
    if (blocker !== undefined)
      throw conflict(`Not evaluated: it depends on ${blocker.name}, which is failing. Run that check.`)
    if (checks.isPosted(id)) throw conflict('This check runs when its results are posted to /api/canary/webhook.')
    const run = checks.runNow(id)
    if (run === undefined) {
      if (record !== undefined && record.agentId !== localAgent)
        throw conflict(await elsewhere(database, record.agentId))
      const configError = checks.findConfigError(id)
      if (configError === undefined) throw notFound(`Check ${id} not found.`)
      throw httpError('internal', `The check cannot run. ${configError}`.trim())
    }
    try {
      return await run
    } catch (error) {
      log.error({ err: error, checkId: id }, 'check run failed')
      throw httpError('internal', toErrorMessage(error))
    }
  })

  await app.register(checkWebhook, { checks })

  serve(app, canaryAboutRoute, () => ({ Timestamp: startedAt, Version: version }))
}
