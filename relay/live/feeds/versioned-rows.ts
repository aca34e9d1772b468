import { diffRows, type RowChange } from './diff-rows.ts'

/** Versions strictly between `after` and `before` may have been given out, and nobody can be repaired from there. */
export interface VersionHole {
  readonly after: number
  readonly before: number
}

/** Rows with what is known of how they came about. */
export interface KnownRows<Row> {
  readonly version: number
  /** Each row under its key, with the version at which it last changed. */
  readonly rows: ReadonlyMap<string, { readonly row: Row; readonly changedAt: number }>
  /** Keys of rows that may have changed since: they count as changed at the next change. */
  readonly unsure: ReadonlySet<string>
  /** Keys of rows that are gone, with the version at which they went, in that order. */
  readonly dropped: ReadonlyMap<string, number>
  /** Net changes are known since this version, and not since an earlier one. */
  readonly oldestKnown: number
  readonly holes: readonly VersionHole[]
}

/**
 * The present rows of one feed and the version at which each of them last changed: enough to bring a viewer from any
 * version that is not too old to the present one, in a single change, without keeping the changes in between.
 */
export interface VersionedRows<Row> {
  readonly version: () => number
  /** The present rows; the same map at every version. */
  readonly rows: () => ReadonlyMap<string, Row>
  /** The change that leads from the present state to `after`, or null when there is none. Takes nothing over. */
  readonly changeTo: (after: readonly Row[]) => RowChange<Row> | null
  /** Takes a change over, under a version beyond the present one. */
  readonly apply: (change: RowChange<Row>, version: number) => void
  /** The present state with all that is known of it. */
  readonly known: () => KnownRows<Row>
  /** Begins with what was known before, instead of what is here. */
  readonly load: (known: KnownRows<Row>) => void
  /** The versions up to `version` are passed over, without a change. */
  readonly skipTo: (version: number) => void
  /** Whether a version was passed over, and may have been given out all the same. */
  readonly isInHole: (version: number) => boolean
  /** The net change since a version; null when it is too old to tell, or was never given out. */
  readonly since: (version: number) => RowChange<Row> | null
}

/** `maxDropped` bounds how many keys of rows that are gone are remembered. */
export const createVersionedRows = <Row>(keyOf: (row: Row) => string, maxDropped = 2_000): VersionedRows<Row> => {
  const rows = new Map<string, Row>()
  const changedAt = new Map<string, number>()
  /** In the order of dropping, so that the first is the oldest. */
  const droppedAt = new Map<string, number>()
  let version = 0
  let oldestKnown = 0
  let holes: readonly VersionHole[] = []
  let unsure: ReadonlySet<string> = new Set()

  const isInHole = (at: number) => holes.some(({ after, before }) => after < at && at < before)

  return {
    version: () => version,
    rows: () => rows,
    changeTo: (after) => {
      const next = new Map(after.map((row) => [keyOf(row), row]))
      const change = diffRows(rows, next)
      if (unsure.size === 0) return change
      const { put, drop } = change ?? { put: [], drop: [] }
      const differs = new Set(put.map(keyOf))
      return {
        put: [...put, ...[...next].filter(([key]) => unsure.has(key) && !differs.has(key)).map(([, row]) => row)],
        drop,
      }
    },
    apply: ({ put, drop }, next) => {
      version = next
      unsure = new Set()
      for (const row of put) {
        const key = keyOf(row)
        rows.set(key, row)
        changedAt.set(key, version)
        droppedAt.delete(key)
      }
      for (const key of drop) {
        rows.delete(key)
        changedAt.delete(key)
        droppedAt.set(key, version)
      }
      for (const [key, at] of droppedAt) {
        if (droppedAt.size <= maxDropped) break
        droppedAt.delete(key)
        oldestKnown = at
      }
    },
    known: () => ({
      version,
      rows: new Map([...rows].map(([key, row]) => [key, { row, changedAt: changedAt.get(key) ?? 0 }])),
      unsure,
      dropped: new Map(droppedAt),
      oldestKnown,
      holes,
    }),
    load: (known) => {
      rows.clear()
      changedAt.clear()
      droppedAt.clear()
      version = known.version
      oldestKnown = known.oldestKnown
      holes = known.holes
      unsure = known.unsure
      for (const [key, { row, changedAt: at }] of known.rows) {
        rows.set(key, row)
        changedAt.set(key, at)
      }
      for (const [key, at] of known.dropped) droppedAt.set(key, at)
    },
    skipTo: (next) => {
      holes = [...holes, { after: version, before: next }]
      version = next
    },
    isInHole,
    since: (from) => {
      if (from > version || from < oldestKnown || isInHole(from)) return null
      const put = [...rows].filter(([key]) => (changedAt.get(key) ?? 0) > from).map(([, row]) => row)
      const drop = [...droppedAt].filter(([, at]) => at > from).map(([key]) => key)
      return { put, drop }
    },
  }
}
