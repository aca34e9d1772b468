import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { decide } from '#shared/access/decide.ts'
import { itemSnapshotRoute } from '#shared/catalog/as-of.ts'
import { catalogChangesByQueryRoute, catalogChangesRoute } from '#shared/catalog/catalog-changes.ts'
import { catalogSummaryRoute } from '#shared/catalog/catalog-summary.ts'
import { isId } from '#shared/primitives/id.ts'
import { formatPath } from '#shared/primitives/format-path.ts'
import { parseMoment } from '#relay/backend/parse-moment.ts'
import { DataApiError } from '#relay/backend/data-api/api-error.ts'
import type { People } from '#relay/backend/data-api/people.ts'
import { refuseAccess } from '#relay/backend/refuse-access.ts'
import { readAgents } from '#relay/backend/search/agents.ts'
import { Unreadable } from './unreadable.ts'
import type { Queryable } from '#relay/database/database.ts'
import { serve } from '#relay/http/serve.ts'
import { SearchError } from '#relay/backend/search/search-error.ts'
import { readChanges } from './changes.ts'
import { readItemAt } from './item-at.ts'
import { readSummary } from './summary.ts'

interface CatalogOptions {
  readonly database: Queryable
  readonly people: People
}

const canReadCatalog = (viewer: FastifyRequest['viewer']) =>
  decide(viewer, { action: 'read', resource: 'database', object: 'catalog' }, { nowMs: Date.now() }).answer !==
  'refused'

const parseRequest = <Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> => {
  const parsed = schema.safeParse(input ?? {})
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new Unreadable(`${formatPath(issue?.path) || 'The body'}: ${issue?.message ?? 'invalid'}`)
}

export const catalogRoutes: FastifyPluginAsync<CatalogOptions> = async (app, { database, people }) => {
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof Unreadable || error instanceof SearchError)
      return reply.code(400).send({ error: error.message })
    if (error instanceof DataApiError) return reply.code(error.status).send({ error: error.message })
    throw error
  })
  app.addHook('preHandler', async ({ viewer }, reply) =>
    canReadCatalog(viewer) ? undefined : refuseAccess(reply, viewer, { object: 'catalog', action: 'read' }),
  )

  serve(app, catalogSummaryRoute, ({ body, viewer }) => {
    const request = parseRequest(catalogSummaryRoute.body, body)
    return readSummary(people, viewer, { request, nowMs: Date.now() })
  })
  const changes = async (viewer: FastifyRequest['viewer'], input: unknown) => {
    const request = parseRequest(catalogChangesRoute.body, input)
    return readChanges(people, viewer, { request, agents: await readAgents(database), nowMs: Date.now() })
  }
  serve(app, catalogChangesRoute, ({ body, viewer }) => changes(viewer, body))
  serve(app, catalogChangesByQueryRoute, ({ query, viewer }) => changes(viewer, query))
  serve(app, itemSnapshotRoute, ({ params: { id }, query, viewer }) => {
    const { at } = parseRequest(itemSnapshotRoute.query, query)
    const nowMs = Date.now()
    const atMs = parseMoment(at, nowMs)
    if (atMs === undefined)
      throw new Unreadable(`at: "${at}" is not a valid time. Use a timestamp such as 2026-03-24T03:00:00Z, or 1h.`)
    if (atMs > nowMs) throw new Unreadable(`at: "${at}" is in the future.`)
    if (!isId(id)) return null
    return readItemAt(database, { people, viewer }, { id, at: new Date(atMs).toISOString() })
  })
}
