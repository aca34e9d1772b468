import { sameJson } from '#shared/primitives/same-json.ts'

export interface RowChange<Row> {
  readonly put: readonly Row[]
  readonly drop: readonly string[]
}

/** Row order does not count. Of duplicate keys in `after`, the later row counts. */
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
