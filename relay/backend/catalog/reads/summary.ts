import { z } from 'zod'
import { compareText } from '#shared/primitives/compare-text.ts'
import type { CatalogGroup, SummaryQuery } from '#shared/catalog/catalog-summary.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import { parseDuration } from '#shared/primitives/duration.ts'
import type { Field, Logic } from '#relay/backend/data-api/query/ast.ts'
import type { People } from '#relay/backend/data-api/people.ts'
import { inReadTransaction } from '#relay/backend/data-api/run.ts'
import { getRelation } from '#relay/backend/data-api/schema/get-relation.ts'
import type { Schema } from '#relay/backend/data-api/schema/schema.ts'
import { columnSql, compileField } from '#relay/backend/data-api/sql/compile-field.ts'
import { compileLogic } from '#relay/backend/data-api/sql/compile-filter.ts'
import { relationSource } from '#relay/backend/data-api/sql/relation-source.ts'
import { Statement } from '#relay/backend/data-api/sql/statement.ts'
import { joinAll, joinAny, toField, holds, isNull, matchesPatterns } from '#relay/backend/data-api/query/logic.ts'
import { invalid } from '#relay/errors/http-error.ts'

const keysSchema = z.array(z.string().nullable())
const sumsSchema = z.object({
  keys: keysSchema,
  health: z.string().nullable(),
  total: z.number(),
  created_at: z.string().nullable(),
  updated_at: z.string().nullable(),
  cost: z.number().nullable(),
})
const changedSchema = z.object({ keys: keysSchema, part: z.number(), total: z.number() })
const foundSchema = z.object({ keys: keysSchema, kind: z.string(), total: z.number() })

const matching = (list: string | null | undefined, field: Field): readonly Logic[] =>
  list == null || list === '' ? [] : [matchesPatterns(field, list)]

const searchedColumns = [toField('name'), toField('type'), toField('description'), toField('tags', 'namespace')]

const toCondition = ({ deleted, filter, status, health, type, search }: SummaryQuery): Logic =>
  joinAll([
    ...(deleted === true ? [] : [isNull(toField('deleted_at'))]),
    ...Object.entries(filter ?? {}).map(([label, list]) => matchesPatterns(toField('labels', label), list)),
    ...matching(status, toField('status')),
    ...matching(health, toField('health')),
    ...matching(type, toField('type')),
    ...(search ? [joinAny(searchedColumns.map((field) => holds(field, search)))] : []),
  ])

const listGroupKeys = ({ groupBy, tags }: SummaryQuery): readonly string[] => {
  const keys = [...(groupBy ?? []), ...(tags ?? [])].filter((key) => key !== '')
  return keys.length === 0 ? ['type'] : [...new Set(keys)]
}

const sinceMs = (since: string | null | undefined): number | undefined => {
  if (!since) return undefined
  const ms = parseDuration(since)
  if (ms === null) throw invalid(`changes.since: "${since}" is not a valid duration. Use 7d, or 12h.`)
  return ms
}

type Sql = ReturnType<Statement['finish']>

const seenItems = (schema: Schema, request: SummaryQuery) => {
  const statement = new Statement(schema)
  const items = relationSource(statement, getRelation(schema, 'config_items'))
  const of = (column: string) => columnSql(items.source, column)
  const keys = listGroupKeys(request).map((key) =>
    key === 'type' ? of('type') : `(${compileField(statement, items.source, toField('tags', key)).sql})`,
  )
  const where = compileLogic(statement, items.source, toCondition(request), () => undefined)
  return {
    statement,
    from: items.from,
    of,
    keys,
    where,
    shown: `pg_catalog.json_build_array(${keys.join(', ')}) as keys`,
  }
}

const sumsSql = (schema: Schema, request: SummaryQuery): Sql => {
  const { statement, from, of, keys, where, shown } = seenItems(schema, request)
  const cost = request.cost ? `sum(${of(`cost_total_${request.cost}`)})::float8` : 'null::float8'
  return statement.finish(
    `select ${shown}, ${of('health')} as health, count(*)::float8 as total, to_jsonb(min(${of('created_at')})) #>> '{}' as created_at,
       to_jsonb(max(${of('updated_at')})) #>> '{}' as updated_at, ${cost} as cost
      from ${from} where ${where} group by ${[...keys, of('health')].join(', ')}`,
  )
}

interface Span {
  readonly sinceMs: number
  readonly untilMs: number
  readonly parts: number
}

/** A change in the future counts into the last part. */
const changedIn = (schema: Schema, request: SummaryQuery, { sinceMs: fromMs, untilMs, parts }: Span): Sql => {
  const { statement, from, of, keys, where, shown } = seenItems(schema, request)
  const changes = relationSource(statement, getRelation(schema, 'config_changes'))
  const at = (ms: number) => statement.bind(new Date(ms).toISOString(), statement.type('timestamptz'))
  const changedAt = columnSql(changes.source, 'created_at')
  const width = statement.bind(String((untilMs - fromMs) / parts / 1000), statement.type('float8'))
  const part = `least(floor(date_part('epoch', ${changedAt} - ${at(fromMs)}) / ${width}), ${parts - 1})`
  return statement.finish(
    `select ${shown}, ${part}::float8 as part, count(*)::float8 as total
       from ${changes.from} join ${from} on ${of('id')} = ${columnSql(changes.source, 'config_id')}
      where ${changedAt} > ${at(fromMs)} and ${where} group by ${[...keys, part].join(', ')}`,
  )
}

