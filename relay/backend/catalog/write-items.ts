import type { ComparedItem } from '#relay/backend/catalog/compare-items.ts'
import { itemRecordColumns, toItemRow, type Scrape } from '#relay/backend/catalog/item-row.ts'
import type { ScrapedChange, ScrapedItem } from '#relay/backend/catalog/scraped-item.ts'
import { see, type SeenItem } from '#relay/backend/catalog/sightings.ts'
import { writeChanges } from '#relay/backend/catalog/write-changes.ts'
import { writeInsights } from '#relay/backend/catalog/write-insights.ts'
import { writeLinks } from '#relay/backend/catalog/write-links.ts'
import { storableJson } from '#relay/backend/rows/storable-json.ts'
import type { Queryable, Runner } from '#relay/database/database.ts'

export interface ItemToWrite {
  readonly compared: Exclude<ComparedItem, { readonly kind: 'refused' }>
  readonly changes: readonly ScrapedChange[]
}

export interface WrittenItems {
  readonly added: readonly ItemId[]
  readonly updated: readonly ItemId[]
  readonly unchanged: readonly ItemId[]
  readonly changeIds: readonly string[]
  readonly insightIds: readonly string[]
  /** Not written: another scraper or relay instance stored them since they were compared. */
  readonly lost: readonly ItemToWrite[]
}
interface ItemId {
  readonly id: string
  readonly type: string
}

interface PlacedItem extends SeenItem {
  readonly changes: readonly ScrapedChange[]
}

interface KnownToWrite extends PlacedItem {
  readonly known: Extract<ComparedItem, { readonly kind: 'known' }>['known']
}

const isAnother = ({ item, known }: KnownToWrite): boolean => {
  if (known.isAged) return known.before !== undefined
  return known.before !== undefined || !known.isSameBeside || known.isDeleted !== (item.deletedAt !== null)
}

const columns = `external_id, config_class, name, description, icon, status, health, ready, labels, tags, properties,
  cost_per_minute, cost_total_1d, cost_total_7d, cost_total_30d, config, source`

/** Undefined for an item that exists by now. */
const insert = async (
  database: Queryable,
  scrape: Scrape,
  items: readonly ScrapedItem[],
): Promise<(string | undefined)[]> => {
  if (items.length === 0) return []
  // Sorted: two transactions that insert the same ids in different orders would deadlock.
  const { rows } = await database.query<{ id: string; type: string; external_id: string }>(
    `insert into config_items (scraper_id, last_scraped_time, type, created_at, deleted_at, delete_reason, ${columns})
     select $2, $3, type, coalesce(created_at, $3), deleted_at, delete_reason, ${columns}
       from jsonb_to_recordset($1::jsonb) as given ${itemRecordColumns}
      order by type, external_id[1]
     on conflict do nothing
     returning id, type, external_id[1] as external_id`,
    [storableJson(items.map(toItemRow)), scrape.scraperId, scrape.at],
  )
  const ids = new Map(rows.map((row) => [JSON.stringify([row.type, row.external_id]), row.id]))
  return items.map((item) => ids.get(JSON.stringify([item.type, item.id])))
}

/** Returns the ids of the items that still belong to this scraper. */
const update = async (
  database: Queryable,
  { scraperId, at }: Scrape,
  items: readonly SeenItem[],
): Promise<ReadonlySet<string>> => {
  if (items.length === 0) return new Set()
  const { rows } = await database.query<{ id: string }>(
    `update config_items
        set scraper_id = $2, last_scraped_time = $3, (${columns}) = (${columns.replaceAll(/\w+/g, 'given.$&')}),
            created_at = coalesce(given.created_at, config_items.created_at), deleted_at = given.deleted_at,
            delete_reason = given.delete_reason
       from jsonb_to_recordset($1::jsonb) as given ${itemRecordColumns}
      where config_items.id = ($4::uuid[])[given.place + 1]
        and (config_items.scraper_id is not distinct from $2 or config_items.deleted_at is not null
             or not exists (select from config_scrapers as owner
                             where owner.id = config_items.scraper_id and owner.deleted_at is null))
      returning config_items.id`,
    [
      storableJson(items.map(({ item }, position) => toItemRow(item, position))),
      scraperId,
      at,
      items.map(({ id }) => id),
    ],
  )
  return new Set(rows.map(({ id }) => id))
}

const toItemId = ({ id, item }: SeenItem): ItemId => ({ id, type: item.type })

export const writeItems = async (
  database: Runner,
  scrape: Scrape,
  items: readonly ItemToWrite[],
): Promise<WrittenItems> => {
  const added = items.filter(({ compared }) => compared.kind === 'new')
  const same = items.flatMap(({ compared, changes }): PlacedItem[] =>
    compared.kind === 'same' ? [{ id: compared.id, item: compared.item, changes }] : [],
  )
  const known = items.flatMap(({ compared, changes }): KnownToWrite[] =>
    compared.kind === 'known' ? [{ id: compared.known.id, item: compared.item, known: compared.known, changes }] : [],
  )
  const updated = known.filter(isAnother)
  const unchanged = [...same, ...known.filter((each) => !isAnother(each))].map(toItemId)
  const sameWithNews = same.filter(({ item, changes }) => item.insights.length > 0 || changes.length > 0)
  if (added.length + known.length + sameWithNews.length === 0)
    return { added: [], updated: [], unchanged, changeIds: [], insightIds: [], lost: [] }
  return database.transaction(async (transaction) => {
    const ids = await insert(
      transaction,
      scrape,
      added.map(({ compared }) => compared.item),
    )
    const stillOwn = await update(transaction, scrape, updated)
    const placedNew = added.flatMap(({ compared: { item }, changes }, index): PlacedItem[] => {
      const id = ids[index]
      return id === undefined ? [] : [{ id, item, changes }]
    })
    const lostIds = new Set(updated.flatMap(({ id }) => (stillOwn.has(id) ? [] : [id])))
    const placed: PlacedItem[] = [...placedNew, ...known.filter(({ id }) => !lostIds.has(id))]
    await see(transaction, scrape, placed)
    await writeLinks(transaction, placed)
    return {
      added: placedNew.map(toItemId),
      updated: updated.filter(({ id }) => !lostIds.has(id)).map(toItemId),
      unchanged,
      changeIds: await writeChanges(transaction, scrape.at, [...placed, ...sameWithNews]),
      insightIds: await writeInsights(transaction, scrape, [...placed, ...sameWithNews]),
      lost: [
        ...added.filter((_, index) => ids[index] === undefined),
        ...items.filter(({ compared }) => compared.kind === 'known' && lostIds.has(compared.known.id)),
      ],
    }
  })
}
