import type { FastifyPluginAsync } from 'fastify'
import { localSnippet } from '#shared/settings/ui-snippet.ts'
import type { Properties } from '#relay/backend/properties/properties.ts'
import { RelayError } from '#relay/errors/relay-error.ts'

interface SnippetRoutesOptions {
  readonly properties: Pick<Properties, 'list'>
}

/** `GET /ui-snippet.js`: the operator's snippet as a module whose default is the function; 404 where no local property sets one. */
export const snippetRoutes: FastifyPluginAsync<SnippetRoutesOptions> = async (app, { properties }) => {
  app.get('/ui-snippet.js', async (_request, reply) => {
    const source = localSnippet(await properties.list())
    if (source === null)
      throw new RelayError('not_found', 'There is no snippet.', 'A local property of RESOURCES_DIR may set one.')
    return reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(`export default (\n${source}\n)\n`)
  })
}
