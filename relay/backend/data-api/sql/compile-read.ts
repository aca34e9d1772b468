import type { Query } from '#relay/backend/data-api/query/ast.ts'
import type { Relation, Schema } from '#relay/backend/data-api/schema/schema.ts'
import { compileNode, renderMatches, type SelectSql } from '#relay/backend/data-api/sql/compile-node.ts'
import { pageSql, totalSql, type Shape } from '#relay/backend/data-api/sql/page.ts'
import { planRead } from '#relay/backend/data-api/sql/read-node.ts'
import { relationSource } from '#relay/backend/data-api/sql/relation-source.ts'
import { Statement, type FinishedStatement } from '#relay/backend/data-api/sql/statement.ts'

export type CountKind = 'exact' | 'planned' | 'estimated'

export interface CompiledRead extends FinishedStatement {
  readonly matches: FinishedStatement
}

export interface ReadOptions {
  readonly shape: Shape
  readonly count: CountKind | undefined
  readonly limit: number
  readonly offset: number
  readonly maxRows: number
}

/** A page that is not full is the last one and gives the total; otherwise rows are counted. */
const totals = (select: SelectSql, count: CountKind | undefined, maxRows: number): string => {
  if (count !== 'exact' && count !== 'estimated') return 'null::pg_catalog.int8'
  const counted = totalSql(select, count === 'estimated' ? maxRows + 1 : undefined)
  // As in PostgREST, the total counts the rows before they are grouped.
  if (select.groupBy !== undefined) return counted
  const { limit, offset } = select
  const isLast = [
    ...(limit === undefined ? [] : [`pg_catalog.count(*) < ${limit}`]),
    ...(offset === 0 ? [] : ['pg_catalog.count(*) > 0']),
  ]
  const ended = `${offset} + pg_catalog.count(*)`
  if (isLast.length === 0) return ended
  return `case when ${isLast.join(' and ')} then ${ended} else ${counted} end`
}

export const finishRead = (
  statement: Statement,
  select: SelectSql,
  { body, from, isSingle = false }: { readonly body: string; readonly from: string; readonly isSingle?: boolean },
  { count, maxRows }: Pick<ReadOptions, 'count' | 'maxRows'>,
): CompiledRead => {
  const total = totals(select, count, maxRows)
  const rows = isSingle ? '1::pg_catalog.int8' : 'pg_catalog.count(*)'
  const sql = `select ${body} as "body", ${rows} as "count", ${total} as "total" from ${from}`
  return { ...statement.finish(sql), matches: statement.finish(renderMatches(select)) }
}

export const compileRead = (schema: Schema, relation: Relation, query: Query, options: ReadOptions): CompiledRead => {
  const { shape, count, limit, offset, maxRows } = options
  const statement = new Statement(schema)
  const node = planRead(schema, relation, query)
  node.limit = limit
  node.offset = offset
  const { source, from } = relationSource(statement, relation)
  const select = compileNode(statement, node, { source, from, conditions: [], maxRows })
  return finishRead(statement, select, pageSql(statement, select, shape, false), { count, maxRows })
}
