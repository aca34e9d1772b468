import type { ScrapedItem } from '#relay/backend/catalog/scraped-item.ts'
import { findLimitError } from '#relay/backend/scrapers/item-limits.ts'
import {
  hasExpressions,
  mapItem,
  mapPlain,
  withReports,
  type MapOptions,
  type MappedItem,
} from '#relay/backend/scrapers/map-item.ts'
import type {
  FoundChange,
  FoundError,
  FoundItem,
  FoundPart,
  FoundReport,
} from '#relay/backend/scrapers/scraper-kind.ts'
import { generateChanges } from '#relay/backend/scrapers/transform/generate-changes.ts'
import { mapType } from '#relay/backend/scrapers/transform/map-type.ts'
import type { Transform } from '#relay/backend/scrapers/transform/transform-spec.ts'
import { runScript } from '#relay/backend/scrapers/transform/run-script.ts'
import { shapeItem, type RuleFailure } from '#relay/backend/scrapers/transform/shape-item.ts'
import { addProperties } from '#relay/backend/scrapers/transform/shape-properties.ts'
import { changeSecrets } from '#relay/backend/secrets/change-secrets.ts'
import { maskedSecret } from '#relay/backend/secrets/sealed-text.ts'
import { hasSecretHints } from '#relay/config/passwords-in.ts'

export interface MadeItems {
  readonly items: readonly ScrapedItem[]
  readonly errors: readonly string[]
  readonly failures: readonly RuleFailure[]
  readonly changes: readonly FoundChange[]
  readonly reports: readonly FoundReport[]
  readonly textLength: number
}

const maxItemLength = 1024 * 1024

const evaluatedAtOnce = 50

const nothing: MadeItems = { items: [], errors: [], failures: [], changes: [], reports: [], textLength: 0 }

/** Masks that a document asks for stay, even under a secret name. */
const withoutSecrets = (item: ScrapedItem, masks: ReadonlySet<string>): ScrapedItem => ({
  ...item,
  config: changeSecrets(item.config, ({ text }) => (masks.has(text) ? text : maskedSecret)),
})

const onlyError = (reason: string): MadeItems => ({ ...nothing, errors: [reason] })

const toMadeItems = ({ reason, isBeside }: FoundError): MadeItems =>
  isBeside === true ? { ...nothing, failures: [{ rule: reason, reason }] } : onlyError(reason)

const noMasks: ReadonlySet<string> = new Set()

const finished = (
  item: ScrapedItem,
  failures: readonly RuleFailure[],
  { reports, errors }: Pick<MappedItem, 'reports' | 'errors'>,
  masks: ReadonlySet<string>,
): MadeItems => {
  const json = JSON.stringify(item.config) ?? ''
  const isTooLarge = json.length > maxItemLength
  const limitError = isTooLarge
    ? `${item.type} ${item.id} is larger than ${maxItemLength / 1024 / 1024} MB and was skipped.`
    : findLimitError(item)
  if (limitError !== undefined) return { ...nothing, errors: [...errors, limitError], reports }
  return {
    items: [hasSecretHints(json) ? withoutSecrets(item, masks) : item],
    errors,
    failures,
    changes: [],
    reports,
    textLength: json.length,
  }
}

const applyTransform = async (original: ScrapedItem, transform: Transform, options: MapOptions) => {
  const typed = await mapType(original, transform, options)
  const shaped = await shapeItem(typed.item, transform, options)
  const failures = [...typed.failures, ...shaped.failures]
  if (shaped.item === undefined) return { ...shaped, failures, reports: [] }
  const generated = await generateChanges(shaped.item, transform, options)
  return {
    ...withReports(shaped.item, generated.reports),
    masks: shaped.masks,
    failures: [...failures, ...generated.failures],
  }
}

const makeItem = async (found: FoundItem, options: MapOptions): Promise<MadeItems> => {
  const mapped = await mapItem(found, options)
  if ('kind' in mapped) return onlyError(mapped.reason)
  const { item: original, reports, errors } = mapped
  if (original === undefined) return { ...nothing, reports, errors }
  const { transform, properties } = options.base
  const shaped =
    transform === undefined
      ? { item: original, reports: [], failures: [], masks: noMasks }
      : await applyTransform(original, transform, options)
  if (shaped.item === undefined)
    return { ...nothing, reports, errors: [...errors, ...shaped.failures.map(({ reason }) => reason)] }
  const { item, failures } = await addProperties(shaped.item, properties, options)
  const all = [...reports, ...shaped.reports]
  return finished(item, [...shaped.failures, ...failures], { reports: all, errors }, shaped.masks)
}

const makeBy = async (found: FoundPart, options: MapOptions): Promise<MadeItems> => {
  if (found.kind === 'error') return toMadeItems(found)
  if (found.kind === 'change') return { ...nothing, changes: [found] }
  const script = options.base.transform?.script
  if (script === undefined) return makeItem(found, options)
  const results = await runScript(found, script, options)
  return together(
    await Promise.all(
      results.map(async (each) => (each.kind === 'error' ? onlyError(each.reason) : makeItem(each, options))),
    ),
  )
}

const makePlain = (found: FoundPart, options: MapOptions): MadeItems => {
  if (found.kind === 'change') return { ...nothing, changes: [found] }
  if (found.kind === 'error') return toMadeItems(found)
  const mapped = mapPlain(found, options)
  if ('kind' in mapped) return onlyError(mapped.reason)
  const { item, reports, errors } = mapped
  return item === undefined ? { ...nothing, reports, errors } : finished(item, [], mapped, noMasks)
}

const together = (made: readonly MadeItems[]): MadeItems => ({
  items: made.flatMap(({ items }) => items),
  errors: made.flatMap(({ errors }) => errors),
  failures: made.flatMap(({ failures }) => failures),
  changes: made.flatMap(({ changes }) => changes),
  reports: made.flatMap(({ reports }) => reports),
  textLength: made.reduce((sum, { textLength }) => sum + textLength, 0),
})

/** Order: script, fields, rules, properties. Up to fifty expressions are evaluated at a time. */
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
