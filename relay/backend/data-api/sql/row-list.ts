import { toSlices } from '#shared/primitives/to-slices.ts'
import type { Output } from '#relay/backend/data-api/sql/output.ts'
import type { Statement } from '#relay/backend/data-api/sql/statement.ts'
import { quoteIdentifier } from '#relay/database/quote-identifier.ts'

export interface RowList {
  readonly list: string
  readonly json: (alias: string) => string
  readonly column: (alias: string, index: number) => string
}

/** PostgreSQL functions take at most 100 arguments: two per key. */
const mostKeys = 50

/**
 * Security: keys that are not schema names come from the request, so they are bound and their columns get
 * generated names.
 */
export const rowList = (statement: Statement, outputs: readonly Output[]): RowList => {
  if (outputs.every(({ name }) => statement.schema.identifiers.has(name))) {
    return {
      list: outputs.map(({ name, sql }) => `${sql} as ${quoteIdentifier(name)}`).join(', '),
      json: (alias) => `pg_catalog.row_to_json(${alias})`,
      column: (alias, index) => `${alias}.${quoteIdentifier(outputs[index]?.name ?? '')}`,
    }
  }
  const keys = outputs.map(({ name }) => statement.bind(name, undefined))
  return {
    column: (alias, index) => `${alias}.c${index}`,
    list: outputs.map(({ sql }, index) => `${sql} as c${index}`).join(', '),
    json: (alias) => {
      const pairs = keys.map((key, index) => `${key}, ${alias}.c${index}`)
      const parts = toSlices(pairs, mostKeys).map((some) => `pg_catalog.json_build_object(${some.join(', ')})`)
      const [only = "'{}'::pg_catalog.json", ...others] = parts
      if (others.length === 0) return only
      const inner = parts.map((part) => `left(right(${part}::text, -1), -1)`)
      return `('{' || ${inner.join(` || ',' || `)} || '}')::pg_catalog.json`
    },
  }
}
