import type { OnChange } from '#relay/backend/change.ts'
import { detectChanges } from '#relay/backend/catalog/detect-changes.ts'
import { compareItems, type ComparedItem } from '#relay/backend/catalog/compare-items.ts'
import type { Scrape } from '#relay/backend/catalog/item-row.ts'
import type { ScrapedItem } from '#relay/backend/catalog/scraped-item.ts'
import { writeItems, type ItemToWrite } from '#relay/backend/catalog/write-items.ts'
import { findOversized } from '#relay/backend/scrapers/find-oversized.ts'
import type { ScrapeSummary } from '#relay/backend/scrapers/scrape-summary.ts'
import { groupTurns, type OnEvent } from '#relay/backend/resource-event.ts'
import { shapeChanges } from '#relay/backend/scrapers/transform/shape-changes.ts'
import type { Transform } from '#relay/backend/scrapers/transform/transform-spec.ts'
import type { Mask } from '#relay/backend/secrets/mask.ts'
import { storableValue } from '#relay/backend/storable-text.ts'
import type { Database } from '#relay/database/database.ts'

export interface BatchOptions {
  readonly database: Database
  readonly onChange: OnChange
  readonly onEvent: OnEvent
  readonly scrape: Scrape
  readonly summary: ScrapeSummary
  readonly mask: Mask
  readonly transform: Transform | undefined
  readonly signal: AbortSignal
}

const shaped = async (
  compared: Exclude<ComparedItem, { readonly kind: 'refused' }>,
  { transform, scrape, summary, signal }: BatchOptions,
): Promise<ItemToWrite> => {
  const reported = detectChanges(compared)
  if (reported.length === 0) return { compared, changes: [] }
  const options = { owner: scrape.scraperId, signal }
  const { changes, failures } = await shapeChanges(compared.item, reported, transform?.changes, options)
  for (const failure of failures) summary.addRuleFailure(failure)
  const end = changes.find(({ action }) => action === 'delete')
  if (end === undefined) return { compared, changes }
  const item = { ...compared.item, deletedAt: end.createdAt ?? scrape.at }
  return { compared: { ...compared, item }, changes }
}

const notify = (onEvent: OnEvent, items: readonly ItemToWrite[], added: readonly { readonly id: string }[]): void => {
  const created = items.filter(({ compared }) => compared.kind === 'new')
  const known = items.flatMap(({ compared }) => (compared.kind === 'known' ? [compared] : []))
  const updated = known.filter((compared) => compared.known.before !== undefined).map((compared) => compared.known.id)
  const turns = [
    ...created.map(({ compared }, index) => ({
      id: added[index]?.id ?? '',
      before: undefined,
      after: compared.item.health,
    })),
    ...known.flatMap(({ item, known: { id, health } }) =>
      item.health === null ? [] : [{ id, before: health, after: item.health }],
    ),
  ]
  if (added.length > 0) onEvent({ kind: 'config', name: 'created', ids: added.map(({ id }) => id) })
  if (updated.length > 0) onEvent({ kind: 'config', name: 'updated', ids: updated })
  for (const [name, ids] of groupTurns(turns)) onEvent({ kind: 'config', name, ids })
}

export const writeBatch = async (items: readonly ScrapedItem[], options: BatchOptions): Promise<void> => {
  if (items.length === 0) return
  const { database, onChange, scrape, summary, mask } = options
  const shown = mask.texts.size === 0 ? items : items.map((item) => mask.inValue(item) as ScrapedItem)
  const keepable: ItemToWrite[] = []
  const storable = shown.map(storableValue).filter((item) => {
    const oversized = findOversized(item)
    if (oversized !== undefined) summary.error(oversized)
    return oversized === undefined
  })
  for (const compared of await compareItems(database, scrape, storable)) {
    if (compared.kind === 'refused') summary.error(compared.reason)
    else keepable.push(await shaped(compared, options))
  }
  const { added, updated, unchanged, changeIds, insightIds } = await writeItems(database, scrape, keepable)
  summary.count('added', added)
  summary.count('updated', updated)
  summary.count('unchanged', unchanged)
  summary.countChanges(changeIds.length)
  const ids = [...added, ...updated].map((item) => item.id)
  if (ids.length > 0) onChange({ relation: 'config_items', ids })
  if (changeIds.length > 0) onChange({ relation: 'config_changes', ids: changeIds })
  if (insightIds.length > 0) onChange({ relation: 'config_analysis', ids: insightIds })
  notify(options.onEvent, keepable, added)
}
