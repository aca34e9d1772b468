import { givenColumns, rowOf, type ComparedItem, type Scrape } from '#relay/backend/catalog/compare-items.ts'
import type { ScrapedChange, ScrapedItem } from '#relay/backend/catalog/scraped-item.ts'
import { writeChanges } from '#relay/backend/catalog/write-changes.ts'
import { writeInsights } from '#relay/backend/catalog/write-insights.ts'
import { writeLinks } from '#relay/backend/catalog/write-links.ts'
import { storableJson } from '#relay/backend/storable-json.ts'
import type { Queryable, Runner } from '#relay/database/database.ts'

/** An item that can be kept, and what happened to it. */
export interface ItemToWrite {
  readonly compared: Exclude<ComparedItem, { readonly kind: 'refused' }>
  readonly changes: readonly ScrapedChange[]
}

/** What writing items came to: the ids of the rows that are others now. */
export interface WrittenItems {
  readonly added: readonly ItemId[]
  readonly updated: readonly ItemId[]
  readonly unchanged: readonly ItemId[]
  readonly changeIds: readonly string[]
  readonly insightIds: readonly string[]
}
interface ItemId {
  readonly id: string
  readonly type: string
}

const isAnother = ({ compared }: ItemToWrite): boolean => {
  if (compared.kind === 'new') return true
  const { item, known } = compared
  return known.before !== undefined || !known.isSameBeside || known.isDeleted !== (item.deletedAt !== null)
}

/** An item and the row that it has. */
interface PlacedItem {
  readonly item: ScrapedItem
  readonly itemId: string
}

const columns = `external_id, config_class, name, description, icon, status, health, ready, labels, tags, properties,
  config, source`

const insert = async (database: Queryable, scrape: Scrape, items: readonly ScrapedItem[]): Promise<string[]> => {
  if (items.length === 0) return []
  const { rows } = await database.query<{ id: string; type: string; external_id: string }>(
    `insert into config_items (scraper_id, last_scraped_time, type, created_at, deleted_at, delete_reason, ${columns})
     select $2, $3, type, coalesce(created_at, $3), deleted_at, case when deleted_at is not null then 'SOURCE' end, ${columns}
       from jsonb_to_recordset($1::jsonb) as given ${givenColumns}
     returning id, type, external_id[1] as external_id`,
    [storableJson(items.map(rowOf)), scrape.scraperId, scrape.at],
  )
  const ids = new Map(rows.map((row) => [JSON.stringify([row.type, row.external_id]), row.id]))
  return items.map((item) => ids.get(JSON.stringify([item.type, item.id])) ?? '')
}

const update = async (database: Queryable, { scraperId, at }: Scrape, items: readonly PlacedItem[]): Promise<void> => {
  if (items.length === 0) return
  await database.query(
    `update config_items
        set scraper_id = $2, last_scraped_time = $3, (${columns}) = (${columns.replaceAll(/\w+/g, 'given.$&')}),
            created_at = coalesce(given.created_at, config_items.created_at), deleted_at = given.deleted_at,
            delete_reason = case when given.deleted_at is not null then 'SOURCE' end
       from jsonb_to_recordset($1::jsonb) as given ${givenColumns}
      where config_items.id = ($4::uuid[])[given.place + 1]`,
    [
      storableJson(items.map(({ item }, place) => rowOf(item, place))),
      scraperId,
      at,
      items.map(({ itemId }) => itemId),
    ],
  )
}

/** An item that is as it was says when it was scraped to this many minutes. */
const timeMinutes = 15

/** Notes that these items were found. */
const see = async (database: Queryable, { at }: Scrape, ids: readonly string[]): Promise<void> => {
  await database.query(
    `insert into relay.config_sightings (config_id, seen_at) select config_id, $2 from unnest($1::uuid[]) as config_id
     on conflict (config_id) do update set seen_at = excluded.seen_at`,
    [ids, at],
  )
  await database.query(
    `update config_items set last_scraped_time = $2
      where id = any($1::uuid[]) and last_scraped_time < $2::timestamptz - interval '${timeMinutes} minutes'`,
    [ids, at],
  )
}

const idsOf = (items: readonly Pick<ComparedItem, 'item'>[], ids: readonly string[]): ItemId[] =>
  items.map(({ item }, index) => ({ id: ids[index] ?? '', type: item.type }))

/** Writes items that were compared, and what happened to them, at once; those that are as they were are noted as found. */
export const writeItems = (database: Runner, scrape: Scrape, items: readonly ItemToWrite[]): Promise<WrittenItems> => {
  const added = items.filter(({ compared }) => compared.kind === 'new')
  const known = items.flatMap(({ compared, changes }) =>
    compared.kind === 'known' ? [{ item: compared.item, id: compared.known.id, compared, changes }] : [],
  )
  const updated = known.filter(isAnother)
  const unchanged = known.filter((each) => !isAnother(each))
  return database.transaction(async (transaction) => {
    const addedItems = added.map(({ compared }) => compared.item)
    const ids = await insert(transaction, scrape, addedItems)
    await update(
      transaction,
      scrape,
      updated.map(({ item, id: itemId }) => ({ item, itemId })),
    )
    await see(transaction, scrape, [...ids, ...known.map(({ id }) => id)])
    const changes = [
      ...added.flatMap(({ changes }, index) => changes.map((change) => ({ change, configId: ids[index] ?? '' }))),
      ...known.flatMap(({ changes, id }) => changes.map((change) => ({ change, configId: id }))),
    ]
    const placed = [
      ...addedItems.map(({ links, insights }, index) => ({ configId: ids[index] ?? '', links, insights })),
      ...known.map(({ item: { links, insights }, id }) => ({ configId: id, links, insights })),
    ]
    await writeLinks(transaction, placed)
    const of = (some: typeof known) =>
      idsOf(
        some,
        some.map(({ id }) => id),
      )
    return {
      added: idsOf(
        added.map(({ compared }) => compared),
        ids,
      ),
      updated: of(updated),
      unchanged: of(unchanged),
      changeIds: await writeChanges(transaction, scrape.at, changes),
      insightIds: await writeInsights(transaction, scrape, placed),
    }
  })
}
