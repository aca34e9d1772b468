import type { ScrapedItem } from '#relay/backend/catalog/scraped-item.ts'
import { hasExpressions, mapItem, mapPlain, type MapOptions } from '#relay/backend/scrapers/map-item.ts'
import type { FoundChange, FoundFault, FoundItem, FoundPart } from '#relay/backend/scrapers/scraper-kind.ts'
import { runScript } from '#relay/backend/scrapers/transform/run-script.ts'
import { shapeItem, type Trouble } from '#relay/backend/scrapers/transform/shape-item.ts'
import { addProperties } from '#relay/backend/scrapers/transform/shape-properties.ts'
import { changeSecrets } from '#relay/backend/secrets/change-secrets.ts'
import { maskedSecret } from '#relay/backend/secrets/sealed-text.ts'
import { mayHoldSecrets } from '#relay/config/passwords-in.ts'

/** What came of one thing that a source holds. */
export interface MadeItems {
  readonly items: readonly ScrapedItem[]
  /** Sentences about what could not be read. */
  readonly faults: readonly string[]
  /** Rules that could not be applied; the item is kept without them. */
  readonly troubles: readonly Trouble[]
  /** What happened to items that are found elsewhere. */
  readonly told: readonly FoundChange[]
  readonly letters: number
}

/** An item that is larger is a dump rather than a thing. */
const itemLetters = 1024 * 1024

const evaluatedAtOnce = 50

const nothing: MadeItems = { items: [], faults: [], troubles: [], told: [], letters: 0 }

/** Passwords and whatever is called one are nobody's business, wherever a document has them. */
const withoutSecrets = (item: ScrapedItem): ScrapedItem => ({
  ...item,
  config: changeSecrets(item.config, () => maskedSecret),
})

const fault = (reason: string): MadeItems => ({ ...nothing, faults: [reason] })

const madeOfFault = ({ reason, isBeside }: FoundFault): MadeItems =>
  isBeside === true ? { ...nothing, troubles: [{ rule: reason, reason }] } : fault(reason)

/** An item that is ready, if it is not too large. */
const finished = (item: ScrapedItem, troubles: readonly Trouble[]): MadeItems => {
  const json = JSON.stringify(item.config) ?? ''
  if (json.length > itemLetters)
    return fault(`${item.type} ${item.id} is larger than ${itemLetters / 1024 / 1024} MB and is left out.`)
  return {
    items: [mayHoldSecrets(json) ? withoutSecrets(item) : item],
    faults: [],
    troubles,
    told: [],
    letters: json.length,
  }
}

const makeItem = async (found: FoundItem, options: MapOptions): Promise<MadeItems> => {
  const mapped = await mapItem(found, options)
  if ('reason' in mapped) return fault(mapped.reason)
  const { transform, properties } = options.base
  const shaped = transform === undefined ? { item: mapped, troubles: [] } : await shapeItem(mapped, transform, options)
  if (shaped.item === undefined) return { ...nothing, faults: shaped.troubles.map(({ reason }) => reason) }
  const { item, troubles } = await addProperties(shaped.item, properties, options)
  return finished(item, [...shaped.troubles, ...troubles])
}

const makeBy = async (found: FoundPart, options: MapOptions): Promise<MadeItems> => {
  if (found.kind === 'fault') return madeOfFault(found)
  if (found.kind === 'change') return { ...nothing, told: [found] }
  const script = options.base.transform?.script
  if (script === undefined) return makeItem(found, options)
  const results = await runScript(found, script, options)
  return together(
    await Promise.all(
      results.map(async (each) => (each.kind === 'fault' ? fault(each.reason) : makeItem(each, options))),
    ),
  )
}

const makePlain = (found: FoundPart, options: MapOptions): MadeItems => {
  if (found.kind === 'change') return { ...nothing, told: [found] }
  if (found.kind === 'fault') return madeOfFault(found)
  const mapped = mapPlain(found, options)
  return 'reason' in mapped ? fault(mapped.reason) : finished(mapped, [])
}

const together = (made: readonly MadeItems[]): MadeItems => ({
  items: made.flatMap(({ items }) => items),
  faults: made.flatMap(({ faults }) => faults),
  troubles: made.flatMap(({ troubles }) => troubles),
  told: made.flatMap(({ told }) => told),
  letters: made.reduce((sum, { letters }) => sum + letters, 0),
})

/**
 * The items that things become: by the script of their scraper, its fields, its rules and its properties, in this order. Expressions
 * of up to fifty are evaluated at a time.
 */
export const makeItems = async (found: readonly FoundPart[], options: MapOptions): Promise<MadeItems> => {
  const { transform, properties } = options.base
  if (transform === undefined && properties === undefined && !hasExpressions(options))
    return together(found.map((each) => makePlain(each, options)))
  const made: MadeItems[] = []
  for (let from = 0; from < found.length; from += evaluatedAtOnce) {
    const group = found.slice(from, from + evaluatedAtOnce)
    made.push(...(await Promise.all(group.map((each) => makeBy(each, options)))))
  }
  return together(made)
}
