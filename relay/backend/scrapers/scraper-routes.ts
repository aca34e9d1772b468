import type { FastifyPluginAsync } from 'fastify'
import { toJobStatus } from '#relay/backend/jobs/job-history.ts'
import type { Scrapers } from '#relay/backend/scrapers/scrapers.ts'
import { AccessDenied, conflict, notFound } from '#relay/errors/http-error.ts'
import { isAllowed } from '#relay/is-allowed.ts'

export interface ScraperRoutesOptions {
  readonly scrapers: Pick<Scrapers, 'runNow'>
}

export const scraperRoutes: FastifyPluginAsync<ScraperRoutesOptions> = async (app, { scrapers }) => {
  app.post<{ Params: { id: string } }>('/run/:id', async ({ params: { id }, viewer }) => {
    if (!isAllowed(viewer, { action: 'update', resource: 'config_scrapers' }))
      throw new AccessDenied('database.config_scrapers', 'update')
    const run = scrapers.runNow(id)
    if (run === undefined) throw notFound(`Scraper ${id} does not exist or cannot run.`)
    const done = await run
    if (done === undefined) throw conflict('Another relay is running this scraper.')
    const { succeeded, failed, errors, details } = done
    return { status: toJobStatus(done), success_count: succeeded, error_count: failed, errors, ...details }
  })
}
