import { unknownType } from '#relay/backend/data-api/api-error.ts'
import type { Embed, Field, SelectItem } from '#relay/backend/data-api/query/ast.ts'
import { compileField, isShownOnly, shownSql, type Source } from '#relay/backend/data-api/sql/compile-field.ts'
import type { Statement } from '#relay/backend/data-api/sql/statement.ts'

/** `json` has no equality operator; `jsonb` can be grouped by. */
export const groupable = (sql: string): string => `(${sql})::pg_catalog.jsonb`

const castSql = (statement: Statement, sql: string, name: string | undefined): string => {
  if (name === undefined) return sql
  const type = statement.type(name.toLowerCase())
  if (type === undefined) throw unknownType(name)
  return `(${sql})::${type.sql}`
}

const toResponseKey = ({ name, path }: Field): string => {
  const key = path.findLast((step) => typeof step.key === 'string')?.key
  return typeof key === 'string' ? key : name
}

export const compileItem = (
  statement: Statement,
  source: Source,
  item: Exclude<SelectItem, Embed>,
): { readonly shown: readonly (readonly [string, string])[]; readonly aggregated: boolean } => {
  if (item.kind === 'all') {
    const shown = [...source.relation.columns.values()].map(
      (column) => [column.name, shownSql(statement, source, column)] as const,
    )
    return { shown, aggregated: false }
  }
  const { field, alias, cast, aggregate, aggregateCast } = item
  const column = field?.path.length === 0 && cast === undefined ? source.relation.columns.get(field.name) : undefined
  if (column !== undefined && aggregate === undefined && isShownOnly(column))
    return { shown: [[alias ?? column.name, shownSql(statement, source, column)]], aggregated: false }
  const sql = field === undefined ? '*' : castSql(statement, compileField(statement, source, field).sql, cast)
  if (aggregate === undefined)
    return { shown: [[alias ?? (field === undefined ? '' : toResponseKey(field)), sql]], aggregated: false }
  const value = castSql(statement, `pg_catalog.${aggregate}(${sql})`, aggregateCast)
  return { shown: [[alias ?? aggregate, value]], aggregated: true }
}
