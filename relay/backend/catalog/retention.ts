import { deleteBatches } from '#relay/backend/rows/delete-batches.ts'
import { storableJson } from '#relay/backend/rows/storable-json.ts'
import type { Queryable } from '#relay/database/database.ts'

export interface ChangeRule {
  readonly name: string
  readonly ageMs?: number | undefined
  readonly count?: number | undefined
}

export interface TypeRule {
  readonly name: string
  readonly createdMs?: number | undefined
  readonly updatedMs?: number | undefined
  readonly deletedMs?: number | undefined
}

export interface ScraperRule {
  readonly scraperId: string
  readonly name: string
}

const batch = 5_000

const deleteAll = (database: Queryable, sql: string, parameters: readonly unknown[]): Promise<number> =>
  deleteBatches(batch, async () => {
    const { affectedRows, rows } = await database.query<{ deleted?: number }>(sql, parameters)
    return rows[0]?.deleted ?? affectedRows
  })

const toLikePattern = (name: string): string => name.replaceAll(/[\\%_]/g, String.raw`\$&`).replaceAll('*', '%')
const before = (parameter: string) => `now() - make_interval(secs => ${parameter}::double precision)`

export type RuleOwner =
  | { readonly kind: 'scraper'; readonly id: string }
  | { readonly kind: 'rest'; readonly except: readonly ScraperRule[] }

const toParameters = (owner: RuleOwner): [scraperId: string | null, except: string] =>
  owner.kind === 'scraper'
    ? [owner.id, '[]']
    : [
        null,
        storableJson(owner.except.map(({ scraperId, name }) => ({ scraper_id: scraperId, name: toLikePattern(name) }))),
      ]

const isMeant = (name: string) => `($1::uuid is null or config_items.scraper_id = $1) and not exists (
  select from jsonb_to_recordset($2::jsonb) as rule (scraper_id uuid, name text)
   where rule.scraper_id = config_items.scraper_id and ${name} like rule.name)`

/** Records up to when diffs of a document are deleted: earlier versions cannot be reconstructed. */
const forgetting = (chosen: string): string => `
  with gone as (
    delete from config_changes where id = any(array(${chosen}))
    returning config_id, change_type, source, created_at
  ),
  noted as (
    insert into relay.config_history_starts as starts (config_id, diffs_after)
    select config_id, max(created_at) from gone where change_type = 'diff' and source = 'diff' group by config_id
    on conflict (config_id) do update set diffs_after = greatest(starts.diffs_after, excluded.diffs_after)
  )
  select count(*)::int as deleted from gone`

export const deleteChanges = async (
  database: Queryable,
  owner: RuleOwner,
  { name, ageMs, count }: ChangeRule,
): Promise<number> => {
  const meant = `config_changes.change_type like $3 and exists (
    select from config_items where config_items.id = config_changes.config_id and ${isMeant('config_changes.change_type')})`
  const parameters = [...toParameters(owner), toLikePattern(name)]
  const byAge =
    ageMs === undefined
      ? 0
      : await deleteAll(
          database,
          forgetting(`select id from config_changes where created_at < ${before('$4')} and ${meant} limit ${batch}`),
          [...parameters, ageMs / 1_000],
        )
  const byCount =
    count === undefined
      ? 0
      : await deleteAll(
          database,
          forgetting(`
            select id from (
              select id, row_number() over (partition by config_id, change_type order by created_at desc, id desc) as place
                from config_changes where ${meant}
            ) as placed where place > $4 limit ${batch}`),
          [...parameters, count],
        )
  return byAge + byCount
}

export const deleteVersions = async (database: Queryable, ageMs: number): Promise<number> => {
  const deleted = await deleteAll(
    database,
    `with gone as (
       delete from relay.config_item_versions where ctid = any(array(
         select ctid from relay.config_item_versions where until < ${before('$1')} limit ${batch}))
       returning config_id, until
     ),
     noted as (
       insert into relay.config_history_starts as starts (config_id, versions_after)
       select config_id, max(until) from gone group by config_id
       on conflict (config_id) do update set versions_after = greatest(starts.versions_after, excluded.versions_after)
     )
     select count(*)::int as deleted from gone`,
    [ageMs / 1_000],
  )
  await database.query(`delete from relay.scraper_spans where until < ${before('$1')}`, [ageMs / 1_000])
  return deleted
}

export const deleteInsights = (database: Queryable, ageMs: number): Promise<number> =>
  deleteAll(
    database,
    `with gone as (
       delete from config_analysis where id = any(array(
         select id from config_analysis where coalesce(last_observed, first_observed) < ${before('$1')} limit ${batch}))
       returning config_id, coalesce(last_observed, first_observed) as seen
     ),
     noted as (
       insert into relay.config_history_starts as starts (config_id, insights_after)
       select config_id, max(seen) from gone group by config_id
       on conflict (config_id) do update set insights_after = greatest(starts.insights_after, excluded.insights_after)
     )
     select count(*)::int as deleted from gone`,
    [ageMs / 1_000],
  )

export const deleteAged = async (
  database: Queryable,
  scraperId: string,
  { name, createdMs, updatedMs }: TypeRule,
): Promise<{ readonly id: string; readonly type: string }[]> => {
  if (createdMs === undefined && updatedMs === undefined) return []
  const { rows } = await database.query<{ id: string; type: string }>(
    `update config_items set deleted_at = now(), delete_reason = 'RETENTION'
      where scraper_id = $1 and type like $2 and deleted_at is null
        and (created_at < ${before('$3')} or coalesce(updated_at, created_at) < ${before('$4')})
      returning id, type`,
    [
      scraperId,
      toLikePattern(name),
      createdMs === undefined ? null : createdMs / 1_000,
      updatedMs === undefined ? null : updatedMs / 1_000,
    ],
  )
  return rows
}

const referencesTo = async (database: Queryable): Promise<string> => {
  const { rows } = await database.query<{ relation: string; name: string }>(
    `select conrelid::regclass::text as relation, attname as name
       from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
      where contype = 'f' and confrelid = 'config_items'::regclass and confdeltype <> 'c'`,
  )
  return rows
    .map(
      ({ relation, name }) => `and not exists (select from ${relation} as other where other.${name} = config_items.id)`,
    )
    .join(' ')
}

/** Items that something else references, such as a run or a child item, stay. */
export const removeDeleted = async (
  database: Queryable,
  owner: RuleOwner,
  { name, deletedMs }: TypeRule,
): Promise<number> => {
  if (deletedMs === undefined) return 0
  return deleteAll(
    database,
    `with gone as (
       select id from config_items
        where deleted_at < ${before('$4')} and type like $3 and ${isMeant('config_items.type')}
          ${await referencesTo(database)} limit ${batch}
     ),
     missed as (
       update relay.config_links set is_dangling = true
        where config_id in (select config_id from config_relationships where related_id in (select id from gone))
     )
     delete from config_items where id in (select id from gone)`,
    [...toParameters(owner), toLikePattern(name), deletedMs / 1_000],
  )
}
