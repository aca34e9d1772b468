import { playbookSource, type Scrape } from '#relay/backend/catalog/item-row.ts'
import type { Queryable } from '#relay/database/database.ts'

interface DeletedItem {
  readonly id: string
  readonly type: string
}

export const deleteStale = async (
  database: Queryable,
  { scraperId, at }: Scrape,
  staleMs: number,
): Promise<DeletedItem[]> =>
  (
    await database.query<DeletedItem>(
      `update config_items set deleted_at = $2, delete_reason = 'STALE'
        where scraper_id = $1 and deleted_at is null and source is distinct from '${playbookSource}'
          and coalesce(
                (select seen_at from relay.config_sightings where config_id = config_items.id), last_scraped_time
              ) < $2::timestamptz - make_interval(secs => $3::double precision)
        returning id, type`,
      [scraperId, at, staleMs / 1_000],
    )
  ).rows

export const deleteOrphans = async (database: Queryable): Promise<DeletedItem[]> =>
  (
    await database.query<DeletedItem>(
      `update config_items set deleted_at = now(), delete_reason = 'SCRAPER_DELETED'
         from config_scrapers
        where config_scrapers.id = config_items.scraper_id and config_scrapers.deleted_at is not null
          and config_items.deleted_at is null
        returning config_items.id, config_items.type`,
    )
  ).rows

export const deleteByChange = async (
  database: Queryable,
  { at }: Scrape,
  ids: readonly string[],
): Promise<DeletedItem[]> => {
  if (ids.length === 0) return []
  const { rows } = await database.query<DeletedItem>(
    `update config_items set deleted_at = $2, delete_reason = 'FROM_EVENT' where id = any($1::uuid[]) and deleted_at is null
     returning id, type`,
    [ids, at],
  )
  return rows
}
