import { abortOf } from '#relay/backend/clients/abort-of.ts'
import { mapItem, type MapOptions } from '#relay/backend/scrapers/map-item.ts'
import { readDocuments } from '#relay/backend/scrapers/read-documents.ts'
import type { Found, FoundFault, FoundItem, Known, ScrapeContext } from '#relay/backend/scrapers/scraper-kind.ts'
import type { SourceEntry } from '#relay/backend/scrapers/scraper-spec.ts'
import type { ScrapedItem } from '#relay/backend/catalog/scraped-item.ts'
import { evaluate } from '#relay/backend/templates/template.ts'

type ReadySource = Extract<SourceEntry, { readonly kind: 'ready' }>

export interface FindOptions {
  readonly source: ReadySource
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

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)

/** The items of one thing that was found: those of its documents, or of the lists that `items` leads to. */
const itemsOf = async (
  found: Found,
  { base }: ReadySource,
  options: MapOptions,
): Promise<(FoundItem | FoundFault)[]> => {
  if (found.kind === 'fault') return [found]
  let documents: readonly unknown[]
  if (found.kind === 'item') documents = [found.config]
  else {
    try {
      documents = readDocuments(found.text, base.format ?? found.format)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      const where = found.known.source ?? found.known.name
      return [{ kind: 'fault', reason: `${where === undefined || where === null ? '' : `${where}: `}${reason}` }]
    }
  }
  const single = documents.length === 1 && base.items === undefined
  const lists: unknown[] = []
  for (const document of documents) {
    if (base.items === undefined) lists.push(document)
    else {
      const members = await evaluate({ jsonPath: base.items }, document, {
        owner: options.owner,
        signal: options.signal,
      })
      lists.push(...(isList(members) ? members : [members]))
    }
  }
  const known = single ? found.known : ofMany(found.known)
  return lists.map((config) => ({ kind: 'item', config, known }))
}

/** What is known of each of several items in one place: what the place is called says of none of them what it is called. */
const ofMany = ({ id: _id, name: _name, ...known }: Known): Known => known

/** Everything that a source holds, as items of the catalog. Throws when the source cannot be read. */
export async function* findItems({ source, context, owner }: FindOptions): AsyncGenerator<FoundBatch> {
  const options: MapOptions = {
    base: source.base,
    defaultType: source.scraper.defaultType,
    owner,
    signal: context.signal,
  }
  let items: ScrapedItem[] = []
  let faults: string[] = []
  let letters = 0
  for await (const found of untilAborted(source.scraper.scrape(context), context.signal)) {
    for (const each of await itemsOf(found, source, options)) {
      const mapped = each.kind === 'fault' ? each : await mapItem(each, options)
      if ('reason' in mapped) {
        faults.push(mapped.reason)
        continue
      }
      const size = JSON.stringify(mapped.config)?.length ?? 0
      if (size > itemLetters) {
        faults.push(`${mapped.type} ${mapped.id} is larger than ${itemLetters / 1024 / 1024} MB and is left out.`)
        continue
      }
      items.push(mapped)
      letters += size
      if (items.length < batchItems && letters < batchLetters) continue
      yield { items, faults }
      items = []
      faults = []
      letters = 0
    }
  }
  if (items.length > 0 || faults.length > 0) yield { items, faults }
}
