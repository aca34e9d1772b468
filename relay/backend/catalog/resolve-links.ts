import type { Database, Queryable } from '#relay/database/database.ts'

const chunk = 1_000
const byScrapers = 'scraper'
const depthMax = 100

interface ResolvedLinks {
  readonly ids: readonly string[]
  readonly circles: readonly string[]
}

const found = `
  wanted as (
    select links.config_id, link.place, link.kind, link.relation, link.type, link.id, link.name, link.namespace, link.labels, link.tags,
           link.scraper, link.agent
      from relay.config_links as links
     cross join lateral rows from (
       jsonb_to_recordset(links.links)
         as (kind text, relation text, type text, id text, name text, namespace text, labels jsonb, tags jsonb,
             scraper text, agent text)
     ) with ordinality as link (kind, relation, type, id, name, namespace, labels, tags, scraper, agent, place)
     where links.config_id = any($1::uuid[])
  ),
  found as materialized (
    select wanted.config_id, wanted.place, wanted.kind, wanted.relation, target.id as target_id
      from wanted
     cross join lateral (
       select config_items.id, config_items.scraper_id, config_items.agent_id from config_items
        where wanted.id is not null and wanted.type is not null
          and config_items.type = wanted.type and config_items.external_id[1] = wanted.id
          and (wanted.name is null or config_items.name = wanted.name)
          and config_items.deleted_at is null
       union
       select config_items.id, config_items.scraper_id, config_items.agent_id from config_items
        where wanted.id is not null and config_items.external_id @> array[wanted.id]
          and (wanted.type is null or config_items.type = wanted.type)
          and (wanted.name is null or config_items.name = wanted.name)
          and config_items.deleted_at is null
       union
       select config_items.id, config_items.scraper_id, config_items.agent_id from config_items
        where wanted.id is null and config_items.type = wanted.type
          and (wanted.name is null or config_items.name = wanted.name)
          and (wanted.namespace is null or config_items.tags ->> 'namespace' = wanted.namespace)
          and (wanted.labels is null or config_items.labels @> wanted.labels
               or coalesce(config_items.tags, '{}') || coalesce(config_items.labels, '{}') @> wanted.labels)
          and (wanted.tags is null or config_items.tags @> wanted.tags)
          and config_items.deleted_at is null
     ) as target
     where target.id <> wanted.config_id
       and (wanted.scraper is null or exists (
         select from config_scrapers as scraper
          where scraper.id = target.scraper_id
            and wanted.scraper in (scraper.id::text, scraper.name, concat_ws('/', scraper.namespace, scraper.name))))
       and (wanted.agent is null or exists (
         select from agents where agents.id = target.agent_id and wanted.agent in (agents.id::text, agents.name)))
  )`

const relate = async (database: Queryable, ids: readonly string[]): Promise<string[]> => {
  const { rows } = await database.query<{ config_id: string }>(
    `with ${found},
     related as (select distinct config_id, target_id, relation from found where kind = 'related'),
     gone as (
       update config_relationships set deleted_at = now()
        where config_id = any($1::uuid[]) and selector_id = '${byScrapers}' and deleted_at is null
          and not exists (
            select from related
             where related.config_id = config_relationships.config_id
               and related.target_id = config_relationships.related_id
               and related.relation = config_relationships.relation
          )
       returning config_id
     ),
     made as (
       insert into config_relationships (config_id, related_id, relation, selector_id)
       select config_id, target_id, relation, '${byScrapers}' from related
       on conflict (related_id, config_id, relation) do update set deleted_at = null
        where config_relationships.deleted_at is not null
       returning config_id
     ),
     looked as (
       update relay.config_links set is_due = false, is_dangling = exists (
         select from wanted
          where wanted.config_id = config_links.config_id
            and not exists (select from found where found.config_id = wanted.config_id and found.place = wanted.place)
       )
       where config_id = any($1::uuid[])
     )
     select config_id from gone union select config_id from made`,
    [ids],
  )
  return rows.map((row) => row.config_id)
}

const adopt = async (database: Queryable, ids: readonly string[]): Promise<string[]> => {
  const { rows } = await database.query<{ id: string }>(
    `with ${found}
     update config_items set parent_id = first.target_id
       from unnest($1::uuid[]) as item (id)
       left join lateral (
         select target_id from found where found.config_id = item.id and kind = 'parent' order by place, target_id limit 1
       ) as first on true
      where config_items.id = item.id and config_items.parent_id is distinct from first.target_id
      returning config_items.id`,
    [ids],
  )
  return rows.map(({ id }) => id)
}

const breakCircles = async (database: Queryable, ids: readonly string[]): Promise<string[]> => {
  const circles: string[] = []
  for (;;) {
    const { rows } = await database.query<{ id: string; names: string[] }>(
      `with recursive above (start, id, names, depth) as (
         select id, parent_id, array[name], 1 from config_items where id = any($1::uuid[]) and parent_id is not null
         union all
         select above.start, config_items.parent_id, above.names || config_items.name, above.depth + 1
           from above join config_items on config_items.id = above.id
          where above.id <> above.start and config_items.parent_id is not null and above.depth < ${depthMax}
       )
       select start as id, names from above where id = start order by start limit 1`,
      [ids],
    )
    const [circle] = rows
    if (circle === undefined) return circles
    await database.query('update config_items set parent_id = null where id = $1', [circle.id])
    const [first = ''] = circle.names
    circles.push(
      `The parents of ${first} form a cycle (${[...circle.names, first].join(', ')}). The parent of ${first} was removed.`,
    )
  }
}

const writePaths = async (database: Queryable, ids: readonly string[]): Promise<void> => {
  await database.query(
    `with recursive tree (id, path, depth) as (
       select config_items.id, case when parent.id is not null then concat_ws('.', parent.path, parent.id) end, 1
         from config_items left join config_items as parent on parent.id = config_items.parent_id
        where config_items.id = any($1::uuid[])
          and (config_items.parent_id is null or config_items.parent_id <> all($1::uuid[]))
       union all
       select config_items.id, concat_ws('.', tree.path, tree.id), tree.depth + 1
         from tree join config_items on config_items.parent_id = tree.id
        where tree.depth < ${depthMax}
     )
     update config_items set path = tree.path from tree
      where config_items.id = tree.id and config_items.path is distinct from tree.path`,
    [ids],
  )
}

/** `areNew` marks newly created items, which existing links may already name. */
export const resolveLinks = async (database: Database, areNew: boolean): Promise<ResolvedLinks> => {
  if (areNew) await database.query('update relay.config_links set is_due = true where is_dangling and not is_due')
  const ids = new Set<string>()
  const circles: string[] = []
  for (let isFirst = true; ; isFirst = false) {
    const { rows } = await database.query<{ config_id: string }>(
      `select config_id from relay.config_links where is_due order by config_id limit ${chunk}`,
    )
    const due = rows.map((row) => row.config_id)
    if (due.length === 0) return { ids: [...ids], circles }
    // New rows wait in the pending list of the GIN index, which each of thousands of lookups would scan.
    if (isFirst) await database.query(`select gin_clean_pending_list('config_items_external_id_idx')`)
    await database.transaction(async (transaction) => {
      // The planner overestimates these queries; compiling them takes longer than running them.
      await transaction.query('set local jit = off')
      const adopted = await adopt(transaction, due)
      circles.push(...(await breakCircles(transaction, adopted)))
      await writePaths(transaction, adopted)
      for (const id of [...adopted, ...(await relate(transaction, due))]) ids.add(id)
    })
  }
}
