import type { FastifyPluginAsync } from 'fastify'
import { decide } from '#shared/access/decide.ts'
import { chartIds, integrationChartRoute } from '#shared/settings/integration-charts.ts'
import { forbidden, notFound } from '#relay/errors/http-error.ts'
import { serve } from '#relay/http/serve.ts'
import type { ReadChart } from './chart-registry.ts'

export const chartRoutes: FastifyPluginAsync<{ readonly readChart: ReadChart }> = async (app, { readChart }) => {
  serve(app, integrationChartRoute, async ({ params, viewer }, reply) => {
    const { answer } = decide(viewer, { action: 'write', resource: 'integrations' }, { nowMs: Date.now() })
    if (answer !== 'allowed')
      throw forbidden(
        'You are not allowed to add integrations.',
        'Requires write on integrations. An administrator can grant it.',
      )
    const id = chartIds.find((each) => each === params.id)
    if (id === undefined) throw notFound('Chart not found.', `Available charts: ${chartIds.join(', ')}.`)
    reply.header('cache-control', 'no-store')
    return readChart(id)
  })
}