const insightsSql = (schema: Schema, request: SummaryQuery): Sql => {
  const { statement, from, of, keys, where, shown } = seenItems(schema, request)
  const insights = relationSource(statement, getRelation(schema, 'config_analysis'))
  const kind = columnSql(insights.source, 'analysis_type')
  return statement.finish(
    `select ${shown}, ${kind} as kind, count(*)::float8 as total
       from ${insights.from} join ${from} on ${of('id')} = ${columnSql(insights.source, 'config_id')}
      where coalesce(${columnSql(insights.source, 'status')}, 'open') = 'open' and ${kind} is not null and ${where}
      group by ${[...keys, kind].join(', ')}`,
  )
}

const earlier = (a: string | null, b: string | null) => (a === null || (b !== null && b < a) ? b : a)
const later = (a: string | null, b: string | null) => (a === null || (b !== null && b > a) ? b : a)

interface Group {
  readonly keys: readonly (string | null)[]
  count: number
  health: Record<string, number> | null
  created_at: string | null
  updated_at: string | null
  cost: number | null
}

const groupRows = (rows: readonly z.infer<typeof sumsSchema>[]): ReadonlyMap<string, Group> => {
  const groups = new Map<string, Group>()
  const inOrder = rows.toSorted((a, b) => compareKeys(a.keys, b.keys))
  for (const { keys, health, total, cost, ...row } of inOrder) {
    const key = JSON.stringify(keys)
    const group = groups.get(key) ?? { keys, count: 0, health: null, created_at: null, updated_at: null, cost: null }
    group.count += total
    if (health !== null) group.health = { ...group.health, [health]: total }
    group.created_at = earlier(group.created_at, row.created_at)
    group.updated_at = later(group.updated_at, row.updated_at)
    if (cost !== null) group.cost = (group.cost ?? 0) + cost
    groups.set(key, group)
  }
  return groups
}

const compareKeys = (a: readonly (string | null)[], b: readonly (string | null)[]): number => {
  for (const [at, left] of a.entries()) {
    const right = b[at] ?? null
    if (left === right) continue
    if (left === null || right === null) return left === null ? 1 : -1
    return compareText(left, right)
  }
  return 0
}

const overTime = (rows: readonly z.infer<typeof changedSchema>[], parts: number): ReadonlyMap<string, number[]> => {
  const groups = new Map<string, number[]>()
  for (const { keys, part, total } of rows) {
    const key = JSON.stringify(keys)
    const counts = groups.get(key) ?? Array.from({ length: parts }, () => 0)
    counts[part] = total
    groups.set(key, counts)
  }
  return groups
}

export const readSummary = async (
  people: People,
  viewer: Viewer,
  { request, nowMs }: { readonly request: SummaryQuery; readonly nowMs: number },
): Promise<readonly CatalogGroup[]> => {
  const schema = await people.loadSchema(viewer)
  const changedMs = sinceMs(request.changes?.since)
  const read = async <Row>(row: z.ZodType<Row>, { sql, values }: Sql): Promise<readonly Row[]> => {
    const { rows } = await people.run(viewer, { kind: 'catalog/summary' }, (database) =>
      inReadTransaction(database, { timezone: undefined }, (transaction) => transaction.query(sql, values)),
    )
    return rows.map((each) => row.parse(each))
  }
  const parts = request.changes?.parts ?? 1
  const span = { sinceMs: nowMs - (changedMs ?? 0), untilMs: nowMs, parts }
  const [sums, changes, insights] = await Promise.all([
    read(sumsSchema, sumsSql(schema, request)),
    changedMs === undefined ? [] : read(changedSchema, changedIn(schema, request, span)),
    read(foundSchema, insightsSql(schema, request)),
  ])
  const changed = overTime(changes, parts)
  const found = new Map<string, Record<string, number>>()
  for (const { keys, kind, total } of insights) {
    const key = JSON.stringify(keys)
    found.set(key, { ...found.get(key), [kind]: total })
  }
  const names = listGroupKeys(request)
  return [...groupRows(sums)].map(([key, { keys, cost, ...sum }]): CatalogGroup => {
    const named = Object.fromEntries(names.map((name, at) => [name, keys[at] ?? null]))
    const group: CatalogGroup = Object.assign(named, sum, { analysis: found.get(key) ?? null })
    const counted = changed.get(key) ?? Array.from({ length: parts }, () => 0)
    if (changedMs !== undefined) group.changes = counted.reduce((total, each) => total + each, 0)
    if (changedMs !== undefined && request.changes?.parts) group.changes_over_time = counted
    if (request.cost && cost !== null) group[`cost_${request.cost}`] = cost
    return group
  })
}
