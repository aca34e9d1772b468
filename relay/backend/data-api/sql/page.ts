import { quoteIdentifier } from '#relay/backend/data-api/schema/schema.ts'
import { renderMatches, renderSelect, type SelectSql } from '#relay/backend/data-api/sql/compile-node.ts'

/** The form that rows are answered in. */
export interface Shape {
  readonly kind: 'array' | 'object' | 'csv'
  /** Leaves out keys whose value is null. */
  readonly stripNulls: boolean
}

const csvCell = (text: string): string => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const quoteLiteral = (text: string): string =>
  `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''").replaceAll('\n', '\\n')}'`

/** How the rows of `page` become one text. The rows of a function that returns one are answered without the brackets. */
export const bodySql = (select: SelectSql, shape: Shape, single: boolean): string => {
  if (shape.kind === 'csv') {
    const header = [...select.outputs.keys()].map(csvCell).join(',')
    const line = 'substring(page::text from 2 for length(page::text) - 2)'
    return `${quoteLiteral(`${header}\n`)} || coalesce(pg_catalog.string_agg(${line}, E'\\n'), '')`
  }
  const row = shape.stripNulls ? 'pg_catalog.json_strip_nulls(pg_catalog.row_to_json(page))' : 'page'
  const rows = `coalesce(pg_catalog.json_agg(${row}), '[]')`
  return single || shape.kind === 'object' ? `coalesce((${rows} -> 0)::text, 'null')` : `${rows}::text`
}

/** The statement's FROM, with at least one output: a page without columns still has rows. */
export const pageSql = (select: SelectSql): string => `(${renderSelect(select)}) page`

/** How many rows there are on all pages; `atMost` stops counting there. */
export const totalSql = (select: SelectSql, atMost?: number): string => {
  const limit = atMost === undefined ? '' : ` limit ${atMost}`
  return `(select pg_catalog.count(*) from (${renderMatches(select)}${limit}) matches)`
}

/** The values of some columns of one row as text, for `Location`. */
export const keySql = (columns: readonly string[]): string =>
  `pg_catalog.json_build_array(${columns.map((name) => `${quoteIdentifier(name)}::text`).join(', ')})`
