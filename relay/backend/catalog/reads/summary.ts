import { z } from 'zod'
import type { CatalogGroup, SummaryAsked } from '#shared/catalog/catalog-summary.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import { parseDuration } from '#shared/primitives/duration.ts'
import type { Field, Logic } from '#relay/backend/data-api/query/ast.ts'
import type { People } from '#relay/backend/data-api/people.ts'
import { inReadTransaction } from '#relay/backend/data-api/run.ts'
import { relationOf } from '#relay/backend/data-api/schema/relation-of.ts'
import type { Schema } from '#relay/backend/data-api/schema/schema.ts'
import { columnSql, compileField } from '#relay/backend/data-api/sql/compile-field.ts'
import { compileLogic } from '#relay/backend/data-api/sql/compile-filter.ts'
import { relationSource } from '#relay/backend/data-api/sql/relation-source.ts'
import { Statement } from '#relay/backend/data-api/sql/statement.ts'
import { allOf, anyOf, fieldOf, holds, isNull, matchesPatterns } from '#relay/backend/search/logic.ts'
import { Unreadable } from './unreadable.ts'

const counts = z.record(z.string(), z.number()).nullable()
const rowSchema = z.object({
  keys: z.array(z.string().nullable()),
  count: z.number(),
  health: counts,
  created_at: z.string().nullable(),
  updated_at: z.string().nullable(),
  cost: z.number().nullable(),
  changes: z.number().nullable(),
  analysis: counts,
})

const given = (list: string | null | undefined, field: Field): readonly Logic[] =>
  list == null || list === '' ? [] : [matchesPatterns(field, list)]

const searchedColumns = [fieldOf('name'), fieldOf('type'), fieldOf('description'), fieldOf('tags', 'namespace')]

const whereOf = ({ deleted, filter, status, health, type, search }: SummaryAsked): Logic =>
  allOf([
    ...(deleted === true ? [] : [isNull(fieldOf('deleted_at'))]),
    ...Object.entries(filter ?? {}).map(([label, list]) => matchesPatterns(fieldOf('labels', label), list)),
    ...given(status, fieldOf('status')),
    ...given(health, fieldOf('health')),
    ...given(type, fieldOf('type')),
    ...(search ? [anyOf(searchedColumns.map((field) => holds(field, search)))] : []),
  ])

const groupsOf = ({ groupBy, tags }: SummaryAsked): readonly string[] => {
  const keys = [...(groupBy ?? []), ...(tags ?? [])].filter((key) => key !== '')
  return keys.length === 0 ? ['type'] : [...new Set(keys)]
}

const sinceMs = (since: string | null | undefined): number | undefined => {
  if (!since) return undefined
  const ms = parseDuration(since)
  if (ms === null) throw new Unreadable(`changes.since: "${since}" is no duration. Write 7d, or 12h.`)
  return ms
}

/** The statement that counts: every group with how its items are, and what happened to them. */
const compileSummary = (schema: Schema, asked: SummaryAsked, nowMs: number) => {
  const statement = new Statement(schema)
  const items = relationSource(statement, relationOf(schema, 'config_items'))
  const changes = relationSource(statement, relationOf(schema, 'config_changes'))
  const insights = relationSource(statement, relationOf(schema, 'config_analysis'))
  const of = (column: string) => columnSql(items.source, column)
  const keys = groupsOf(asked).map((key) =>
    key === 'type' ? of('type') : compileField(statement, items.source, fieldOf('tags', key)).sql,
  )
  const where = compileLogic(statement, items.source, whereOf(asked), () => undefined)
  const cost = asked.cost ? of(`cost_total_${asked.cost}`) : 'null::numeric'
  const changedMs = sinceMs(asked.changes?.since)
  const after = statement.bind(new Date(nowMs - (changedMs ?? 0)).toISOString(), statement.type('timestamptz'))
  const changed = `select seen.keys, count(*) as total from ${changes.from}
      join seen on seen.id = ${columnSql(changes.source, 'config_id')}
      where ${changedMs === undefined ? 'false' : `${columnSql(changes.source, 'created_at')} > ${after}`}
      group by seen.keys`
  const found = `select seen.keys, ${columnSql(insights.source, 'analysis_type')} as kind, count(*) as total from ${insights.from}
      join seen on seen.id = ${columnSql(insights.source, 'config_id')}
      where coalesce(${columnSql(insights.source, 'status')}, 'open') = 'open'
        and ${columnSql(insights.source, 'analysis_type')} is not null
      group by 1, 2`
  const sql = `with seen as materialized (
      select ${of('id')} as id, array[${keys.map((key) => `(${key})::text`).join(', ')}] as keys, ${of('health')} as health,
        ${of('created_at')} as created_at, ${of('updated_at')} as updated_at, ${cost} as cost
      from ${items.from} where ${where}
    ),
    sums as (
      select keys, health, count(*) as total, min(created_at) as created_at, max(updated_at) as updated_at, sum(cost) as cost
      from seen group by keys, health
    ),
    changed as (${changed}),
    found as (${found})
    select to_jsonb(sums.keys) as keys, sum(sums.total)::float8 as count,
      jsonb_object_agg(sums.health, sums.total) filter (where sums.health is not null) as health,
      to_jsonb(min(sums.created_at)) #>> '{}' as created_at, to_jsonb(max(sums.updated_at)) #>> '{}' as updated_at,
      sum(sums.cost)::float8 as cost,
      (select changed.total::float8 from changed where changed.keys = sums.keys) as changes,
      (select jsonb_object_agg(found.kind, found.total) from found where found.keys = sums.keys) as analysis
    from sums group by sums.keys order by sums.keys`
  return { ...statement.finish(sql), hasChanges: changedMs !== undefined }
}

/**
 * How many items there are by type or tags, how they are, what changed and what they cost, as somebody sees them (contract 1.6).
 * Throws `Unreadable` for a span of time that is none.
 */
export const readSummary = async (
  people: People,
  viewer: Viewer,
  { asked, nowMs }: { readonly asked: SummaryAsked; readonly nowMs: number },
): Promise<readonly CatalogGroup[]> => {
  const { sql, values, hasChanges } = compileSummary(await people.schemaOf(viewer), asked, nowMs)
  const { rows } = await people.run(viewer, (database) =>
    inReadTransaction(database, { timezone: undefined }, (transaction) => transaction.query(sql, values)),
  )
  const names = groupsOf(asked)
  return rows.map((row): CatalogGroup => {
    const { keys, cost, changes, ...group } = rowSchema.parse(row)
    const grouped: CatalogGroup = Object.assign(
      Object.fromEntries(names.map((name, at) => [name, keys[at] ?? null])),
      group,
    )
    if (hasChanges) grouped.changes = changes ?? 0
    if (asked.cost && cost !== null) grouped[`cost_${asked.cost}`] = cost
    return grouped
  })
}
