import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify'
import { handleErrors } from '#relay/errors/error-handler.ts'
import { limitBodies } from './body-limits.ts'

interface ServerOptions {
  readonly log: FastifyBaseLogger
  readonly trustedProxies: readonly string[]
}

/** The host that counts is the one that the gate looks at; what a proxy was asked for is PUBLIC_URL's to say. */
const forgetForwardedHost = async ({ headers }: FastifyRequest) => {
  delete headers['x-forwarded-host']
}

/** The HTTP server before it has routes: how long, how large and whose requests may be, and how errors are answered. */
export const createServer = ({ log, trustedProxies }: ServerOptions): FastifyInstance => {
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    requestTimeout: 60_000,
    // A plugin may read the database first, which takes what it takes on a busy machine: no reason to end the start.
    pluginTimeout: 0,
    trustProxy: [...trustedProxies],
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 2_000 },
  })
  handleErrors(app)
  limitBodies(app)
  app.addHook('onRequest', forgetForwardedHost)
  return app
}
