import { DataApiError } from '#relay/backend/data-api/api-error.ts'
import type { RowCondition } from '#relay/backend/data-api/schema/row-condition.ts'
import type { Query } from '#relay/backend/data-api/query/ast.ts'
import type { Relation, Schema } from '#relay/backend/data-api/schema/schema.ts'
import { compileField, type Source } from '#relay/backend/data-api/sql/compile-field.ts'
import { compileLogic } from '#relay/backend/data-api/sql/compile-filter.ts'
import { compileRowCondition } from '#relay/backend/data-api/sql/compile-row-condition.ts'
import { seenRows } from '#relay/backend/data-api/sql/relation-source.ts'
import { Statement } from '#relay/backend/data-api/sql/statement.ts'
import { bodyRows, getColumns, type CompiledWrite, type Write } from '#relay/backend/data-api/sql/write-parts.ts'
import { directionSql, whereSql } from '#relay/backend/data-api/sql/clauses.ts'
import { quoteIdentifier } from '#relay/database/quote-identifier.ts'

/** Conditions on the changed relation under the alias `t`. */
export const compileTarget = (
  statement: Statement,
  relation: Relation,
  query: Query,
  rows: readonly RowCondition[],
): string[] => {
  const target: Source = { relation, alias: 't', typed: true }
  const filters = (source: Source) => [
    ...query.filters
      .filter(({ path }) => path.length === 0)
      .map(({ value }) => compileLogic(statement, source, value, () => undefined)),
    ...seenRows(statement, relation, source.alias),
    ...rows.map((condition) => compileRowCondition(statement, source.alias, condition)),
  ]
  const limit = query.limits.findLast(({ path }) => path.length === 0)?.value
  if (limit === undefined) return filters(target)
  const order = query.orders.find(({ path }) => path.length === 0)?.value
  if (order === undefined) {
    throw new DataApiError(400, 'PGRST109', "A 'limit' was applied without an explicit 'order'", {
      hint: "Apply an 'order' using unique column(s)",
    })
  }
  const picked: Source = { relation, alias: statement.alias('t'), typed: true }
  const keys = relation.primaryKey.length > 0 ? relation.primaryKey.map(quoteIdentifier) : ['ctid']
  const under = (alias: string) => keys.map((key) => `${alias}.${key}`).join(', ')
  const where = filters(picked)
  const sorted = order.map((term) => compileField(statement, picked, term.field).sql + directionSql(term))
  const offset = query.offsets.findLast(({ path }) => path.length === 0)?.value ?? 0
  return [
    `(${under(target.alias)}) in (select ${under(picked.alias)} from ${relation.sql} as ${picked.alias}` +
      `${whereSql(where)} order by ${sorted.join(', ')}` +
      ` limit ${statement.bindInferred(BigInt(Math.max(0, limit)).toString())} offset ${statement.bindInferred(BigInt(Math.max(0, offset)).toString())})`,
  ]
}

const rowsAsText = (relation: Relation, names: readonly string[], from: string): string =>
  `select coalesce(json_agg(found), '[]')::text as "rows" from (select ${getColumns(relation, names)
    .map(({ name }) => `t.${quoteIdentifier(name)}`)
    .join(', ')} from ${from}) found`

/** Locks the rows until the end of the transaction. Returns `rows` as JSON text. */
export const compileTargets = (
  schema: Schema,
  relation: Relation,
  query: Query,
  { names, changeableRows }: { readonly names: readonly string[]; readonly changeableRows: readonly RowCondition[] },
): CompiledWrite => {
  const statement = new Statement(schema)
  const conditions = compileTarget(statement, relation, query, changeableRows)
  const where = whereSql(conditions)
  return statement.finish(
    rowsAsText(relation, names, `${relation.sql} as t${where}${relation.view === undefined ? ' for update' : ''}`),
  )
}

export const compileConflicting = (
  schema: Schema,
  relation: Relation,
  { rows, columns, conflict }: Extract<Write, { kind: 'insert' }>,
  names: readonly string[],
): CompiledWrite => {
  const statement = new Statement(schema)
  const keys = conflict?.columns ?? []
  const body = bodyRows(statement, rows, getColumns(relation, columns))
  const same = getColumns(relation, keys).map(({ name }) => `t.${quoteIdentifier(name)} = b.${quoteIdentifier(name)}`)
  const from = `${body} join ${relation.sql} as t on ${same.length > 0 ? same.join(' and ') : 'false'}`
  return statement.finish(rowsAsText(relation, [...new Set([...names, ...keys])], from))
}
