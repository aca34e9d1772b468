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
export class VersionedRows<Row> {
  readonly #getKey: (row: Row) => string
  readonly #maxDropped: number
  readonly #rows = new Map<string, Row>()
  readonly #changedAt = new Map<string, number>()
  /** In the order of dropping, so that the first is the oldest. */
  readonly #droppedAt = new Map<string, number>()
  #version = 0
  #oldestKnown = 0
  #holes: readonly VersionHole[] = []
  #unsure: ReadonlySet<string> = new Set()

  /** `maxDropped` bounds how many keys of rows that are gone are remembered. */
  constructor(getKey: (row: Row) => string, maxDropped = 2_000) {
    this.#getKey = getKey
    this.#maxDropped = maxDropped
  }

  version(): number {
    return this.#version
  }

  /** The present rows; the same map at every version. */
  rows(): ReadonlyMap<string, Row> {
    return this.#rows
  }

  /** The change that leads from the present state to `after`, or null when there is none. Takes nothing over. */
  changeTo(after: readonly Row[]): RowChange<Row> | null {
    const unsure = this.#unsure
    const next = new Map(after.map((row) => [this.#getKey(row), row]))
    const change = diffRows(this.#rows, next)
    if (unsure.size === 0) return change
    const { put, drop } = change ?? { put: [], drop: [] }
    const differs = new Set(put.map(this.#getKey))
    return {
      put: [...put, ...[...next].filter(([key]) => unsure.has(key) && !differs.has(key)).map(([, row]) => row)],
      drop,
    }
  }

  /** Takes a change over, under a version beyond the present one. */
  apply({ put, drop }: RowChange<Row>, version: number): void {
    this.#version = version
    this.#unsure = new Set()
    for (const row of put) {
      const key = this.#getKey(row)
      this.#rows.set(key, row)
      this.#changedAt.set(key, version)
      this.#droppedAt.delete(key)
    }
    for (const key of drop) {
      this.#rows.delete(key)
      this.#changedAt.delete(key)
      this.#droppedAt.set(key, version)
    }
    for (const [key, at] of this.#droppedAt) {
      if (this.#droppedAt.size <= this.#maxDropped) break
      this.#droppedAt.delete(key)
      this.#oldestKnown = at
    }
  }

  /** The present state with all that is known of it. */
  known(): KnownRows<Row> {
    const changedAt = this.#changedAt
    return {
      version: this.#version,
      rows: new Map([...this.#rows].map(([key, row]) => [key, { row, changedAt: changedAt.get(key) ?? 0 }])),
      unsure: this.#unsure,
      dropped: new Map(this.#droppedAt),
      oldestKnown: this.#oldestKnown,
      holes: this.#holes,
    }
  }

  /** Begins with what was known before, instead of what is here. */
  load({ version, rows, unsure, dropped, oldestKnown, holes }: KnownRows<Row>): void {
    for (const map of [this.#rows, this.#changedAt, this.#droppedAt]) map.clear()
    this.#version = version
    this.#oldestKnown = oldestKnown
    this.#holes = holes
    this.#unsure = unsure
    for (const [key, { row, changedAt }] of rows) {
      this.#rows.set(key, row)
      this.#changedAt.set(key, changedAt)
    }
    for (const [key, at] of dropped) this.#droppedAt.set(key, at)
  }

  /** The versions up to `version` are passed over, without a change. */
  skipTo(version: number): void {
    this.#holes = [...this.#holes, { after: this.#version, before: version }]
    this.#version = version
  }

  /** Whether a version was passed over, and may have been given out all the same. */
  isInHole(version: number): boolean {
    return this.#holes.some(({ after, before }) => after < version && version < before)
  }

  /** The net change since a version; null when it is too old to tell, or was never given out. */
  since(version: number): RowChange<Row> | null {
    if (version > this.#version || version < this.#oldestKnown || this.isInHole(version)) return null
    const put = [...this.#rows].filter(([key]) => (this.#changedAt.get(key) ?? 0) > version).map(([, row]) => row)
    const drop = [...this.#droppedAt].filter(([, at]) => at > version).map(([key]) => key)
    return { put, drop }
  }
}
