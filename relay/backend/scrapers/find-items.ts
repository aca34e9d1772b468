import { DocumentReader } from '#relay/backend/clients/documents/document-reader.ts'
import type { ItemsPath } from '#relay/backend/clients/documents/read-documents.ts'
import { listRows } from '#relay/backend/scrapers/list-rows.ts'
import { makeItems, type MadeItems } from '#relay/backend/scrapers/make-items.ts'
import type { MapOptions } from '#relay/backend/scrapers/map-item.ts'
import {
  withoutIdentity,
  type Found,
  type FoundPart,
  type Known,
  type ScrapeContext,
} from '#relay/backend/scrapers/scraper-kind.ts'
import { listFields, type ScraperBase } from '#relay/backend/scrapers/scraper-base.ts'
import type { SourceEntry } from '#relay/backend/scrapers/scraper-spec.ts'
import { untilAborted } from '#relay/backend/scrapers/until-aborted.ts'
import { ExpectedError } from '#relay/errors/expected-error.ts'

interface FindOptions {
  readonly source: Extract<SourceEntry, { readonly kind: 'ready' }>
  readonly context: ScrapeContext
  readonly isFull: boolean
  readonly owner: string
}

export type FoundBatch = Omit<MadeItems, 'textLength'>

const batchItems = 1_000
const maxBatchLength = 4 * 1024 * 1024
const groupItems = 50

/** Several items of one document cannot share its id and name. */
const toFoundItems = (documents: readonly unknown[], known: Known, isOne: boolean): FoundPart[] =>
  documents.map((config) => ({ kind: 'item', config, known: isOne ? known : withoutIdentity(known) }))

async function* readItems(
  found: Found,
  { id, items, format, transform }: ScraperBase,
  reader: DocumentReader,
): AsyncGenerator<readonly FoundPart[]> {
  const { kind } = found
  if (kind === 'error' || kind === 'change' || (kind === 'item' && items === undefined)) {
    yield [found]
    return
  }
  const { known } = found
  const keepsLists = items === undefined && transform?.script !== undefined
  try {
    const batches =
      kind === 'item'
        ? reader.read({ text: JSON.stringify(found.config), format: 'json', items, keepsLists: false })
        : reader.read({ text: found.text, format: format ?? found.format, items, keepsLists })
    for await (const documents of batches) {
      if (kind === 'text' && found.read !== undefined)
        yield documents.flatMap((document) => found.read?.(document) ?? [])
      else yield toFoundItems(documents, known, documents.length === 1 && items === undefined && id === undefined)
    }
  } catch (error) {
    if (!(error instanceof ExpectedError)) throw error
    const where = known.source ?? ''
    yield [{ kind: 'error', reason: `${where === '' ? '' : `${where}: `}${error.message}` }]
  }
}

/** `$.rows` of a query is its result, which arrives row by row. */
const withoutRows = (items: ItemsPath | undefined): ItemsPath | undefined => {
  if (items?.kind !== 'place' || items.steps[0] !== 'rows') return items
  return items.steps.length === 1 ? undefined : { kind: 'place', steps: items.steps.slice(1) }
}

async function* atLeast<T>(all: AsyncIterable<readonly T[]>, size: number): AsyncGenerator<readonly T[]> {
  let waiting: T[] = []
  for await (const some of all) {
    for (const one of some) waiting.push(one)
    if (waiting.length < size) continue
    yield waiting
    waiting = []
  }
  if (waiting.length > 0) yield waiting
}

export const toMapOptions = (
  { base, scraper }: FindOptions['source'],
  options: Pick<MapOptions, 'isFull' | 'owner' | 'signal'>,
): MapOptions => ({ ...options, base, fields: listFields(base), defaultType: scraper.defaultType })

export async function* findItems({ source, context, isFull, owner }: FindOptions): AsyncGenerator<FoundBatch> {
  const { base, scraper } = source
  const options = toMapOptions(source, { isFull, owner, signal: context.signal })
  const reader = new DocumentReader()
  const all = async function* () {
    const isList = scraper.yieldsRows && base.items === undefined && base.transform?.script !== undefined
    const source = scraper.scrape(context)
    const rowBase = scraper.yieldsRows ? { ...base, items: withoutRows(base.items) } : base
    for await (const found of isList ? listRows(source) : source) yield* readItems(found, rowBase, reader)
  }
  let made: MadeItems[] = []
  const total = (count: (each: MadeItems) => number) => made.reduce((sum, each) => sum + count(each), 0)
  const batch = (): FoundBatch => ({
    items: made.flatMap(({ items }) => items),
    errors: made.flatMap(({ errors }) => errors),
    failures: made.flatMap(({ failures }) => failures),
    changes: made.flatMap(({ changes }) => changes),
    reports: made.flatMap(({ reports }) => reports),
  })
  try {
    for await (const group of atLeast(untilAborted(all(), context.signal), groupItems)) {
      made.push(await makeItems(group, options))
      const count = total(
        ({ items, errors, changes, reports }) => items.length + errors.length + changes.length + reports.length,
      )
      if (count < batchItems && total(({ textLength }) => textLength) < maxBatchLength) continue
      yield batch()
      made = []
    }
    if (made.length > 0) yield batch()
  } finally {
    await reader.close()
  }
}
