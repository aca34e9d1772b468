import { localAgent } from '#shared/agents/local-agent.ts'
import { itemRecordColumns, toItemRow, type Scrape } from '#relay/backend/catalog/item-row.ts'
import type { Health, ScrapedItem } from '#relay/backend/catalog/scraped-item.ts'
import { findAgain } from '#relay/backend/catalog/sightings.ts'
import { storableJson } from '#relay/backend/rows/storable-json.ts'
import type { Queryable } from '#relay/database/database.ts'

interface KnownItem {
  readonly id: string
  readonly isDeleted: boolean
  readonly isAged: boolean
  /** Undefined when the document is unchanged. */
  readonly before: { readonly config: unknown } | undefined
  readonly isSameBeside: boolean
  readonly health: Health | null
  readonly status: string | null
}

export type ComparedItem =
  | { readonly kind: 'same'; readonly item: ScrapedItem; readonly id: string }
  | { readonly kind: 'new'; readonly item: ScrapedItem }
  | { readonly kind: 'known'; readonly item: ScrapedItem; readonly known: KnownItem }
  | { readonly kind: 'refused'; readonly item: ScrapedItem; readonly reason: string }

interface Row {
  readonly place: number
  readonly id: string
  readonly is_deleted: boolean
  readonly is_aged: boolean
  readonly is_found: boolean
  readonly owner: string | null
  readonly is_same: boolean
  readonly is_same_beside: boolean
  readonly before: unknown
  readonly health: Health | null
  readonly status: string | null
}

const beside = [
  'external_id',
  'config_class',
  'name',
  'description',
  'icon',
  'status',
  'health',
  'ready',
  'labels',
  'tags',
  'properties',
  'cost_per_minute',
  'cost_total_1d',
  'cost_total_7d',
  'cost_total_30d',
  'source',
]
const of = (table: string) => beside.map((column) => `${table}.${column}`).join(', ')

const readKnown = async (
  database: Queryable,
  { scraperId, at }: Scrape,
  items: readonly ScrapedItem[],
): Promise<ReadonlyMap<number, Row>> => {
  if (items.length === 0) return new Map()
  const { rows } = await database.query<Row>(
    `select given.place, known.id, known.deleted_at is not null as is_deleted,
            known.deleted_at is not null and known.delete_reason = 'RETENTION' as is_aged,
            coalesce(known.scraper_id = $2 and sighting.seen_at = $3, false) as is_found,
            case when known.deleted_at is null then owner.name end as owner,
            known.config is not distinct from given.config as is_same,
            (${of('known')}) is not distinct from (${of('given')})
              and coalesce(known.created_at = given.created_at, true) as is_same_beside,
            case when known.config is distinct from given.config then known.config end as before,
            known.health, known.status
       from jsonb_to_recordset($1::jsonb) as given ${itemRecordColumns}
      cross join lateral (
        select config_items.* from config_items
         where config_items.type = given.type and config_items.external_id[1] = given.external_id[1]
           and config_items.agent_id = '${localAgent}'
         order by config_items.deleted_at desc nulls first limit 1
      ) as known
       left join relay.config_sightings as sighting on sighting.config_id = known.id
       left join config_scrapers as owner
         on owner.id = known.scraper_id and owner.id <> $2 and owner.deleted_at is null`,
    [storableJson(items.map(toItemRow)), scraperId, at],
  )
  return new Map(rows.map((row) => [row.place, row]))
}

const toKnownItem = (row: Row): KnownItem => ({
  id: row.id,
  isDeleted: row.is_deleted,
  isAged: row.is_aged,
  before: row.is_same ? undefined : { config: row.before },
  isSameBeside: row.is_same_beside,
  health: row.health,
  status: row.status,
})

/**
 * Items are found by type and id. A deleted item with the same type and id is the same item; one owned by another
 * active scraper stays that scraper's.
 */
export const compareItems = async (
  database: Queryable,
  scrape: Scrape,
  items: readonly ScrapedItem[],
): Promise<ComparedItem[]> => {
  const keys = new Set<string>()
  const [single, doubles]: [ScrapedItem[], ScrapedItem[]] = [[], []]
  for (const item of items) {
    const key = JSON.stringify([item.type, item.id])
    if (keys.has(key)) doubles.push(item)
    else single.push(item)
    keys.add(key)
  }
  const { same, changed } = await findAgain(database, scrape, single)
  const others = single.flatMap((item, at) => (same.has(at) ? [] : [{ item, hasChanged: changed.has(at) }]))
  const known = await readKnown(
    database,
    scrape,
    others.map(({ item }) => item),
  )
  return [
    ...single.flatMap((item, position): ComparedItem[] => {
      const id = same.get(position)
      return id === undefined ? [] : [{ kind: 'same', item, id }]
    }),
    ...others.map(({ item, hasChanged }, position): ComparedItem => {
      const row = known.get(position)
      if (row === undefined) return { kind: 'new', item }
      if (row.is_found && !hasChanged) return { kind: 'refused', item, reason: twice(item) }
      if (row.owner !== null) return { kind: 'refused', item, reason: ownedByOther(item, row.owner) }
      return { kind: 'known', item, known: toKnownItem(row) }
    }),
    ...doubles.map((item): ComparedItem => ({ kind: 'refused', item, reason: twice(item) })),
  ]
}

const twice = ({ type, id }: ScrapedItem): string =>
  `The source returned two items of type ${type} with the id ${JSON.stringify(id)}. The first one is used.`
const ownedByOther = ({ type, id }: ScrapedItem, owner: string): string =>
  `${type} ${JSON.stringify(id)} already belongs to the scraper ${owner} and was left unchanged.`
