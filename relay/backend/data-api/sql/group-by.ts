import { ambiguousColumn, notGrouped, unknownBareColumn } from '#relay/backend/data-api/api-error.ts'
import type { Embed, SelectItem } from '#relay/backend/data-api/query/ast.ts'
import { columnSql, compileField, isShownOnly, type Source } from '#relay/backend/data-api/sql/compile-field.ts'
import { toAlias } from '#relay/backend/data-api/sql/compile-item.ts'
import { getInnerName, type Output } from '#relay/backend/data-api/sql/output.ts'
import type { Statement } from '#relay/backend/data-api/sql/statement.ts'

export type GroupTerm = { readonly sql: string } | { readonly bare: string }

export const itemTerms = (
  statement: Statement,
  source: Source,
  item: Exclude<SelectItem, Embed>,
  outputs: readonly Output[],
): readonly GroupTerm[] => {
  if (item.kind === 'all' || item.isBare === true) return outputs
  if (item.field === undefined || outputs.some(({ isAggregated }) => isAggregated === true)) return []
  const isHoisted = item.aggregate !== undefined
  const bare = isHoisted ? item.alias : toAlias(item)
  if (bare !== undefined) return [{ bare }]
  const { name } = item.field
  const column = source.relation.columns.get(name)
  if (column !== undefined && isShownOnly(column)) return outputs
  return [{ sql: compileField(statement, source, { name, path: [] }).sql }]
}

/**
 * PostgREST groups by names. PostgreSQL takes a name for a column of the relation or of a joined one before it takes
 * it for a name of the select list.
 */
export const groupBySql = (
  statement: Statement,
  source: Source,
  { outputs, joinedNames }: { outputs: readonly Output[]; joinedNames: readonly string[] },
  terms: readonly GroupTerm[],
): string[] => {
  const resolve = (name: string): string => {
    const column = source.relation.columns.get(name)
    const joined = joinedNames.filter((joinedName) => joinedName === name).length
    if (joined + (column === undefined ? 0 : 1) > 1)
      return statement.unknownName(ambiguousColumn(`column reference "${name}" is ambiguous`))
    if (joined > 0 || (column !== undefined && isShownOnly(column))) return statement.unknownName(notGrouped(name))
    if (column !== undefined) return columnSql(source, name)
    const [first, ...others] = new Set(outputs.filter((output) => getInnerName(output) === name).map(({ sql }) => sql))
    if (others.length > 0) return statement.unknownName(ambiguousColumn(`GROUP BY "${name}" is ambiguous`))
    return first ?? statement.unknownName(unknownBareColumn(name))
  }
  return terms.map((term) => ('sql' in term ? term.sql : resolve(term.bare)))
}
