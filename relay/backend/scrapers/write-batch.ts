import type { OnChange } from '#relay/backend/rows/change.ts'
import { detectChanges } from '#relay/backend/catalog/detect-changes.ts'
import { deleteByChange } from '#relay/backend/catalog/delete-items.ts'
import { compareItems, type ComparedItem } from '#relay/backend/catalog/compare-items.ts'
import { listItemEvents } from '#relay/backend/catalog/item-events.ts'
import type { Scrape } from '#relay/backend/catalog/item-row.ts'
import type { ScrapedItem } from '#relay/backend/catalog/scraped-item.ts'
import { writeItems, type ItemToWrite, type WrittenItems } from '#relay/backend/catalog/write-items.ts'
import type { FoundReport } from '#relay/backend/scrapers/scraper-kind.ts'
import type { ScrapeSummary } from '#relay/backend/scrapers/scrape-summary.ts'
import type { OnEvent } from '#relay/backend/rows/resource-event.ts'
import { shapeChanges } from '#relay/backend/scrapers/transform/shape-changes.ts'
import type { Transform } from '#relay/backend/scrapers/transform/transform-spec.ts'
import type { Mask } from '#relay/backend/secrets/mask.ts'
import { storableValue } from '#relay/backend/rows/storable-text.ts'
import type { Database } from '#relay/database/database.ts'
import { SqlError } from '#relay/database/sql-error.ts'

export interface BatchOptions {
  readonly database: Database
  readonly onChange: OnChange
  readonly onEvent: OnEvent
  readonly scrape: Scrape
  readonly summary: ScrapeSummary
  readonly mask: Mask
  readonly transform: Transform | undefined
  /** Changes that belong to other items, which may not be stored yet. */
  readonly onReports: (reports: readonly FoundReport[]) => void
  readonly signal: AbortSignal
}

const shaped = async (
  compared: Exclude<ComparedItem, { readonly kind: 'refused' }>,
  { transform, scrape, summary, signal, onReports }: BatchOptions,
): Promise<ItemToWrite> => {
  const reported = detectChanges(compared)
  if (reported.length === 0) return { compared, changes: [] }
  const options = { owner: scrape.scraperId, signal }
  const { changes, reports, failures } = await shapeChanges(compared.item, reported, transform?.changes, options)
  for (const failure of failures) summary.addRuleFailure(failure)
  onReports(reports)
  const end = changes.find(({ action }) => action === 'delete')
  if (end === undefined) return { compared, changes }
  const item: ScrapedItem = {
    ...compared.item,
    deletedAt: end.createdAt ?? scrape.at,
    deleteReason: 'FROM_EVENT',
  }
  return { compared: { ...compared, item }, changes }
}

const attemptsMax = 3

const uniqueViolation = '23505'
/** The values of a record, not the database, cause these: invalid data, constraints, limits. */
const isRecordError = (error: unknown): error is SqlError =>
  error instanceof SqlError && /^(?:21|22|23|54)/.test(error.code)

const describeUnstored = ({ compared: { item } }: ItemToWrite, reason: string): string =>
  `${item.type} ${JSON.stringify(item.id)} was not stored: ${reason}.`

const reportWritten = async (
  written: readonly ItemToWrite[],
  { added, updated, unchanged, changeIds, insightIds }: WrittenItems,
  options: BatchOptions,
): Promise<void> => {
  const { onChange, summary } = options
  summary.count('added', added)
  summary.count('updated', updated)
  summary.count('unchanged', unchanged)
  summary.countChanges(changeIds.length)
  const ids = [...added, ...updated].map((item) => item.id)
  if (ids.length > 0) onChange({ relation: 'config_items', ids })
  if (changeIds.length > 0) onChange({ relation: 'config_changes', ids: changeIds })
  if (insightIds.length > 0) onChange({ relation: 'config_analysis', ids: insightIds })
  for (const event of listItemEvents(written, { added })) options.onEvent(event)
  await deleteUnchanged(written, options)
}

/** An item that is the same as in the last run takes no update, which would delete it. */
const deleteUnchanged = async (written: readonly ItemToWrite[], options: BatchOptions): Promise<void> => {
  const ids = written.flatMap(({ compared, changes }) =>
    compared.kind === 'same' && changes.some(({ action }) => action === 'delete') ? [compared.id] : [],
  )
  const deleted = await deleteByChange(options.database, options.scrape, ids)
  options.summary.count('deleted', deleted)
  if (deleted.length > 0) options.onChange({ relation: 'config_items', ids: deleted.map(({ id }) => id) })
}

/** Returns the items that another scraper or relay instance stored since they were compared. */
const writeCompared = async (items: readonly ItemToWrite[], options: BatchOptions): Promise<readonly ItemToWrite[]> => {
  const { database, scrape, summary } = options
  const [first] = items
  if (first === undefined) return []
  let result: WrittenItems
  try {
    result = await writeItems(database, scrape, items)
  } catch (error) {
    if (!isRecordError(error)) throw error
    if (items.length > 1) {
      const half = Math.ceil(items.length / 2)
      return [
        ...(await writeCompared(items.slice(0, half), options)),
        ...(await writeCompared(items.slice(half), options)),
      ]
    }
    if (error.code === uniqueViolation) return items
    summary.addUnstored(describeUnstored(first, error.message))
    return []
  }
  const lost = new Set(result.lost)
  await reportWritten(
    items.filter((item) => !lost.has(item)),
    result,
    options,
  )
  return result.lost
}

/** Items are compared once: `compareItems` notes that it saw them. */
const writeAll = async (items: readonly ScrapedItem[], options: BatchOptions, attempt = 1): Promise<void> => {
  if (items.length === 0) return
  const { database, scrape, summary } = options
  const keepable: ItemToWrite[] = []
  for (const compared of await compareItems(database, scrape, items)) {
    if (compared.kind === 'refused') summary.error(compared.reason)
    else keepable.push(await shaped(compared, options))
  }
  const lost = await writeCompared(keepable, options)
  if (attempt < attemptsMax)
    return writeAll(
      lost.map(({ compared }) => compared.item),
      options,
      attempt + 1,
    )
  for (const item of lost) summary.addUnstored(describeUnstored(item, 'another scraper stores it at the same time'))
}

/** A record that the database rejects is reported; the others of its batch are stored. */
export const writeBatch = async (items: readonly ScrapedItem[], options: BatchOptions): Promise<void> => {
  if (items.length === 0) return
  const { mask, summary } = options
  const storable: ScrapedItem[] = []
  for (const item of items) {
    if ([item.id, item.name, item.type, ...item.aliases].some((text) => mask.isSecretIn(text)))
      summary.addUnstored(
        `${mask.inText(item.type)} ${JSON.stringify(mask.inText(item.id))} was not stored: its id or name contains a secret.`,
      )
    else storable.push(storableValue(mask.texts.size === 0 ? item : mask.inRecord(item)))
  }
  await writeAll(storable, options)
}
