import type { FastifyPluginAsync } from 'fastify'
import type { z } from 'zod'
import type { Viewer } from '#shared/access/viewer.ts'
import { itemSnapshotRoute } from '#shared/catalog/as-of.ts'
import { catalogChangesByQueryRoute, catalogChangesRoute } from '#shared/catalog/catalog-changes.ts'
import { catalogSummaryRoute } from '#shared/catalog/catalog-summary.ts'
import { isId } from '#shared/primitives/id.ts'
import { parseMoment } from '#relay/backend/parsing/parse-moment.ts'
import type { People } from '#relay/backend/data-api/people.ts'
import { readAgents } from '#relay/backend/search/agents.ts'
import type { Queryable } from '#relay/database/database.ts'
import { serve } from '#relay/http/serve.ts'
import { invalid } from '#relay/errors/http-error.ts'
import { requireCatalogRead } from '#relay/backend/permissions/require-catalog-read.ts'
import { readChanges } from './changes.ts'
import { readItemAt } from './item-at.ts'
import { readSummary } from './summary.ts'

interface CatalogOptions {
  readonly database: Queryable
  readonly people: People
}

export const catalogRoutes: FastifyPluginAsync<CatalogOptions> = async (app, { database, people }) => {
  app.addHook('preHandler', requireCatalogRead)

  serve(app, catalogSummaryRoute, ({ body: request, viewer }) =>
    readSummary(people, viewer, { request, nowMs: Date.now() }),
  )
  const changes = async (viewer: Viewer, request: z.output<typeof catalogChangesRoute.body>) =>
    readChanges(people, viewer, { request, agents: await readAgents(database), nowMs: Date.now() })
  serve(app, catalogChangesRoute, ({ body, viewer }) => changes(viewer, body))
  serve(app, catalogChangesByQueryRoute, ({ query, viewer }) => changes(viewer, query))
  serve(app, itemSnapshotRoute, ({ params: { id }, query: { at }, viewer }) => {
    const nowMs = Date.now()
    const atMs = parseMoment(at, nowMs)
    if (atMs === undefined)
      throw invalid(`at: "${at}" is not a valid time. Use a timestamp such as 2026-03-24T03:00:00Z, or 1h.`)
    if (atMs > nowMs) throw invalid(`at: "${at}" is in the future.`)
    if (!isId(id)) return null
    return readItemAt(database, { people, viewer }, { id, at: new Date(atMs).toISOString() })
  })
}
