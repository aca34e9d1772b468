/** One observed change of one row of a topic. */
export interface RowChange<Row> {
  readonly key: string
  /** Null for a row that was not there before, or is gone after. */
  readonly before: Row | null
  readonly after: Row | null
  /** When it was observed, in milliseconds by the server's clock; null where only the two ends are known. */
  readonly observedMs: number | null
}

/** What is different between two states of one topic instance, row by row; a row that is the same object changed nothing. */
export const listRowChanges = <Row>(
  before: ReadonlyMap<string, Row>,
  after: ReadonlyMap<string, Row>,
): RowChange<Row>[] => {
  const changes: RowChange<Row>[] = []
  for (const [key, row] of before) {
    if (!after.has(key)) changes.push({ key, before: row, after: null, observedMs: null })
  }
  for (const [key, row] of after) {
    const known = before.get(key)
    if (known !== row) changes.push({ key, before: known ?? null, after: row, observedMs: null })
  }
  return changes
}
