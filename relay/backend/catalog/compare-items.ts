import type { Health, ScrapedItem } from '#relay/backend/catalog/scraped-item.ts'
import { storableJson } from '#relay/backend/storable-json.ts'
import type { Queryable } from '#relay/database/database.ts'

/** One run of one scraper. */
export interface Scrape {
  readonly scraperId: string
  /** When it began, an ISO text: what was scraped at this time was found by it. */
  readonly at: string
}

/** What the catalog knows of an item that was found. */
interface KnownItem {
  readonly id: string
  readonly isDeleted: boolean
  /** The document as it was; undefined when it is the same. */
  readonly before: { readonly config: unknown } | undefined
  /** Whether everything beside the document is the same. */
  readonly isSameBeside: boolean
  readonly health: Health | null
  readonly status: string | null
}

export type ComparedItem =
  | { readonly kind: 'new'; readonly item: ScrapedItem }
  | { readonly kind: 'known'; readonly item: ScrapedItem; readonly known: KnownItem }
  /** It cannot be kept: somebody else keeps it, or it was found twice. `reason` is a sentence. */
  | { readonly kind: 'refused'; readonly item: ScrapedItem; readonly reason: string }

interface Row {
  readonly place: number
  readonly id: string
  readonly is_deleted: boolean
  readonly is_found: boolean
  readonly owner: string | null
  readonly is_same: boolean
  readonly is_same_beside: boolean
  readonly before: unknown
  readonly health: Health | null
  readonly status: string | null
}

/** An item as the columns of `config_items`, with its place in a list. */
export const rowOf = (item: ScrapedItem, place: number) => ({
  place,
  type: item.type,
  external_id: [item.id, ...item.aliases],
  config_class: item.configClass,
  name: item.name,
  description: item.description,
  icon: item.icon,
  status: item.status,
  health: item.health,
  ready: item.ready,
  labels: item.labels,
  tags: item.tags,
  properties: item.properties,
  config: item.config,
  source: item.source,
  created_at: item.createdAt,
  deleted_at: item.deletedAt,
})

export const givenColumns = `(place int, type text, external_id text[], config_class text, name text, description text, icon text,
  status text, health text, ready boolean, labels jsonb, tags jsonb, properties jsonb, config jsonb, source text,
  created_at timestamptz, deleted_at timestamptz)`

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
  'source',
]
const of = (table: string) => beside.map((column) => `${table}.${column}`).join(', ')

/**
 * Sets items against those that the catalog has, found by type and id: one that was deleted is the same item again, one that another
 * scraper in force keeps is that one's. Documents are compared in the database; the former one comes back where it is another.
 */
export const compareItems = async (
  database: Queryable,
  { scraperId, at }: Scrape,
  items: readonly ScrapedItem[],
): Promise<ComparedItem[]> => {
  const { rows } = await database.query<Row>(
    `select given.place, known.id, known.deleted_at is not null as is_deleted,
            coalesce(known.scraper_id = $2 and sighting.seen_at = $3, false) as is_found,
            case when known.deleted_at is null then owner.name end as owner,
            known.config is not distinct from given.config as is_same,
            (${of('known')}) is not distinct from (${of('given')})
              and coalesce(known.created_at = given.created_at, true) as is_same_beside,
            case when known.config is distinct from given.config then known.config end as before,
            known.health, known.status
       from jsonb_to_recordset($1::jsonb) as given ${givenColumns}
      cross join lateral (
        select config_items.* from config_items
         where config_items.type = given.type and config_items.external_id[1] = given.external_id[1]
           and config_items.agent_id = '00000000-0000-0000-0000-000000000000'
         order by config_items.deleted_at desc nulls first limit 1
      ) as known
       left join relay.config_sightings as sighting on sighting.config_id = known.id
       left join config_scrapers as owner
         on owner.id = known.scraper_id and owner.id <> $2 and owner.deleted_at is null`,
    [storableJson(items.map(rowOf)), scraperId, at],
  )
  const known = new Map(rows.map((row) => [row.place, row]))
  const places = new Map<string, number>()
  return items.map((item, place): ComparedItem => {
    const key = JSON.stringify([item.type, item.id])
    const row = known.get(place)
    if (places.has(key) || row?.is_found === true) return { kind: 'refused', item, reason: twice(item) }
    places.set(key, place)
    if (row === undefined) return { kind: 'new', item }
    if (row.owner !== null) return { kind: 'refused', item, reason: kept(item, row.owner) }
    return {
      kind: 'known',
      item,
      known: {
        id: row.id,
        isDeleted: row.is_deleted,
        before: row.is_same ? undefined : { config: row.before },
        isSameBeside: row.is_same_beside,
        health: row.health,
        status: row.status,
      },
    }
  })
}

const twice = ({ type, id }: ScrapedItem): string =>
  `The source has two items of the type ${type} with the id ${JSON.stringify(id)}. The first one is kept.`
const kept = ({ type, id }: ScrapedItem, owner: string): string =>
  `${type} ${JSON.stringify(id)} is already kept by the scraper ${owner}, and is left as it is.`
