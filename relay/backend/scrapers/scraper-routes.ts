import type { FastifyPluginAsync } from 'fastify'
import { decide } from '#shared/access/decide.ts'
import { toJobStatus } from '#relay/backend/jobs/job-history.ts'
import { refuseAccess } from '#relay/backend/refuse-access.ts'
import type { Scrapers } from '#relay/backend/scrapers/scrapers.ts'

export interface ScraperRoutesOptions {
  readonly scrapers: Pick<Scrapers, 'runNow'>
}

export const scraperRoutes: FastifyPluginAsync<ScraperRoutesOptions> = async (app, { scrapers }) => {
  app.post<{ Params: { id: string } }>('/run/:id', async ({ params: { id }, viewer }, reply) => {
    const { answer: decision } = decide(
      viewer,
      { action: 'update', resource: 'config_scrapers' },
      { nowMs: Date.now() },
    )
    if (decision !== 'allowed')
      return refuseAccess(reply, viewer, { object: 'database.config_scrapers', action: 'update' })
    const run = scrapers.runNow(id)
    if (run === undefined) return reply.code(404).send({ error: `Scraper ${id} does not exist or cannot run.` })
    const done = await run
    if (done === undefined) return reply.code(409).send({ error: 'Another relay is running this scraper.' })
    const { succeeded, failed, errors, details } = done
    return { status: toJobStatus(done), success_count: succeeded, error_count: failed, errors, ...details }
  })
}
