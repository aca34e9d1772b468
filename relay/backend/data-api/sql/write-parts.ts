import { DataApiError } from '#relay/backend/data-api/api-error.ts'
import type { Query } from '#relay/backend/data-api/query/ast.ts'
import type { Column, ColumnWriters, Relation } from '#relay/backend/data-api/schema/schema.ts'
import type { FinishedStatement, Statement } from '#relay/backend/data-api/sql/statement.ts'
import { quoteIdentifier } from '#relay/database/quote-identifier.ts'

type Conflict = 'merge' | 'ignore'

export type CompiledWrite = FinishedStatement

export type Write =
  | {
      readonly kind: 'insert'
      readonly rows: string
      readonly columns: readonly string[]
      readonly conflict: { readonly resolution: Conflict; readonly columns: readonly string[] } | undefined
      readonly missingAsDefault: boolean
    }
  | {
      readonly kind: 'update'
      readonly rows: string
      readonly columns: readonly string[]
      readonly missingAsDefault: boolean
      readonly isFirstOnly: boolean
      readonly byKey?: string
    }
  | { readonly kind: 'delete' }

export const getWriters = ({ writers }: Relation): ColumnWriters => writers ?? { authors: [], editors: [], engine: [] }

export const filledBy = (statement: Statement, relation: Relation, names: readonly string[], by: string) =>
  getColumns(relation, names).map((column) => ({ column, value: statement.bind(by, column.type) }))

/** A masked secret sent back unchanged keeps the stored value. */
export const unlessShown = (column: Column, input: string, stored: string): string =>
  column.show === undefined
    ? input
    : `case when ${input}::pg_catalog.text is not distinct from ${column.show(stored)}::pg_catalog.text then ${stored} else ${input} end`

export const getColumns = (relation: Relation, names: readonly string[]): Column[] =>
  names.map((name) => {
    const column = relation.columns.get(name)
    if (column === undefined) {
      throw new DataApiError(400, 'PGRST204', `Column '${name}' of relation '${relation.name}' does not exist`)
    }
    return column
  })

export const findUnknownColumns = ({ columns, computed }: Relation, select: Query['select']): string[] =>
  select.flatMap((item) =>
    item.kind !== 'field' || item.field === undefined || columns.has(item.field.name) || computed.has(item.field.name)
      ? []
      : [item.field.name],
  )

export const columnList = (columns: readonly Column[]): string =>
  columns.map(({ name }) => quoteIdentifier(name)).join(', ')

const formatColumnDefinitions = (columns: readonly Column[]): string =>
  columns.map(({ name, type }) => `${quoteIdentifier(name)} ${type.sql}`).join(', ')

/** PostgREST puts defaults under the sent values as `jsonb`, so these values are written as `jsonb` prints them. */
const withDefaults = (statement: Statement, columns: readonly Column[]): string =>
  columns
    .flatMap(({ name, defaultSql }) =>
      defaultSql === undefined
        ? []
        : [`pg_catalog.jsonb_build_object(${statement.bind(name, undefined)}, ${defaultSql}) || `],
    )
    .join('')

interface BodyOptions {
  readonly missingAsDefault?: boolean
  readonly isFirstOnly?: boolean
}

/**
 * Converts all rows before the first one is written, so an invalid value is reported before a violated constraint. The
 * statement has the form of PostgREST's: of several errors, the plan decides which one is reported.
 */
export const bodyRows = (
  statement: Statement,
  rows: string,
  columns: readonly Column[],
  { missingAsDefault = false, isFirstOnly = false }: BodyOptions = {},
): string => {
  const kind = missingAsDefault ? 'jsonb' : 'json'
  const document = statement.bind(rows, statement.type(kind))
  const limit = isFirstOnly ? ' limit 1' : ''
  if (columns.length === 0) return `(select from pg_catalog.${kind}_array_elements(${document})${limit}) b`
  const take = (source: string) =>
    `(select ${columnList(columns)} from pg_catalog.${kind}_to_recordset(${source}) as e(${formatColumnDefinitions(columns)})${limit}) b`
  if (!missingAsDefault) return take(document)
  const filled = `select pg_catalog.jsonb_agg(${withDefaults(statement, columns)}e.value) as value from pg_catalog.jsonb_array_elements(${document}) e`
  return `(${filled}) filled, lateral ${take('filled.value')}`
}
