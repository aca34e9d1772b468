import { appendValue } from '#shared/primitives/append-value.ts'
import { localAgent } from '#shared/agents/local-agent.ts'
import { isId } from '#shared/primitives/id.ts'
import type { Scrape } from '#relay/backend/catalog/item-row.ts'
import type { ItemReference } from '#relay/backend/catalog/scraped-item.ts'
import { storableJson } from '#relay/backend/rows/storable-json.ts'
import type { Queryable } from '#relay/database/database.ts'

export type Target =
  | { readonly kind: 'item'; readonly to: ItemReference; readonly rowId?: string | undefined }
  | { readonly kind: 'ancestor'; readonly below: ItemReference; readonly type: string | undefined }

const toRow = (target: Target, place: number) => {
  const { agent, ...reference } = target.kind === 'item' ? target.to : target.below
  const rowId = target.kind === 'item' ? target.rowId : undefined
  return {
    place,
    ...reference,
    agent: agent === 'self' || agent === 'local' ? localAgent : agent,
    row_id: rowId !== undefined && isId(rowId) ? rowId : undefined,
    is_ancestor: target.kind === 'ancestor',
    ancestor_type: target.kind === 'ancestor' ? target.type : undefined,
  }
}

/**
 * Row ids by position in `targets`. An id matches one item: a live one before a deleted one, one of this scraper
 * before others.
 */
export const findTargets = async (
  database: Queryable,
  { scraperId }: Scrape,
  targets: readonly Target[],
): Promise<ReadonlyMap<number, readonly string[]>> => {
  if (targets.length === 0) return new Map()
  const { rows } = await database.query<{ place: number; id: string }>(
    `with wanted as (
       select * from jsonb_to_recordset($1::jsonb)
         as wanted (place int, row_id uuid, type text, id text, name text, namespace text, labels jsonb, tags jsonb,
                    scraper text, agent text, is_ancestor boolean, ancestor_type text)
     ),
     found as (
       select wanted.place, wanted.is_ancestor, wanted.ancestor_type, target.id, target.path
         from wanted
        cross join lateral (
          (select config_items.id, config_items.path, config_items.scraper_id, config_items.agent_id
             from config_items
            where (config_items.id = wanted.row_id
                   or (wanted.row_id is null and wanted.id is not null and config_items.external_id @> array[wanted.id]))
              and (wanted.type is null or config_items.type = wanted.type)
              and (wanted.scraper is null or config_items.scraper_id::text = wanted.scraper)
            order by config_items.deleted_at desc nulls first, config_items.scraper_id = $2 desc nulls last,
                     config_items.inserted_at
            limit 1)
          union all
          select config_items.id, config_items.path, config_items.scraper_id, config_items.agent_id
            from config_items
           where wanted.row_id is null and wanted.id is null and config_items.type = wanted.type
             and (wanted.name is null or config_items.name = wanted.name)
             and (wanted.namespace is null or config_items.tags ->> 'namespace' = wanted.namespace)
             and (wanted.labels is null
                  or coalesce(config_items.tags, '{}') || coalesce(config_items.labels, '{}') @> wanted.labels)
             and (wanted.scraper is null or config_items.scraper_id::text = wanted.scraper)
             and config_items.deleted_at is null
        ) as target
        where wanted.agent is null or exists (
          select from agents where agents.id = target.agent_id and wanted.agent in (agents.id::text, agents.name))
     )
     select place, id from found where not is_ancestor
     union all
     select found.place, above.id
       from found
      cross join lateral (
        select config_items.id
          from unnest(string_to_array(found.path, '.')) with ordinality as step (id, depth)
          join config_items on config_items.id = step.id::uuid
         where found.ancestor_type is null or config_items.type = found.ancestor_type
         order by step.depth desc limit 1
      ) as above
      where found.is_ancestor`,
    [storableJson(targets.map(toRow)), scraperId],
  )
  const found = new Map<number, string[]>()
  for (const { place, id } of rows) appendValue(found, place, id)
  return found
}
