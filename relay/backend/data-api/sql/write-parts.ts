import { DataApiError } from '#relay/backend/data-api/api-error.ts'
import {
  quoteIdentifier,
  type Column,
  type ColumnWriters,
  type Relation,
} from '#relay/backend/data-api/schema/schema.ts'
import type { Statement } from '#relay/backend/data-api/sql/statement.ts'

type Conflict = 'merge' | 'ignore'

/** A statement that is ready to be run. */
export interface CompiledWrite {
  readonly sql: string
  readonly values: readonly string[]
}

export type Write =
  | {
      readonly kind: 'insert'
      /** The rows as JSON text: an array of objects. */
      readonly rows: string
      readonly columns: readonly string[]
      readonly conflict: { readonly resolution: Conflict; readonly columns: readonly string[] } | undefined
      /** Keys that a row lacks take the column's default rather than null. */
      readonly missingAsDefault: boolean
    }
  | {
      readonly kind: 'update'
      /** An array whose first object is the change; with `byKey` one for each row that is changed. */
      readonly rows: string
      readonly columns: readonly string[]
      /** The column by which rows are changed, each as the object with its key says. */
      readonly byKey?: string
    }
  | { readonly kind: 'delete' }

/** The columns of a relation that people do not write. */
export const getWriters = ({ writers }: Relation): ColumnWriters => writers ?? { authors: [], editors: [], engine: [] }

/** The columns that the server fills, as SQL. */
export const filledBy = (statement: Statement, relation: Relation, names: readonly string[], by: string) =>
  getColumns(relation, names).map((column) => ({ column, value: statement.bind(by, column.type) }))

/** A secret that comes back as it is shown has not changed. */
export const unlessShown = (column: Column, input: string, stored: string): string =>
  column.show === undefined
    ? input
    : `case when ${input}::pg_catalog.text is not distinct from ${column.show(stored)}::pg_catalog.text then ${stored} else ${input} end`

/** Columns by their names; throws PGRST204 for one that there is not. */
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

/** The rows of the body as a relation `b` of the given columns, in their order. */
export const bodyRows = (statement: Statement, rows: string, columns: readonly Column[], limit: string): string => {
  const document = statement.bind(rows, statement.type('json'))
  const elements = `(select e.value from pg_catalog.json_array_elements(${document}) with ordinality e(value, place) order by e.place${limit}) elements`
  return columns.length === 0
    ? elements
    : `${elements}, pg_catalog.json_to_record(elements.value) as b(${formatColumnDefinitions(columns)})`
}
