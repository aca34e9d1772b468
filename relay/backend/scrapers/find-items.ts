import { abortOf } from '#relay/backend/clients/abort-of.ts'
import { DocumentReader, UnreadableText } from '#relay/backend/scrapers/documents/document-reader.ts'
import { makeItems, type MadeItems } from '#relay/backend/scrapers/make-items.ts'
import type { MapOptions } from '#relay/backend/scrapers/map-item.ts'
import type { Found, FoundFault, FoundItem, Known, ScrapeContext } from '#relay/backend/scrapers/scraper-kind.ts'
import type { ScraperBase } from '#relay/backend/scrapers/scraper-base.ts'
import type { SourceEntry } from '#relay/backend/scrapers/scraper-spec.ts'

export interface FindOptions {
  readonly source: Extract<SourceEntry, { readonly kind: 'ready' }>
  readonly context: ScrapeContext
  readonly isFull: boolean
  /** Whose expressions these are. */
  readonly owner: string
}

/** What a source holds, a list at a time, so that however much it holds little of it is in memory. */
export type FoundBatch = Pick<MadeItems, 'items' | 'faults' | 'troubles'>

const batchItems = 500
const batchLetters = 2 * 1024 * 1024
/** So many are handed to expressions at once. */
const groupItems = 50

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

/** The same in groups of at most so many. */
async function* inGroups<T>(all: AsyncIterable<T>, size: number): AsyncGenerator<readonly T[]> {
  let group: T[] = []
  for await (const one of all) {
    group.push(one)
    if (group.length < size) continue
    yield group
    group = []
  }
  if (group.length > 0) yield group
}

/** Everything that a source holds, as items of the catalog. Throws when the source cannot be read. */
export async function* findItems({ source, context, isFull, owner }: FindOptions): AsyncGenerator<FoundBatch> {
  const { base, scraper } = source
  const options: MapOptions = { base, defaultType: scraper.defaultType, isFull, owner, signal: context.signal }
  const reader = new DocumentReader()
  const all = async function* () {
    for await (const found of scraper.scrape(context)) yield* itemsOf(found, base, reader)
  }
  let made: MadeItems[] = []
  const total = (count: (each: MadeItems) => number) => made.reduce((sum, each) => sum + count(each), 0)
  const batch = (): FoundBatch => ({
    items: made.flatMap(({ items }) => items),
    faults: made.flatMap(({ faults }) => faults),
    troubles: made.flatMap(({ troubles }) => troubles),
  })
  try {
    for await (const group of inGroups(untilAborted(all(), context.signal), groupItems)) {
      made.push(...(await Promise.all(group.map((found) => makeItems(found, options)))))
      const count = total(({ items, faults }) => items.length + faults.length)
      if (count < batchItems && total(({ letters }) => letters) < batchLetters) continue
      yield batch()
      made = []
    }
    if (made.length > 0) yield batch()
  } finally {
    await reader.close()
  }
}
