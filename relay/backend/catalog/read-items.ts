import type { Health, ScrapedItem } from '#relay/backend/catalog/scraped-item.ts'
import type { SeenItem } from '#relay/backend/catalog/sightings.ts'
import type { Queryable } from '#relay/database/database.ts'

interface Row {
  readonly row_id: string
  readonly external_id: readonly string[] | null
  readonly type: string
  readonly config_class: string
  readonly name: string
  readonly description: string | null
  readonly icon: string | null
  readonly status: string | null
  readonly health: Health | null
  readonly ready: boolean | null
  readonly labels: Readonly<Record<string, string>> | null
  readonly tags: Readonly<Record<string, string>> | null
  readonly config: unknown
  readonly source: string | null
}

const toItem = ({ external_id: externalId, ...row }: Row): ScrapedItem => ({
  type: row.type,
  id: externalId?.[0] ?? '',
  aliases: externalId?.slice(1) ?? [],
  configClass: row.config_class,
  name: row.name,
  description: row.description,
  icon: row.icon,
  status: row.status,
  health: row.health,
  ready: row.ready,
  labels: row.labels ?? {},
  tags: row.tags ?? {},
  properties: [],
  config: row.config,
  source: row.source,
  createdAt: null,
  deletedAt: null,
  changes: [],
  insights: [],
  links: [],
})

const columns = `id as row_id, external_id, type, config_class, name, description, icon, status, health, ready, labels, tags, config, source`

const toSeenItem = (row: Row): SeenItem => ({ id: row.row_id, item: toItem(row) })

export const readItems = async (
  database: Queryable,
  scraperId: string,
  names: readonly string[],
): Promise<SeenItem[]> => {
  const { rows } = await database.query<Row>(
    `select ${columns} from config_items
      where scraper_id = $1 and deleted_at is null and external_id && $2::text[]`,
    [scraperId, names],
  )
  return rows.map(toSeenItem)
}

export const readItemsById = async (database: Queryable, ids: readonly string[]): Promise<SeenItem[]> => {
  const { rows } = await database.query<Row>(`select ${columns} from config_items where id = any($1::uuid[])`, [ids])
  return rows.map(toSeenItem)
}
