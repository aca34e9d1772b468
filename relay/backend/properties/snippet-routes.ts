import type { FastifyPluginAsync } from 'fastify'
import { localSnippet, snippetRoute } from '#shared/settings/ui-snippet.ts'
import type { Properties } from '#relay/backend/properties/properties.ts'
import { notFound } from '#relay/errors/http-error.ts'
import { serve } from '#relay/http/serve.ts'

interface SnippetRoutesOptions {
  readonly properties: Pick<Properties, 'list'>
}

/** Security: only a local property is served, never a database row. */
export const snippetRoutes: FastifyPluginAsync<SnippetRoutesOptions> = async (app, { properties }) => {
  serve(app, snippetRoute, async (_request, reply) => {
    const source = localSnippet(await properties.list())
    if (source === null) throw notFound('No snippet configured.', 'Set it as a local property in RESOURCES_DIR.')
    return reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(`export default (\n${source}\n)\n`)
  })
}
