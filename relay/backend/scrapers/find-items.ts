import type { ScrapedItem } from '#relay/backend/catalog/scraped-item.ts'
import { abortOf } from '#relay/backend/clients/abort-of.ts'
import { DocumentReader, UnreadableText } from '#relay/backend/scrapers/documents/document-reader.ts'
import { mapItem, type MapOptions } from '#relay/backend/scrapers/map-item.ts'
import type { Found, FoundFault, FoundItem, Known, ScrapeContext } from '#relay/backend/scrapers/scraper-kind.ts'
import type { ScraperBase } from '#relay/backend/scrapers/scraper-base.ts'
import type { SourceEntry } from '#relay/backend/scrapers/scraper-spec.ts'
import { changeSecrets } from '#relay/backend/secrets/change-secrets.ts'
import { maskedSecret } from '#relay/backend/secrets/sealed-text.ts'
import { mayHoldSecrets } from '#relay/config/passwords-in.ts'

export interface FindOptions {
  readonly source: Extract<SourceEntry, { readonly kind: 'ready' }>
  readonly context: ScrapeContext
  /** Whose expressions these are. */
  readonly owner: string
}

/** What a source holds, a list at a time, so that however much it holds little of it is in memory. */
export interface FoundBatch {
  readonly items: readonly ScrapedItem[]
  /** Sentences about what could not be read. */
  readonly faults: readonly string[]
}

const batchItems = 500
const batchLetters = 2 * 1024 * 1024
/** An item that is larger is a dump rather than a thing. */
const itemLetters = 1024 * 1024

/** Goes through what a source yields; ends at once when the signal fires, also where the source does not. */
async function* untilAborted<T>(source: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]()
  const aborted = abortOf(signal)
  aborted.catch(() => undefined)
  try {
    for (;;) {
      const next = await Promise.race([iterator.next(), aborted])
      if (next.done === true) return
      yield next.value
    }
  } finally {
    if (!signal.aborted) await iterator.return?.()
    else void Promise.resolve(iterator.return?.()).catch(() => undefined)
  }
}

/** Passwords and whatever is called one are nobody's business, wherever a document has them. */
const withoutSecrets = (item: ScrapedItem): ScrapedItem => ({
  ...item,
  config: changeSecrets(item.config, () => maskedSecret),
})

/** What is known of each of several items in one place: what the place is called says of none of them what it is called. */
const ofMany = ({ id: _id, name: _name, ...known }: Known): Known => known

/** The items of one thing that was found: those of its documents, or of the lists that `items` leads to. */
async function* itemsOf(
  found: Found,
  { items, format }: ScraperBase,
  reader: DocumentReader,
): AsyncGenerator<FoundItem | FoundFault> {
  const { kind } = found
  if (kind === 'fault') {
    yield found
    return
  }
  if (kind === 'item' && items === undefined) {
    yield found
    return
  }
  const { known } = found
  try {
    const batches =
      kind === 'item'
        ? reader.read({ text: JSON.stringify(found.config), format: 'json', items })
        : reader.read({ text: found.text, format: format ?? found.format, items })
    for await (const documents of batches) {
      const isOne = documents.length === 1 && items === undefined
      for (const config of documents) yield { kind: 'item', config, known: isOne ? known : ofMany(known) }
    }
  } catch (error) {
    if (!(error instanceof UnreadableText)) throw error
    const where = known.source ?? ''
    yield { kind: 'fault', reason: `${where === '' ? '' : `${where}: `}${error.message}` }
  }
}

/** Everything that a source holds, as items of the catalog. Throws when the source cannot be read. */
export async function* findItems({ source, context, owner }: FindOptions): AsyncGenerator<FoundBatch> {
  const { base, scraper } = source
  const options: MapOptions = { base, defaultType: scraper.defaultType, owner, signal: context.signal }
  const reader = new DocumentReader()
  let items: ScrapedItem[] = []
  let faults: string[] = []
  let letters = 0
  const all = async function* () {
    for await (const found of scraper.scrape(context)) yield* itemsOf(found, base, reader)
  }
  try {
    for await (const found of untilAborted(all(), context.signal)) {
      const mapped = found.kind === 'fault' ? found : await mapItem(found, options)
      const json = 'reason' in mapped ? '' : (JSON.stringify(mapped.config) ?? '')
      if ('reason' in mapped) faults.push(mapped.reason)
      else if (json.length <= itemLetters) items.push(mayHoldSecrets(json) ? withoutSecrets(mapped) : mapped)
      else faults.push(`${mapped.type} ${mapped.id} is larger than ${itemLetters / 1024 / 1024} MB and is left out.`)
      letters += json.length
      if (items.length + faults.length < batchItems && letters < batchLetters) continue
      yield { items, faults }
      items = []
      faults = []
      letters = 0
    }
    if (items.length > 0 || faults.length > 0) yield { items, faults }
  } finally {
    await reader.close()
  }
}
