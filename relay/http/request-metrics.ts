import fastifyPlugin from 'fastify-plugin'
import { collectDefaultMetrics, Histogram, type Registry } from 'prom-client'

/** Labelled by route, never by address, which would be unbounded. */
export const requestMetrics = fastifyPlugin<{ registry: Registry }>(async (app, { registry }) => {
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'quarterdeck_http_request_seconds',
    help: 'Duration of HTTP requests.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000)
  })
})
