import type { FastifyPluginAsync } from 'fastify'
import { localSnippet, snippetRoute } from '#shared/settings/ui-snippet.ts'
import type { Properties } from '#relay/backend/properties/properties.ts'
import { RelayError } from '#relay/errors/relay-error.ts'
import { serve } from '#relay/http/serve.ts'

interface SnippetRoutesOptions {
  readonly properties: Pick<Properties, 'list'>
}

/** Security: only a local property is served, never a database row. */
export const snippetRoutes: FastifyPluginAsync<SnippetRoutesOptions> = async (app, { properties }) => {
  serve(app, snippetRoute, async (_request, reply) => {
    const source = localSnippet(await properties.list())
    if (source === null)
      throw new RelayError('not_found', 'There is no snippet.', 'A local property of RESOURCES_DIR may set one.')
    return reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(`export default (\n${source}\n)\n`)
  })
}
