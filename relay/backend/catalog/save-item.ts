import { compareItems } from '#relay/backend/catalog/compare-items.ts'
import { detectChanges } from '#relay/backend/catalog/detect-changes.ts'
import { listItemEvents } from '#relay/backend/catalog/item-events.ts'
import type { Scrape } from '#relay/backend/catalog/item-row.ts'
import { resolveLinks } from '#relay/backend/catalog/resolve-links.ts'
import type { ScrapedItem } from '#relay/backend/catalog/scraped-item.ts'
import { writeItems } from '#relay/backend/catalog/write-items.ts'
import type { OnChange } from '#relay/backend/rows/change.ts'
import type { OnEvent } from '#relay/backend/rows/resource-event.ts'
import type { Database } from '#relay/database/database.ts'

export interface SaveItemDeps {
  readonly database: Database
  readonly onChange: OnChange
  readonly onEvent: OnEvent
}

export interface SavedItem {
  readonly id: string
  readonly outcome: 'added' | 'updated' | 'unchanged'
}

const attemptsMax = 3

/** Saves one item outside a run of its scraper. Rejects for an item that another scraper owns. */
export const saveItem = async (
  { database, onChange, onEvent }: SaveItemDeps,
  scrape: Scrape,
  item: ScrapedItem,
  attempt = 1,
): Promise<SavedItem> => {
  const [compared] = await compareItems(database, scrape, [item])
  if (compared === undefined || compared.kind === 'refused') throw new Error(compared?.reason ?? 'The item is missing')
  const toWrite = { compared, changes: detectChanges(compared) }
  const written = await writeItems(database, scrape, [toWrite])
  if (written.lost.length > 0) {
    if (attempt === attemptsMax) throw new Error('Another scraper stores the item at the same time')
    return saveItem({ database, onChange, onEvent }, scrape, item, attempt + 1)
  }
  const outcome = (['added', 'updated', 'unchanged'] as const).find((each) => written[each].length > 0) ?? 'unchanged'
  const id = written[outcome][0]?.id ?? ''
  if (outcome !== 'unchanged') onChange({ relation: 'config_items', ids: [id] })
  if (written.changeIds.length > 0) onChange({ relation: 'config_changes', ids: written.changeIds })
  if (outcome === 'added') await resolveLinks(database, true)
  for (const event of listItemEvents([toWrite], written)) onEvent(event)
  return { id, outcome }
}
