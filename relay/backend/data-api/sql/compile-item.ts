import { unknownType } from '#relay/backend/data-api/api-error.ts'
import type { Embed, Field, SelectItem } from '#relay/backend/data-api/query/ast.ts'
import { compileField, isShownOnly, shownSql, type Source } from '#relay/backend/data-api/sql/compile-field.ts'
import type { Statement } from '#relay/backend/data-api/sql/statement.ts'

/** `json` has no equality operator; `jsonb` can be grouped by. */
export const groupable = (sql: string): string => `(${sql})::pg_catalog.jsonb`

/** PostgreSQL resolves the type of a cast before the expression. */
const castTo = (statement: Statement, name: string | undefined): ((sql: string) => string) => {
  if (name === undefined) return (sql) => sql
  const type = statement.type(name.toLowerCase())
  const target = type?.sql ?? statement.unknownName(unknownType(name))
  return (sql) => `(${sql})::${target}`
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
  const castResult = castTo(statement, aggregateCast)
  const castInput = castTo(statement, cast)
  const sql = field === undefined ? '*' : castInput(compileField(statement, source, field).sql)
  if (aggregate === undefined)
    return { shown: [[alias ?? (field === undefined ? '' : toResponseKey(field)), sql]], aggregated: false }
  const value = castResult(`pg_catalog.${aggregate}(${sql})`)
  return { shown: [[alias ?? aggregate, value]], aggregated: true }
}
