import type { FastifyPluginAsync } from 'fastify'
import { resourceSearchRoute } from '#shared/resources/resource-search.ts'
import { DataApiError } from '#relay/backend/data-api/api-error.ts'
import type { People } from '#relay/backend/data-api/people.ts'
import { requireCatalogRead } from '#relay/backend/catalog/reads/catalog-access.ts'
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

  serve(app, resourceSearchRoute, { preHandler: requireCatalogRead }, ({ body, viewer }) => search(viewer, body))
}
