import { toError } from '#shared/primitives/thrown-error.ts'
import type { Scrape } from '#relay/backend/catalog/item-row.ts'
import { resolveLinks } from '#relay/backend/catalog/resolve-links.ts'
import { describeError } from '#relay/backend/clients/run/describe-error.ts'
import { toMapOptions } from '#relay/backend/scrapers/find-items.ts'
import { makeItems } from '#relay/backend/scrapers/make-items.ts'
import type { RunDeps, ScraperInForce, SourceRead } from '#relay/backend/scrapers/run-scraper.ts'
import { WatchExpired, type FoundPart, type FoundReport } from '#relay/backend/scrapers/scraper-kind.ts'
import { ScrapeSummary } from '#relay/backend/scrapers/scrape-summary.ts'
import { sourceContext } from '#relay/backend/scrapers/source-context.ts'
import { writeBatch } from '#relay/backend/scrapers/write-batch.ts'
import { writeSourceChanges } from '#relay/backend/scrapers/write-source-changes.ts'
import { writeReports } from '#relay/backend/scrapers/write-reports.ts'
import { linkSignal } from '#relay/time-limit.ts'

export interface FollowOptions {
  readonly scraper: ScraperInForce
  readonly read: SourceRead
  readonly deps: Omit<RunDeps, 'itemsMax' | 'reportsMax' | 'onRead'>
  readonly onError: (message: string) => void
}

const gatherMs = 200
const waitingMax = 20_000

/** Holds only the latest state of each item. */
class Waiting {
  #items = new Map<string, FoundPart>()
  #others: FoundPart[] = []

  add(found: FoundPart): void {
    if (found.kind === 'item' && found.known.id !== undefined)
      this.#items.set(JSON.stringify([found.known.type, found.known.id]), found)
    else this.#others.push(found)
  }

  get size(): number {
    return this.#items.size + this.#others.length
  }

  take(): FoundPart[] {
    const all = [...this.#items.values(), ...this.#others]
    this.#items = new Map()
    this.#others = []
    return all
  }
}

/** Rejects when the source stops sending, when too much is waiting, and when another relay runs the scraper. */
export const followSource = async ({ scraper, read, deps, onError }: FollowOptions): Promise<never> => {
  const { source, positions } = read
  const { watch } = source.scraper
  if (watch === undefined) throw new Error(`${source.scraper.endpoint} does not report changes`)
  const { signal, abort, release } = linkSignal(deps.signal)
  const { context, mask } = sourceContext(source, deps, {
    timeoutMs: scraper.spec.timeoutMs,
    signal,
    positions: new Map(positions),
  })
  const options = toMapOptions(source, { isFull: scraper.spec.isFull, owner: scraper.id, signal })
  const waiting = new Waiting()
  let lastAt = 0

  const write = async (found: readonly FoundPart[]) => {
    lastAt = Math.max(Date.now(), lastAt + 1)
    const scrape: Scrape = { scraperId: scraper.id, at: new Date(lastAt).toISOString() }
    const summary = new ScrapeSummary()
    const { database, onChange, onEvent } = deps
    const { items, changes, reports, errors, failures } = await makeItems(found, options)
    const pending = [...reports]
    const onReports = (more: readonly FoundReport[]) => {
      for (const one of more) pending.push(one)
    }
    const { transform } = source.base
    const how = { database, onChange, onEvent, scrape, summary, mask, transform, onReports, signal }
    await writeBatch(items, how)
    await writeSourceChanges(changes, how)
    const links = await resolveLinks(database, summary.hasAdded)
    await writeReports(pending, how)
    if (links.ids.length > 0) {
      onChange({ relation: 'config_relationships' })
      onChange({ relation: 'config_items', ids: links.ids })
    }
    const messages = [...errors, ...failures.map(({ reason }) => reason), ...summary.errors, ...links.circles]
    for (const message of messages) onError(mask.inText(message))
  }

  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()
  const flush = () => {
    timer = undefined
    writing = writing.then(() => write(waiting.take())).catch((error: unknown) => abort(toError(error)))
  }
  const onFound = (found: FoundPart) => {
    if (signal.aborted) return
    waiting.add(found)
    if (waiting.size > waitingMax) abort(new WatchExpired('Too many changes to write'))
    timer ??= setTimeout(flush, gatherMs)
  }
  try {
    return await watch(context, onFound)
  } catch (error) {
    if (error instanceof WatchExpired) throw error
    throw new Error(mask.inText(describeError(error, source.scraper.endpoint)), { cause: error })
  } finally {
    release()
    clearTimeout(timer)
    abort(new Error('No longer followed'))
    await writing
  }
}
