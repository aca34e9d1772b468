import type { FastifyPluginAsync } from 'fastify'
import { chartIds, integrationChartRoute } from '#shared/settings/integration-charts.ts'
import { forbidden, notFound } from '#relay/errors/http-error.ts'
import { serve } from '#relay/http/serve.ts'
import { isAllowed } from '#relay/is-allowed.ts'
import type { ReadChart } from './chart-registry.ts'

export const chartRoutes: FastifyPluginAsync<{ readonly readChart: ReadChart }> = async (app, { readChart }) => {
  serve(app, integrationChartRoute, async ({ params, viewer }, reply) => {
    if (!isAllowed(viewer, { action: 'write', resource: 'integrations' }))
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
