import fastifyPlugin from 'fastify-plugin'

/** Queries are left out: they can contain secrets. */
export const requestLog = fastifyPlugin(async (app) => {
  app.addHook('onResponse', async (request, reply) => {
    const line = {
      method: request.method,
      path: request.url.split('?', 1)[0],
      status: reply.statusCode,
      durationMs: Math.round(reply.elapsedTime),
    }
    if (reply.statusCode >= 500) request.log.warn(line, 'request completed')
    else request.log.debug(line, 'request completed')
  })
})
