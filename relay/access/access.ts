import fastifyPlugin from 'fastify-plugin'
import type { IncomingMessage } from 'node:http'
import type { Viewer } from '#shared/access/viewer.ts'
import type { Foreign } from '#relay/access/own-names.ts'
import { RelayError } from '#relay/errors/relay-error.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is asking. */
    viewer: Viewer
  }
}

interface AccessOptions {
  readonly foreignness: (method: string, headers: IncomingMessage['headers']) => Foreign | null
  /** Null when nobody is signed in. */
  readonly viewerOf: (request: IncomingMessage) => Promise<Viewer | null>
}

const refusals: Record<Foreign, RelayError> = {
  foreign_host: new RelayError(
    'foreign_host',
    'The relay does not answer to this host name.',
    'Use the address that it printed at its start, or add the name to ALLOWED_HOSTS.',
  ),
  foreign_origin: new RelayError(
    'foreign_origin',
    'This request comes from another site.',
    'Only pages of this console may use it. Behind a proxy, set PUBLIC_URL to the address that browsers use.',
  ),
}

/** The gate that every request passes: our name, our pages, and a person, who is `request.viewer` from then on. */
export const access = fastifyPlugin<AccessOptions>(async (app, { foreignness, viewerOf }) => {
  app.decorateRequest('viewer')
  app.addHook('onRequest', async (request) => {
    const foreign = foreignness(request.method, request.headers)
    if (foreign !== null) throw refusals[foreign]
    const viewer = await viewerOf(request.raw)
    if (viewer === null) throw new RelayError('unauthorised', 'Nobody is signed in.', 'Sign in and try again.')
    request.viewer = viewer
  })
})
