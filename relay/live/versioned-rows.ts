import { diffRows, type RowChange } from '#relay/live/diff-rows.ts'

/**
 * The present rows of one feed and the version at which each of them last changed: enough to bring a viewer from any
 * version that is not too old to the present one, in a single change, without keeping the changes in between.
 */
export interface VersionedRows<Row> {
  readonly version: () => number
  readonly rows: () => ReadonlyMap<string, Row>
  /** Takes the next state; null when nothing is different, otherwise the change that leads to the new version. */
  readonly apply: (after: readonly Row[]) => RowChange<Row> | null
  /** The net change since a version; null when it is too old to tell, or was never given out. */
  readonly since: (version: number) => RowChange<Row> | null
}

/** `maxDropped` bounds how many keys of rows that are gone are remembered. */
export const createVersionedRows = <Row>(keyOf: (row: Row) => string, maxDropped = 2_000): VersionedRows<Row> => {
  let version = 0
  let rows: ReadonlyMap<string, Row> = new Map<string, Row>()
  const changedAt = new Map<string, number>()
  /** In the order of dropping, so that the first is the oldest. */
  const droppedAt = new Map<string, number>()
  let oldestKnown = 0

  const remember = ({ put, drop }: RowChange<Row>) => {
    for (const row of put) {
      changedAt.set(keyOf(row), version)
      droppedAt.delete(keyOf(row))
    }
    for (const key of drop) {
      changedAt.delete(key)
      droppedAt.set(key, version)
    }
    for (const [key, at] of droppedAt) {
      if (droppedAt.size <= maxDropped) break
      droppedAt.delete(key)
      oldestKnown = at
    }
  }

  return {
    version: () => version,
    rows: () => rows,
    apply: (after) => {
      const next = new Map(after.map((row) => [keyOf(row), row]))
      const change = diffRows(rows, next)
      if (change === null) return null
      version += 1
      remember(change)
      rows = next
      return change
    },
    since: (from) => {
      if (from > version || from < oldestKnown) return null
      const put = [...rows].filter(([key]) => (changedAt.get(key) ?? 0) > from).map(([, row]) => row)
      const drop = [...droppedAt].filter(([, at]) => at > from).map(([key]) => key)
      return { put, drop }
    },
  }
}
