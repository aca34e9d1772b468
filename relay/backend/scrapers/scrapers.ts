import { setMaxListeners } from 'node:events'
import type { FastifyBaseLogger } from 'fastify'
import type { OnChange } from '#relay/backend/change.ts'
import { deleteOrphans } from '#relay/backend/catalog/delete-items.ts'
import type { JobRun } from '#relay/backend/jobs/job-history.ts'
import type { Job } from '#relay/backend/jobs/jobs.ts'
import type { Properties } from '#relay/backend/properties/properties.ts'
import { DocumentRows } from '#relay/backend/resources/document-rows.ts'
import type { ResourceDocument, ResourceProblem } from '#relay/backend/resources/resource-document.ts'
import type { ResourceKind } from '#relay/backend/resources/resources.ts'
import { systemClock } from '#relay/backend/schedule/clock.ts'
import type { LaneLimits } from '#relay/backend/schedule/lanes.ts'
import { Scheduler } from '#relay/backend/schedule/scheduler.ts'
import { runOwners, scraperOwnerTable } from '#relay/backend/run-owners.ts'
import { catalogRetentionJob } from '#relay/backend/scrapers/retention-job.ts'
import { runScraper, type RunDeps, type ScraperInForce } from '#relay/backend/scrapers/run-scraper.ts'
import { readScrapers, scraperDocuments } from '#relay/backend/scrapers/scraper-rows.ts'
import { readScraperSpec, type ScraperKinds } from '#relay/backend/scrapers/scraper-spec.ts'
import type { StoredSecrets } from '#relay/backend/secrets/stored-secrets.ts'
import { canonicalJson } from '#relay/backend/storable-json.ts'
import type { Database } from '#relay/database/database.ts'
import type { RetentionShare } from '#relay/database/retention-share.ts'

export interface ScrapersOptions extends Pick<RunDeps, 'secretOf' | 'connectionOf' | 'sandbox' | 'isHidden'> {
  readonly database: Database
  readonly secrets: StoredSecrets
  readonly kinds: ScraperKinds
  readonly properties: Properties
  readonly log: FastifyBaseLogger
  readonly onChange: OnChange
  readonly onJob: (run: JobRun) => void
  readonly retentionShare: RetentionShare
  /** By which relays on one database tell each other apart. */
  readonly relayId: string
}

/** The scraper engine while it runs. */
export interface Scrapers {
  /** Puts scraper documents in force. */
  readonly kind: ResourceKind
  /**
   * Runs a scraper at once or joins its run under way; undefined when there is no such scraper or it cannot run, and resolves with
   * that when another relay runs it right now.
   */
  runNow(id: string): Promise<JobRun | undefined> | undefined
  /** Lets schedules start; until then they wait. */
  begin(): void
  readonly retention: Job
  /** Brings rows and schedule together again after somebody wrote rows of `config_scrapers`. */
  reconcile(): Promise<void>
  stop(): Promise<void>
}

const jobName = 'ConfigScraper'
const defaultItemsMax = 100_000
/** A run of so long is shown as under way. */
const slowAfterMs = 1_000
const stopGraceMs = 3_000
/** Sources are read and written in turns, so that a few of them cannot take the whole machine. */
const limits: LaneLimits = { quick: 2, slow: 4, total: 6, slowAfterMs: 5_000 }

interface Planned extends ScraperInForce {
  /** Tells versions of the row apart. */
  readonly version: string
}

