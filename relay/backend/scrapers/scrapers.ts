import type { FastifyBaseLogger } from 'fastify'
import { toErrorMessage } from '#shared/primitives/thrown-error.ts'
import type { OnChange } from '#relay/backend/rows/change.ts'
import { deleteOrphans } from '#relay/backend/catalog/delete-items.ts'
import type { JobRun } from '#relay/backend/jobs/job-history.ts'
import type { Job } from '#relay/backend/jobs/jobs.ts'
import type { Properties } from '#relay/backend/properties/properties.ts'
import { DocumentRows } from '#relay/backend/resources/document-rows.ts'
import { planRows, reconciledKind } from '#relay/backend/resources/plan-rows.ts'
import type { DocumentKind } from '#relay/backend/resources/apply-documents.ts'
import type { LaneLimits } from '#relay/backend/schedule/lanes.ts'
import { OwnedRuns, type RunOutcome } from '#relay/backend/jobs/owned-runs.ts'
import type { RelayCalls } from '#relay/backend/schedule/relay-calls.ts'
import type { Work } from '#relay/backend/schedule/work.ts'
import { catalogRetentionJob } from '#relay/backend/scrapers/retention-job.ts'
import { Followers } from '#relay/backend/scrapers/followers.ts'
import { ScraperSpans } from '#relay/backend/scrapers/scraper-spans.ts'
import { runScraper, type RunDeps, type ScraperInForce, type SourceRead } from '#relay/backend/scrapers/run-scraper.ts'
import { readScrapers, scraperDocuments, type ScraperRow } from '#relay/backend/scrapers/scraper-rows.ts'
import { readScraperSpec, type ScraperKinds } from '#relay/backend/scrapers/scraper-spec.ts'
import type { StoredSecrets } from '#relay/backend/secrets/stored-secrets.ts'
import type { Database } from '#relay/database/database.ts'
import type { RetentionShare } from '#relay/database/retention-share.ts'

interface ScrapersOptions extends Pick<
  RunDeps,
  'onEvent' | 'resolveSecret' | 'resolveConnection' | 'sandbox' | 'isHidden' | 'resourcesDir'
> {
  readonly database: Database
  readonly secrets: StoredSecrets
  readonly kinds: ScraperKinds
  readonly properties: Properties
  readonly log: FastifyBaseLogger
  readonly onChange: OnChange
  readonly onJob: (run: JobRun) => void
  readonly retentionShare: RetentionShare
  readonly work: Work
  readonly calls: Pick<RelayCalls, 'serve' | 'call'>
}

export interface Scrapers {
  readonly kind: DocumentKind
  runNow(id: string): Promise<JobRun | undefined> | undefined
  countOwned(): number
  begin(): void
  readonly retention: Job
  reconcile(): Promise<void>
  stop(): Promise<void>
}

const jobName = 'ConfigScraper'
const resourceType = 'config_scraper'
const defaultItemsMax = 100_000
const defaultReportsMax = 100_000
const limits: LaneLimits = { quick: 2, slow: 4, total: 6, slowAfterMs: 5_000 }

interface Planned extends ScraperInForce {
  /** Changes with each version of the row. */
  readonly version: string
}

const planScraper =
  ({ kinds, log }: ScrapersOptions) =>
  async ({ id, name, spec }: ScraperRow, version: string): Promise<Planned | undefined> => {
    const read = await readScraperSpec(spec, kinds)
    if ('spec' in read) return { id, name, version, spec: read.spec }
    log.warn({ scraper: name, reason: read.error.reason }, 'invalid scraper, not running')
    return undefined
  }

const readRunLimits = async (properties: ScrapersOptions['properties']) => ({
  itemsMax: await properties.number('scraper.items.max', defaultItemsMax, 1),
  reportsMax: await properties.number('scraper.reports.max', defaultReportsMax, 1),
})

export const startScrapers = async (options: ScrapersOptions): Promise<Scrapers> => {
  const { database, secrets, kinds, properties, log, onChange, onJob, work: owned } = options
  let inForce: ReadonlyMap<string, Planned> = new Map()
  let work: Promise<void> = Promise.resolve()

  const runScheduled = async (scraper: Planned, signal: AbortSignal): Promise<RunOutcome> => {
    const reads: SourceRead[] = []
    const runLimits = await readRunLimits(properties)
    const deps = { ...options, ...runLimits, database: owned.guard(scraper.id), signal }
    const summary = await runScraper(scraper, { ...deps, onRead: (read) => reads.push(read) })
    if (inForce.get(scraper.id) === scraper && owned.owns(scraper.id)) followers.begin(scraper, reads)
    const { itemCount, errorCount, errors, details } = summary
    return { succeeded: itemCount, failed: errorCount, errors, details: { scraper: scraper.name, ...details } }
  }
  const toFailedOutcome = ({ name }: Planned, error: unknown): RunOutcome => {
    log.warn({ err: error, scraper: name }, 'scraper failed, retrying at its next scheduled time')
    const reason = toErrorMessage(error)
    return { succeeded: 0, failed: 1, errors: [reason], details: { scraper: name } }
  }
  const spans = new ScraperSpans(database)
  const scrape = async (scraper: Planned, signal: AbortSignal): Promise<RunOutcome> => {
    const startedAt = Date.now()
    const outcome = await runScheduled(scraper, signal).catch((error: unknown) => toFailedOutcome(scraper, error))
    await spans
      .note(scraper.id, { startedAt, isGood: outcome.failed === 0 || outcome.succeeded > 0 })
      .catch((error: unknown) => log.warn({ err: error }, 'scraper span write failed'))
    return outcome
  }

  const runs = new OwnedRuns({
    ...options,
    name: jobName,
    resourceType,
    limits,
    findWork: (id, signal) => {
      const scraper = inForce.get(id)
      if (scraper === undefined) return undefined
      return async () => {
        await followers.end(id)
        return scrape(scraper, signal)
      }
    },
    onLeft: (id) => followers.end(id),
  })
  const followers = new Followers({
    deps: { ...options, signal: runs.signal },
    guard: (id) => owned.guard(id),
    runSoon: (id) => runs.soon(id),
    log,
    onError: ({ id, name }, message) => {
      const at = Date.now()
      const jobFields = { name: jobName, resourceType, resourceId: id, startedAt: at, endedAt: at }
      onJob({ ...jobFields, succeeded: 1, failed: 1, errors: [message], details: { scraper: name } })
    },
  })

  const apply = async (): Promise<void> => {
    const before = inForce
    inForce = await planRows(await readScrapers(database, secrets), before, planScraper(options))
    for (const id of before.keys()) if (!inForce.has(id)) runs.remove(id)
    for (const [id, { version }] of before) if (inForce.get(id)?.version !== version) await followers.forget(id)
    for (const [id, { spec, version }] of inForce) runs.set(id, spec.schedule, before.get(id)?.version !== version)
    const orphans = await deleteOrphans(database)
    if (orphans.length > 0) onChange({ relation: 'config_items', ids: orphans.map(({ id }) => id) })
  }
  const reconcile = (): Promise<void> => {
    work = work.then(apply, apply)
    return work
  }
  const documents = new DocumentRows(scraperDocuments(kinds), options)

  return {
    kind: reconciledKind(documents, reconcile),
    runNow: (id) => (inForce.has(id) ? runs.runNow(id) : undefined),
    countOwned: () => runs.count,
    begin: () => runs.begin(),
    retention: catalogRetentionJob({ ...options, inForce: () => inForce.values() }),
    reconcile,
    stop: async () => {
      await Promise.all([runs.stop(), followers.stop()])
    },
  }
}
