import type { Queryable } from '#relay/database/database.ts'

interface Elsewhere {
  readonly id: string
  readonly name: string
  readonly externalId: string | null
}

export const findElsewhere = async (
  database: Queryable,
  topologyId: string,
  refs: readonly string[],
): Promise<readonly Elsewhere[]> => {
  if (refs.length === 0) return []
  const { rows } = await database.query<Elsewhere>(
    `select id, name, external_id as "externalId" from components
      where deleted_at is null and topology_id is distinct from $1 and (name = any($2::text[]) or external_id = any($2::text[]))
      order by name, id`,
    [topologyId, refs],
  )
  return rows
}

/** For each component of another topology (`to`), the own components (`own`) that are below it at any depth. */
export const findWaysBack = async (
  database: Queryable,
  own: readonly string[],
  to: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> => {
  if (to.length === 0) return new Map()
  const { rows } = await database.query<{ id: string; own: readonly string[] }>(
    `with recursive own as (select unnest($1::uuid[]) as id),
       edges as (
         select parent_id as above, id as below from components where deleted_at is null and parent_id is not null
         union all
         select relationship_id, component_id from component_relationships where deleted_at is null
       ),
       ways as (
         select edges.below as own, edges.above as id from edges join own on own.id = edges.below
          where not exists (select from own where own.id = edges.above)
         union
         select ways.own, edges.above from ways join edges on edges.below = ways.id
          where not exists (select from own where own.id = edges.above)
       )
     select id, array_agg(own) as own from ways where id = any($2::uuid[]) group by id`,
    [own, to],
  )
  return new Map(rows.map((row) => [row.id, row.own]))
}
