import type { FastifyPluginAsync } from 'fastify'
import { schemaRoute } from '#shared/resources/schema-route.ts'
import type { CheckKinds } from '#relay/backend/checks/spec/canary-spec.ts'
import type { ScraperKinds } from '#relay/backend/scrapers/scraper-spec.ts'
import { serve } from '#relay/http/serve.ts'
import { AccessDenied, notFound } from '#relay/errors/http-error.ts'
import { isDenied } from '#relay/is-allowed.ts'
import { documentSchemas } from './document-schemas.ts'

interface SchemaRoutesOptions {
  readonly checks: CheckKinds
  readonly scrapers: ScraperKinds
}

export const schemaRoutes: FastifyPluginAsync<SchemaRoutesOptions> = async (app, { checks, scrapers }) => {
  let made: ReadonlyMap<string, string> | undefined
  serve(app, schemaRoute, ({ params: { file }, viewer }, reply) => {
    if (isDenied(viewer, { action: 'read', resource: 'database' })) throw new AccessDenied('database.public')
    const known = (made ??= documentSchemas(checks, scrapers))
    const schema = known.get(file) ?? known.get(file.toLowerCase())
    if (schema !== undefined) return reply.type('application/schema+json; charset=utf-8').send(schema)
    throw notFound(`Unknown schema ${file}. Available: ${[...known.keys()].join(', ')}.`)
  })
}
