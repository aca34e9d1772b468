import { appendValue } from '#shared/primitives/append-value.ts'
import { deleteByChange } from '#relay/backend/catalog/delete-items.ts'
import { readItems } from '#relay/backend/catalog/read-items.ts'
import type { ScrapedChange } from '#relay/backend/catalog/scraped-item.ts'
import { writeChanges } from '#relay/backend/catalog/write-changes.ts'
import type { FoundChange } from '#relay/backend/scrapers/scraper-kind.ts'
import { shapeChanges } from '#relay/backend/scrapers/transform/shape-changes.ts'
import type { BatchOptions } from '#relay/backend/scrapers/write-batch.ts'

/** Changes of items that the scraper does not own are skipped. */
export const writeSourceChanges = async (
  foundChanges: readonly FoundChange[],
  options: BatchOptions,
): Promise<void> => {
  if (foundChanges.length === 0) return
  const { database, onChange, scrape, summary, mask, transform, signal } = options
  const items = await readItems(database, scrape.scraperId, [...new Set(foundChanges.flatMap(({ ids }) => ids))])
  const byName = new Map(
    items.flatMap((seen) => [seen.item.id, ...seen.item.aliases].map((name) => [name, seen] as const)),
  )
  const changesByItem = new Map<string, ScrapedChange[]>()
  for (const { ids, change } of foundChanges) {
    const name = ids.find((id) => byName.has(id))
    const seen = name === undefined ? undefined : byName.get(name)
    if (seen === undefined) continue
    const masked = mask.texts.size === 0 ? change : mask.inRecord(change)
    appendValue(changesByItem, seen.id, masked)
  }
  const shaped = await Promise.all(
    items.map(async ({ id, item }) => {
      const own = changesByItem.get(id) ?? []
      const { changes, reports, failures } = await shapeChanges(item, own, transform?.changes, {
        owner: scrape.scraperId,
        signal,
      })
      for (const failure of failures) summary.addRuleFailure(failure)
      options.onReports(reports)
      return { id, changes }
    }),
  )
  const changeIds = await writeChanges(database, scrape.at, shaped)
  summary.countChanges(changeIds.length)
  if (changeIds.length > 0) onChange({ relation: 'config_changes', ids: changeIds })
  const deletedIds = shaped
    .filter(({ changes }) => changes.some(({ action }) => action === 'delete'))
    .map(({ id }) => id)
  const deleted = await deleteByChange(database, scrape, deletedIds)
  summary.count('deleted', deleted)
  if (deleted.length > 0) onChange({ relation: 'config_items', ids: deleted.map(({ id }) => id) })
}
