import { formatDuration } from '#shared/primitives/duration.ts'
import type { OnChange } from '#relay/backend/rows/change.ts'
import type { Scrape } from '#relay/backend/catalog/item-row.ts'
import { deleteAged } from '#relay/backend/catalog/retention.ts'
import { resolveLinks } from '#relay/backend/catalog/resolve-links.ts'
import { resolveUnobserved } from '#relay/backend/catalog/write-insights.ts'
import { deleteStale } from '#relay/backend/catalog/delete-items.ts'
import type { OnEvent } from '#relay/backend/rows/resource-event.ts'
import { describeError } from '#relay/backend/clients/run/describe-error.ts'
import { findItems, type FoundBatch } from '#relay/backend/scrapers/find-items.ts'
import type { ScraperSpec } from '#relay/backend/scrapers/scraper-spec.ts'
import { sourceContext, type ReadySource, type SourceDeps } from '#relay/backend/scrapers/source-context.ts'
import type { Mask } from '#relay/backend/secrets/mask.ts'
import { ScrapeSummary } from '#relay/backend/scrapers/scrape-summary.ts'
import type { FoundReport, ScrapeContext } from '#relay/backend/scrapers/scraper-kind.ts'
import { WaitingReports } from '#relay/backend/scrapers/waiting-reports.ts'
import { writeBatch } from '#relay/backend/scrapers/write-batch.ts'
import { writeSourceChanges } from '#relay/backend/scrapers/write-source-changes.ts'
import { DatabaseUnavailable } from '#relay/database/database-unavailable.ts'
import type { Database } from '#relay/database/database.ts'
import { SqlError } from '#relay/database/sql-error.ts'
import { timeLimit, unlessAborted } from '#relay/time-limit.ts'

export interface ScraperInForce {
  readonly id: string
  readonly name: string
  readonly spec: ScraperSpec
}

export interface SourceRead {
  readonly source: ReadySource
  /** True also after a partial read. */
  readonly isReached: boolean
  readonly positions: ReadonlyMap<string, string>
}

export interface RunDeps extends SourceDeps {
  readonly database: Database
  readonly onChange: OnChange
  readonly onEvent: OnEvent
  readonly itemsMax: number
  readonly reportsMax: number
  readonly onRead?: (read: SourceRead) => void
  readonly signal: AbortSignal
}

const storedMs = 30_000

/**
 * Items that are missing from the source are deleted only after a complete read. Rejects only when the database does.
 */
export const runScraper = async ({ id, spec }: ScraperInForce, deps: RunDeps): Promise<ScrapeSummary> => {
  const summary = new ScrapeSummary()
  const scrape: Scrape = { scraperId: id, at: new Date().toISOString() }
  let found = 0
  let isComplete = true
  const reported = new WaitingReports(deps.reportsMax)
  const stored: (() => Promise<void>)[] = []
  const write: SourceRun['write'] = async ({ items, changes, reports }, { source, mask, signal }) => {
    const room = deps.itemsMax - found
    found += items.length
    const { database, onChange, onEvent } = deps
    const pending: FoundReport[] = [...reports]
    const onReports = (more: readonly FoundReport[]) => {
      for (const one of more) pending.push(one)
    }
    const { transform } = source.base
    const options = { database, onChange, onEvent, scrape, summary, mask, transform, onReports, signal }
    await writeBatch(items.slice(0, Math.max(0, room)), options)
    await writeSourceChanges(changes, options)
    reported.add(pending, { ...options, signal: deps.signal })
    return found > deps.itemsMax ? 'full' : 'open'
  }
  for (const source of spec.sources) {
    if (source.kind === 'unavailable') {
      summary.error(source.reason)
      isComplete = false
    } else if (!(await scrapeSource(source, { id, spec, deps, summary, write, stored }))) isComplete = false
    if (deps.signal.aborted) break
  }
  const links = await resolveLinks(deps.database, summary.hasAdded)
  for (const circle of links.circles) summary.error(circle)
  if (links.ids.length > 0) {
    deps.onChange({ relation: 'config_relationships' })
    deps.onChange({ relation: 'config_items', ids: links.ids })
  }
  if (reported.limitError !== undefined) summary.addUnstored(reported.limitError)
  await reported.write()
  for (const act of stored) await act()
  isComplete = isComplete && !summary.hasUnstored
  if (isComplete && Number.isFinite(spec.staleInsightMs)) {
    const ids = await resolveUnobserved(deps.database, scrape, spec.staleInsightMs)
    if (ids.length > 0) deps.onChange({ relation: 'config_analysis', ids })
  }
  const deleted =
    isComplete && Number.isFinite(spec.staleMs) ? await deleteStale(deps.database, scrape, spec.staleMs) : []
  for (const rule of spec.retention.types) deleted.push(...(await deleteAged(deps.database, id, rule)))
  summary.count('deleted', deleted)
  if (deleted.length > 0) deps.onChange({ relation: 'config_items', ids: deleted.map((item) => item.id) })
  return summary
}

