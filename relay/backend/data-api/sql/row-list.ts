import { quoteIdentifier } from '#relay/backend/data-api/schema/schema.ts'
import type { Statement } from '#relay/backend/data-api/sql/statement.ts'

/** The select list of some outputs, and how a row of it becomes a JSON object with the outputs' own keys. */
export interface RowList {
  readonly list: string
  readonly json: (alias: string) => string
}

/** A function takes at most a hundred arguments: two for each key. */
const mostKeys = 50

/**
 * Keys that are names of the schema are the columns' names. Other keys are the request's own words (aliases, keys inside
 * JSON) and are therefore bound: the columns then have names of ours.
 */
export const rowList = (statement: Statement, outputs: ReadonlyMap<string, string>): RowList => {
  const entries = [...outputs]
  if (entries.every(([name]) => statement.schema.identifiers.has(name))) {
    return {
      list: entries.map(([name, sql]) => `${sql} as ${quoteIdentifier(name)}`).join(', '),
      json: (alias) => `pg_catalog.row_to_json(${alias})`,
    }
  }
  const keys = entries.map(([name]) => statement.bind(name, undefined))
  return {
    list: entries.map(([, sql], index) => `${sql} as c${index}`).join(', '),
    json: (alias) => {
      const pairs = keys.map((key, index) => `${key}, ${alias}.c${index}`)
      const parts: string[] = []
      for (let start = 0; start < pairs.length; start += mostKeys) {
        parts.push(`pg_catalog.json_build_object(${pairs.slice(start, start + mostKeys).join(', ')})`)
      }
      const [only = "'{}'::pg_catalog.json", ...others] = parts
      if (others.length === 0) return only
      const inner = parts.map((part) => `left(right(${part}::text, -1), -1)`)
      return `('{' || ${inner.join(` || ',' || `)} || '}')::pg_catalog.json`
    },
  }
}
