import { sameJson } from '#shared/primitives/same-json.ts'

/** What turns one state of a topic's rows into another: rows that are new or different, and keys that are gone. */
export interface RowChange<Row> {
  readonly put: readonly Row[]
  readonly drop: readonly string[]
}

/**
 * The difference between two states, by key; null when there is none. When a key occurs twice in `after`, the later row
 * counts. The order of rows is no difference.
 */
export const diffRows = <Row>(
  before: ReadonlyMap<string, Row>,
  after: ReadonlyMap<string, Row>,
): RowChange<Row> | null => {
  const put: Row[] = []
  const drop: string[] = []
  for (const [key, row] of after) if (!sameJson(before.get(key), row)) put.push(row)
  for (const key of before.keys()) if (!after.has(key)) drop.push(key)
  return put.length === 0 && drop.length === 0 ? null : { put, drop }
}