async function* ahead<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]()
  const begin = () => {
    const next = iterator.next()
    next.catch(() => undefined)
    return next
  }
  try {
    for (let next = begin(); ;) {
      const { done, value } = await next
      if (done === true) return
      next = begin()
      yield value
    }
  } finally {
    await iterator.return?.()
  }
}

const withinLimit = async (act: () => Promise<void>, signal: AbortSignal): Promise<void> => {
  const limit = timeLimit(storedMs, signal)
  try {
    await unlessAborted(act(), limit.signal)
  } finally {
    limit.done()
  }
}

interface SourceRun {
  readonly id: string
  readonly spec: ScraperSpec
  readonly deps: RunDeps
  readonly summary: ScrapeSummary
  readonly stored: (() => Promise<void>)[]
  readonly write: (
    batch: FoundBatch,
    how: { readonly source: ReadySource; readonly mask: Mask; readonly signal: AbortSignal },
  ) => Promise<'open' | 'full'>
}

const scrapeSource = async (source: ReadySource, run: SourceRun): Promise<boolean> => {
  const { id, spec, deps, summary, write, stored } = run
  const limit = timeLimit(spec.timeoutMs, deps.signal)
  const positions = new Map<string, string>()
  const waiting: (() => Promise<void>)[] = []
  const fail = (error: unknown) => summary.error(mask.inText(describeError(error, source.scraper.endpoint)))
  const onStored: ScrapeContext['onStored'] = (act) => waiting.push(act)
  const { context, mask } = sourceContext(source, deps, {
    timeoutMs: spec.timeoutMs,
    signal: limit.signal,
    positions,
    onStored,
  })
  let isComplete = true
  let isReached = false
  try {
    const found = findItems({ source, context, isFull: spec.isFull, owner: id })
    for await (const batch of ahead(found)) {
      const { errors, failures } = batch
      for (const error of errors) summary.error(mask.inText(error))
      for (const { rule, reason } of failures) summary.addRuleFailure({ rule, reason: mask.inText(reason) })
      if (errors.length > 0) isComplete = false
      if ((await write(batch, { source, mask, signal: limit.signal })) === 'open') continue
      summary.error(
        `${source.scraper.endpoint}: More than ${deps.itemsMax} items (scraper.items.max). The rest was not read.`,
      )
      return false
    }
    isReached = true
    stored.push(...waiting.map((act) => async () => withinLimit(act, deps.signal).catch(fail)))
    return isComplete
  } catch (error) {
    if (error instanceof SqlError || error instanceof DatabaseUnavailable) throw error
    if (limit.isOver()) summary.error(`${source.scraper.endpoint}: timed out after ${formatDuration(spec.timeoutMs)}.`)
    else if (deps.signal.aborted) summary.error('The relay stopped during this run.')
    else fail(error)
    return false
  } finally {
    limit.done()
    deps.onRead?.({ source, isReached, positions })
  }
}
