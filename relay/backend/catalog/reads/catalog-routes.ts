import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { decide } from '#shared/access/decide.ts'
import { itemAsOfRoute } from '#shared/catalog/as-of.ts'
import { catalogChangesByQueryRoute, catalogChangesRoute } from '#shared/catalog/catalog-changes.ts'
import { catalogSummaryRoute } from '#shared/catalog/catalog-summary.ts'
import { isId } from '#shared/primitives/id.ts'
import { askedMoment } from '#relay/backend/asked-moment.ts'
import { DataApiError } from '#relay/backend/data-api/api-error.ts'
import type { People } from '#relay/backend/data-api/people.ts'
import { refuseAccess } from '#relay/backend/refuse-access.ts'
import { readAgents } from '#relay/backend/search/agents.ts'
import { Unreadable } from './unreadable.ts'
import type { Queryable } from '#relay/database/database.ts'
import { serve } from '#relay/http/serve.ts'
import { SearchError } from '#relay/backend/search/search-error.ts'
import { readChanges } from './changes.ts'
import { readItemAsOf } from './item-as-of.ts'
import { readSummary } from './summary.ts'

interface CatalogOptions {
  readonly database: Queryable
  readonly people: People
}

const mayRead = (viewer: FastifyRequest['viewer']) =>
  decide(viewer, { action: 'read', resource: 'database', object: 'catalog' }, { nowMs: Date.now() }).answer !==
  'refused'

/** What the body or the query string asks for. Throws `Unreadable` where it cannot be read. */
const readAsked = <Asked extends z.ZodType>(schema: Asked, given: unknown): z.output<Asked> => {
  const asked = schema.safeParse(given ?? {})
  if (asked.success) return asked.data
  const [issue] = asked.error.issues
  throw new Unreadable(`${issue?.path.join('.') || 'The body'}: ${issue?.message ?? 'not readable'}`)
}

/** What the catalog holds, counted, and what happened to it, relative to `/api`: as each person sees it. */
export const catalogRoutes: FastifyPluginAsync<CatalogOptions> = async (app, { database, people }) => {
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof Unreadable || error instanceof SearchError)
      return reply.code(400).send({ error: error.message })
    if (error instanceof DataApiError) return reply.code(error.status).send({ error: error.message })
    throw error
  })
  app.addHook('preHandler', async ({ viewer }, reply) =>
    mayRead(viewer) ? undefined : refuseAccess(reply, viewer, { object: 'catalog', action: 'read' }),
  )

  serve(app, catalogSummaryRoute, ({ body, viewer }) => {
    const asked = readAsked(catalogSummaryRoute.body, body)
    return readSummary(people, viewer, { asked, nowMs: Date.now() })
  })
  const changes = async (viewer: FastifyRequest['viewer'], given: unknown) => {
    const asked = readAsked(catalogChangesRoute.body, given)
    return readChanges(people, viewer, { asked, agents: await readAgents(database), nowMs: Date.now() })
  }
  serve(app, catalogChangesRoute, ({ body, viewer }) => changes(viewer, body))
  serve(app, catalogChangesByQueryRoute, ({ query, viewer }) => changes(viewer, query))
  serve(app, itemAsOfRoute, ({ params: { id }, query, viewer }) => {
    const { at } = readAsked(itemAsOfRoute.query, query)
    const nowMs = Date.now()
    const atMs = askedMoment(at, nowMs)
    if (atMs === undefined) throw new Unreadable(`at: "${at}" is no time. Write 2026-03-24T03:00:00Z, or 1h.`)
    if (atMs > nowMs) throw new Unreadable(`at: "${at}" is in the future.`)
    if (!isId(id)) return null
    return readItemAsOf(database, { people, viewer }, { id, at: new Date(atMs).toISOString() })
  })
}
