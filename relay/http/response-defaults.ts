import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import fastifyPlugin from 'fastify-plugin'
import { constants } from 'node:zlib'
import type { Registry } from 'prom-client'
import { contentPolicy, type ContentPolicyOptions } from './content-policy.ts'
import { requestMetrics } from './request-metrics.ts'

/** Queries are left out: they can contain secrets. */
const requestLog = fastifyPlugin(async (app) => {
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

interface ResponseDefaultsOptions extends ContentPolicyOptions {
  readonly registry: Registry
}

export const responseDefaults = fastifyPlugin<ResponseDefaultsOptions>(async (app, { registry, publicUrl, hosted }) => {
  await app.register(requestMetrics, { registry })
  await app.register(requestLog)
  await app.register(helmet, contentPolicy({ publicUrl, hosted }))
  await app.register(compress, { threshold: 1_024, brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } } })
})
