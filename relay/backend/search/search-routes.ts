import type { FastifyPluginAsync } from 'fastify'
import { resourceSearchRoute } from '#shared/resources/resource-search.ts'
import type { People } from '#relay/backend/data-api/people.ts'
import { requireCatalogRead } from '#relay/backend/permissions/require-catalog-read.ts'
import { createResourceSearch } from './resource-search.ts'
import type { Queryable } from '#relay/database/database.ts'
import { serve } from '#relay/http/serve.ts'

interface ResourceSearchOptions {
  readonly database: Queryable
  readonly people: People
}

export const resourceSearchRoutes: FastifyPluginAsync<ResourceSearchOptions> = async (app, options) => {
  const search = createResourceSearch(options)

  serve(app, resourceSearchRoute, { preHandler: requireCatalogRead }, ({ body, viewer }) => search(viewer, body))
}
