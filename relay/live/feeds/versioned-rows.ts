import { diffRows, type RowChange } from './diff-rows.ts'

/** Versions strictly between `after` and `before` may have been sent; no net change from them is known. */
export interface VersionHole {
  readonly after: number
  readonly before: number
}

export interface KnownRows<Row> {
  readonly version: number
  readonly rows: ReadonlyMap<string, { readonly row: Row; readonly changedAt: number }>
  /** Keys of rows that may have changed unseen: they count as changed at the next change. */
  readonly unsure: ReadonlySet<string>
  readonly dropped: ReadonlyMap<string, number>
  readonly oldestKnown: number
  readonly holes: readonly VersionHole[]
}

export class VersionedRows<Row> {
  readonly #getKey: (row: Row) => string
  readonly #maxDropped: number
  readonly #rows = new Map<string, Row>()
  readonly #changedAt = new Map<string, number>()
  readonly #droppedAt = new Map<string, number>()
  #version = 0
  #oldestKnown = 0
  #holes: readonly VersionHole[] = []
  #unsure: ReadonlySet<string> = new Set()

  constructor(getKey: (row: Row) => string, maxDropped = 2_000) {
    this.#getKey = getKey
    this.#maxDropped = maxDropped
  }

  version(): number {
    return this.#version
  }

  rows(): ReadonlyMap<string, Row> {
    return this.#rows
  }

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

  skipTo(version: number): void {
    this.#holes = [...this.#holes, { after: this.#version, before: version }]
    this.#version = version
  }

  isInHole(version: number): boolean {
    return this.#holes.some(({ after, before }) => after < version && version < before)
  }

  since(version: number): RowChange<Row> | null {
    if (version > this.#version || version < this.#oldestKnown || this.isInHole(version)) return null
    const put = [...this.#rows].filter(([key]) => (this.#changedAt.get(key) ?? 0) > version).map(([, row]) => row)
    const drop = [...this.#droppedAt].filter(([, at]) => at > version).map(([key]) => key)
    return { put, drop }
  }
}