/** Starts the scraper engine with what the database knows; documents come later, through `kind`. */
export const startScrapers = async (options: ScrapersOptions): Promise<Scrapers> => {
  const { database, secrets, kinds, properties, log, onChange, onJob } = options
  const stopping = new AbortController()
  setMaxListeners(0, stopping.signal)
  let hasBegun = false
  let inForce: ReadonlyMap<string, Planned> = new Map()
  let work: Promise<void> = Promise.resolve()
  const missed = new Map<string, number>()
  const asked = new Set<string>()
  const owners = runOwners(database, options.relayId, scraperOwnerTable)

  const run = async (id: string): Promise<JobRun | undefined> => {
    const scraper = inForce.get(id)
    if (scraper === undefined || !(await owners.begin(id, asked.delete(id)))) return undefined
    const startedAt = Date.now()
    const base = { name: jobName, resourceType: 'config_scraper', resourceId: id, startedAt }
    const underWay = () =>
      onJob({ ...base, state: 'running', endedAt: Date.now(), succeeded: 0, failed: 0, errors: [] })
    const slow = setTimeout(underWay, slowAfterMs)
    const done = await outcomeOf(scraper).finally(() => clearTimeout(slow))
    await owners.end(id).catch((error: unknown) => log.warn({ err: error }, 'The end of a scrape could not be noted.'))
    const starts = missed.get(id) ?? 0
    missed.delete(id)
    const overrun = starts === 0 ? [] : [`It took longer than its interval: ${starts} starts were left out.`]
    const job = { ...base, ...done, endedAt: Date.now(), warnings: starts, errors: [...done.errors, ...overrun] }
    onJob(stopping.signal.aborted ? { ...job, state: 'stopped' } : job)
    return job
  }

  const outcomeOf = async (scraper: Planned): Promise<Pick<JobRun, 'succeeded' | 'failed' | 'errors' | 'details'>> => {
    try {
      const summary = await runScraper(scraper, {
        ...options,
        itemsMax: await properties.number('scraper.items.max', defaultItemsMax, 1),
        signal: stopping.signal,
      })
      const { itemCount, errorCount, errors, details } = summary
      return { succeeded: itemCount, failed: errorCount, errors, details: { scraper: scraper.name, ...details } }
    } catch (error) {
      log.error({ err: error }, `The scraper ${scraper.name} failed; it is tried again at its next time.`)
      const reason = error instanceof Error ? error.message : String(error)
      return { succeeded: 0, failed: 1, errors: [reason], details: { scraper: scraper.name } }
    }
  }

  const scheduler = new Scheduler<JobRun | undefined>({
    clock: systemClock,
    canStart: () => hasBegun,
    run,
    onMissed: (id) => missed.set(id, (missed.get(id) ?? 0) + 1),
    limits,
  })

  /** A run under way may be one that was left to another relay: then it is asked for once more. */
  const runAsked = async (id: string): Promise<JobRun | undefined> => {
    for (let turn = 0; turn < 2; turn += 1) {
      asked.add(id)
      const done = await scheduler.runNow(id)
      asked.delete(id)
      if (done !== undefined) return done
    }
    return undefined
  }

  const apply = async (): Promise<void> => {
    const planned = new Map<string, Planned>()
    for (const { id, name, spec } of await readScrapers(database, secrets)) {
      const version = canonicalJson([name, spec])
      const known = inForce.get(id)
      if (known?.version === version) {
        planned.set(id, known)
        continue
      }
      const read = await readScraperSpec(spec, kinds)
      if ('spec' in read) planned.set(id, { id, name, version, spec: read.spec })
      else log.warn(`The scraper ${name} cannot run. ${read.problem.reason}`)
    }
    const before = inForce
    inForce = planned
    for (const id of before.keys()) if (!planned.has(id)) scheduler.remove(id)
    for (const [id, { spec, version }] of planned) {
      scheduler.set(id, spec.schedule)
      if (before.get(id)?.version !== version) scheduler.soon(id)
    }
    const orphans = await deleteOrphans(database)
    if (orphans.length > 0) onChange({ relation: 'config_items', ids: orphans.map(({ id }) => id) })
  }
  const reconcile = (): Promise<void> => {
    work = work.then(apply, apply)
    return work
  }
  const documents = new DocumentRows(scraperDocuments(kinds), options)

  return {
    kind: {
      kind: documents.kind,
      faultOf: (document, others) => documents.faultOf(document, others),
      apply: async (given: readonly ResourceDocument[], problems: readonly ResourceProblem[]) => {
        await documents.apply(given, problems)
        await reconcile()
      },
    },
    runNow: (id) => (inForce.has(id) ? runAsked(id) : undefined),
    begin: () => {
      hasBegun = true
      scheduler.resume()
    },
    retention: catalogRetentionJob({ ...options, inForce: () => inForce.values() }),
    reconcile,
    stop: async () => {
      stopping.abort()
      await scheduler.stop(stopGraceMs)
    },
  }
}
