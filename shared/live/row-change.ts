export interface RowChange<Row> {
  readonly key: string
  readonly before: Row | null
  readonly after: Row | null
  readonly observedMs: number | null
}

/** Compares by object identity. */
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
