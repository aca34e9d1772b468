import type { FastifyPluginAsync } from 'fastify'
import { decide } from '#shared/access/decide.ts'
import { resourceSearchRoute } from '#shared/resources/resource-search.ts'
import { formatPath } from '#shared/primitives/format-path.ts'
import { DataApiError } from '#relay/backend/data-api/api-error.ts'
import type { People } from '#relay/backend/data-api/people.ts'
import { refuseAccess } from '#relay/backend/refuse-access.ts'
import { createResourceSearch } from './resource-search.ts'
import { SearchError } from './search-error.ts'
import type { Queryable } from '#relay/database/database.ts'
import { serve } from '#relay/http/serve.ts'

interface ResourceSearchOptions {
  readonly database: Queryable
  readonly people: People
}

export const resourceSearchRoutes: FastifyPluginAsync<ResourceSearchOptions> = async (app, options) => {
  const search = createResourceSearch(options)

  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof SearchError) return reply.code(400).send({ error: error.message })
    if (error instanceof DataApiError) return reply.code(error.status).send({ error: error.message })
    throw error
  })

  serve(app, resourceSearchRoute, async ({ body, viewer }, reply) => {
    const { answer } = decide(
      viewer,
      { action: 'read', resource: 'database', object: 'catalog' },
      { nowMs: Date.now() },
    )
    if (answer === 'refused') return refuseAccess(reply, viewer, { object: 'catalog', action: 'read' })
    const parsed = resourceSearchRoute.body.safeParse(body ?? {})
    if (parsed.success) return search(viewer, parsed.data)
    const [issue] = parsed.error.issues
    return reply
      .code(400)
      .send({ error: `${formatPath(issue?.path) || 'The body'}: ${issue?.message ?? 'not readable'}` })
  })
}
