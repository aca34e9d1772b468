import type { FastifyPluginAsync } from 'fastify'
import type { z } from 'zod'
import type { Viewer } from '#shared/access/viewer.ts'
import { itemSnapshotRoute } from '#shared/catalog/as-of.ts'
import { catalogChangesByQueryRoute, catalogChangesRoute } from '#shared/catalog/catalog-changes.ts'
import { catalogSummaryRoute } from '#shared/catalog/catalog-summary.ts'
import { isId } from '#shared/primitives/id.ts'
import { parseMoment } from '#relay/backend/parse-moment.ts'
import { DataApiError } from '#relay/backend/data-api/api-error.ts'
import type { People } from '#relay/backend/data-api/people.ts'
import { readAgents } from '#relay/backend/search/agents.ts'
import { Unreadable } from './unreadable.ts'
import type { Queryable } from '#relay/database/database.ts'
import { serve } from '#relay/http/serve.ts'
import { SearchError } from '#relay/backend/search/search-error.ts'
import { requireCatalogRead } from './catalog-access.ts'
import { readChanges } from './changes.ts'
import { readItemAt } from './item-at.ts'
import { readSummary } from './summary.ts'

interface CatalogOptions {
  readonly database: Queryable
  readonly people: People
}

export const catalogRoutes: FastifyPluginAsync<CatalogOptions> = async (app, { database, people }) => {
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof Unreadable || error instanceof SearchError)
      return reply.code(400).send({ error: error.message })
    if (error instanceof DataApiError) return reply.code(error.status).send({ error: error.message })
    throw error
  })
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
      throw new Unreadable(`at: "${at}" is not a valid time. Use a timestamp such as 2026-03-24T03:00:00Z, or 1h.`)
    if (atMs > nowMs) throw new Unreadable(`at: "${at}" is in the future.`)
    if (!isId(id)) return null
    return readItemAt(database, { people, viewer }, { id, at: new Date(atMs).toISOString() })
  })
}
