import type { ItemLink } from '#relay/backend/catalog/scraped-item.ts'
import type { SeenItem } from '#relay/backend/catalog/sightings.ts'
import { storableJson } from '#relay/backend/rows/storable-json.ts'
import type { Queryable } from '#relay/database/database.ts'

const toLinkRow = (link: ItemLink) => ({
  kind: link.kind,
  relation: link.kind === 'related' ? link.relation : null,
  ...link.to,
})

export const writeLinks = async (database: Queryable, items: readonly SeenItem[]): Promise<void> => {
  const linked = items.filter(({ item }) => item.links.length > 0)
  const bare = items.filter(({ item }) => item.links.length === 0)
  if (linked.length > 0)
    await database.query(
      `insert into relay.config_links (config_id, links)
       select config_id, links from jsonb_to_recordset($1::jsonb) as given (config_id uuid, links jsonb)
       on conflict (config_id) do update set links = excluded.links, is_due = true
        where config_links.links is distinct from excluded.links`,
      [storableJson(linked.map(({ id, item }) => ({ config_id: id, links: item.links.map(toLinkRow) })))],
    )
  if (bare.length > 0)
    await database.query(
      `update relay.config_links set links = '[]', is_due = true where config_id = any($1::uuid[]) and links <> '[]'`,
      [bare.map(({ id }) => id)],
    )
}
