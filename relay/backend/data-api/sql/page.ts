import { renderMatches, renderSelect, type SelectSql } from '#relay/backend/data-api/sql/compile-node.ts'
import { rowList } from '#relay/backend/data-api/sql/row-list.ts'
import type { Statement } from '#relay/backend/data-api/sql/statement.ts'
import { quoteIdentifier } from '#relay/database/quote-identifier.ts'

export interface Shape {
  readonly kind: 'array' | 'object' | 'csv'
  readonly stripNulls: boolean
}

const csvCell = (text: string): string => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

export const pageSql = (
  statement: Statement,
  select: SelectSql,
  shape: Shape,
  single: boolean,
): { body: string; from: string } => {
  const row = rowList(statement, select.outputs)
  const from = `(${renderSelect(statement, select, row.list)}) page`
  if (shape.kind === 'csv') {
    const header = statement.bind(`${select.outputs.map(({ name }) => csvCell(name)).join(',')}\n`, undefined)
    const line = 'substring(page::text from 2 for length(page::text) - 2)'
    return { body: `${header} || coalesce(pg_catalog.string_agg(${line}, E'\\n'), '')`, from }
  }
  const json = shape.stripNulls ? `pg_catalog.json_strip_nulls(${row.json('page')})` : row.json('page')
  const rows = `coalesce(pg_catalog.json_agg(${json}), '[]')`
  const isObject = single || shape.kind === 'object'
  return { body: isObject ? `coalesce((${rows} -> 0)::text, 'null')` : `${rows}::text`, from }
}

export const totalSql = (select: SelectSql, atMost?: number): string => {
  const limit = atMost === undefined ? '' : ` limit ${atMost}`
  return `(select pg_catalog.count(*) from (${renderMatches(select)}${limit}) matches)`
}

export const keySql = (columns: readonly string[]): string =>
  `pg_catalog.json_build_array(${columns.map((name) => `${quoteIdentifier(name)}::text`).join(', ')})`
