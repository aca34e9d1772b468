import { DataApiError } from '#relay/backend/data-api/api-error.ts'
import {
  quoteIdentifier,
  type Column,
  type ColumnWriters,
  type Relation,
} from '#relay/backend/data-api/schema/schema.ts'
import type { FinishedStatement, Statement } from '#relay/backend/data-api/sql/statement.ts'

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

export const columnList = (columns: readonly Column[]): string =>
  columns.map(({ name }) => quoteIdentifier(name)).join(', ')

const formatColumnDefinitions = (columns: readonly Column[]): string =>
  columns.map(({ name, type }) => `${quoteIdentifier(name)} ${type.sql}`).join(', ')

export const bodyRows = (statement: Statement, rows: string, columns: readonly Column[], limit: string): string => {
  const document = statement.bind(rows, statement.type('json'))
  const elements = `(select e.value from pg_catalog.json_array_elements(${document}) with ordinality e(value, place) order by e.place${limit}) elements`
  return columns.length === 0
    ? elements
    : `${elements}, pg_catalog.json_to_record(elements.value) as b(${formatColumnDefinitions(columns)})`
}
