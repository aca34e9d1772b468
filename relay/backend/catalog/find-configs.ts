import type { ResourceSelector } from '#shared/resources/resource-search.ts'
import type { FindResources } from '#relay/backend/search/find-resources.ts'
import type { Queryable } from '#relay/database/database.ts'

export interface FoundConfig {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly config: unknown
  readonly [column: string]: unknown
}

export type FindConfigs = (selectors: readonly ResourceSelector[]) => Promise<readonly FoundConfig[]>

/** Security: finds items with all permissions. */
export const createFindConfigs =
  (database: Queryable, find: FindResources): FindConfigs =>
  async (selectors) => {
    const found = await find('configs', selectors)
    const { rows } = await database.query<FoundConfig>(
      `select id, agent_id, scraper_id, parent_id, external_id, config_class, type, coalesce(name, '') as name,
              coalesce(description, '') as description, coalesce(icon, '') as icon, coalesce(source, '') as source,
              coalesce(status, '') as status, coalesce(health, 'unknown') as health, ready,
              coalesce(tags, '{}') as tags, coalesce(labels, '{}') as labels,
              coalesce(properties, '[]') as properties, config, path,
              cost_per_minute, cost_total_1d, cost_total_7d, cost_total_30d, created_at, updated_at, deleted_at,
              coalesce(delete_reason::text, '') as delete_reason, '' as namespace, '' as status_reason, created_by,
              inserted_at, last_scraped_time
         from config_items where id = any($1::uuid[]) order by name, id`,
      [found.map(({ id }) => id)],
    )
    return rows
  }
