import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify'
import { handleErrors } from '#relay/errors/error-handler.ts'
import { limitBodies } from './body-limits.ts'

interface ServerOptions {
  readonly log: FastifyBaseLogger
  readonly trustedProxies: readonly string[]
}

/** The origin guard checks `host`; a proxy's public address is configured by PUBLIC_URL. */
const forgetForwardedHost = async ({ headers }: FastifyRequest) => {
  delete headers['x-forwarded-host']
}

export const createServer = ({ log, trustedProxies }: ServerOptions): FastifyInstance => {
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    requestTimeout: 60_000,
    // A plugin may read the database first, which can take long on a busy machine.
    pluginTimeout: 0,
    trustProxy: [...trustedProxies],
    forceCloseConnections: 'idle',
    // A proxy may send a last request on a connection that it keeps open.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 2_000 },
  })
  handleErrors(app)
  limitBodies(app)
  app.addHook('onRequest', forgetForwardedHost)
  return app
}
