import { emptyName, invalidCast, unknownType } from '#relay/backend/data-api/api-error.ts'
import type { Embed, Field, SelectItem } from '#relay/backend/data-api/query/ast.ts'
import { compileField, isShownOnly, shownSql, type Source } from '#relay/backend/data-api/sql/compile-field.ts'
import type { Output } from '#relay/backend/data-api/sql/output.ts'
import type { Statement } from '#relay/backend/data-api/sql/statement.ts'

/** PostgreSQL takes none of these for the name of a type. */
const reservedWords: ReadonlySet<string> = new Set(
  (
    'all analyse analyze and any array as asc asymmetric both case cast check collate column constraint create ' +
    'current_catalog current_date current_role current_time current_timestamp current_user default deferrable desc ' +
    'distinct do else end except false fetch for foreign from grant group having in initially intersect into lateral ' +
    'leading limit localtime localtimestamp not null offset on only or order placing primary references returning ' +
    'select session_user some symmetric system_user table then to trailing true union unique user using variadic when ' +
    'where window with between coalesce exists extract greatest grouping inout least none nullif out overlay position ' +
    'precision row setof substring treat trim values'
  ).split(' '),
)

/** `json` has no equality operator; `jsonb` can be grouped by. */
export const groupable = (sql: string): string => `(${sql})::pg_catalog.jsonb`

/** PostgreSQL resolves the type of a cast before the expression. */
const castTo = (statement: Statement, name: string | undefined): ((sql: string) => string) => {
  if (name === undefined) return (sql) => sql
  const type = statement.type(name.toLowerCase())
  if (type === undefined && (/\s/.test(name) || reservedWords.has(name.toLowerCase()))) throw invalidCast(name)
  const target = type?.sql ?? statement.unknownName(unknownType(name))
  return (sql) => `(${sql})::${target}`
}

const toResponseKey = ({ name, path }: Field): string => {
  const key = path.findLast((step) => typeof step.key === 'string')?.key
  return typeof key === 'string' ? key : name
}

/** Undefined for a plain column. */
export const toAlias = ({ field, alias }: Extract<SelectItem, { kind: 'field' }>): string | undefined =>
  alias ?? (field === undefined || field.path.length === 0 ? undefined : toResponseKey(field))

const columnOutputs = (statement: Statement, source: Source, isHidden = false): Output[] =>
  [...source.relation.columns.values()].map((column) => ({
    name: column.name,
    sql: shownSql(statement, source, column),
    isStar: true,
    isHidden,
  }))

export const compileItem = (
  statement: Statement,
  source: Source,
  item: Exclude<SelectItem, Embed>,
  isSpread: boolean,
): readonly Output[] => {
  if (item.kind === 'all') return columnOutputs(statement, source)
  const { field, alias, cast, aggregate, aggregateCast, isBare } = item
  if (alias === '') throw emptyName()
  const column = field?.path.length === 0 && cast === undefined ? source.relation.columns.get(field.name) : undefined
  if (column !== undefined && aggregate === undefined && isShownOnly(column))
    return [{ name: alias ?? column.name, sql: shownSql(statement, source, column) }]
  const finish = castTo(statement, aggregateCast)
  const castInput = castTo(statement, cast)
  const sql = field === undefined ? '*' : castInput(compileField(statement, source, field).sql)
  if (aggregate === undefined) return [{ name: toAlias(item) ?? field?.name ?? '', sql }]
  const name = alias ?? aggregate
  if (!isSpread || isBare === true)
    return [{ name, sql: finish(`pg_catalog.${aggregate}(${sql})`), isAggregated: true }]
  if (field === undefined)
    return [
      ...columnOutputs(statement, source, true),
      { name, innerName: '', sql: 'true', hoisted: { aggregate, column: alias, finish } },
    ]
  const innerName = alias ?? (field.path.length === 0 ? field.name : '')
  return [{ name, innerName, sql, hoisted: { aggregate, column: alias ?? field.name, finish } }]
}
