import type { GapReason } from '#shared/live/journal.ts'
import type { VersionHole } from '#relay/live/feeds/versioned-rows.ts'
import type { NewEntry } from './journal-store.ts'

interface UnwrittenRow {
  readonly kind: 'put' | 'drop'
  readonly version: number
  readonly observedAtMs: number
  readonly entity: string
  row: unknown
  readonly before: unknown
}
type UnwrittenEntry = UnwrittenRow | Extract<NewEntry, { kind: 'gap' }>

interface Unwritten {
  readonly entries: readonly UnwrittenEntry[]
  readonly latest: ReadonlyMap<string, UnwrittenRow>
  readonly marked: ReadonlySet<string>
  readonly gapUntilMs: number | null
  readonly hole: VersionHole | null
  readonly knownFrom: number | null
}

export class UnwrittenEntries {
  #entries: UnwrittenEntry[] = []
  #latest = new Map<string, UnwrittenRow>()
  #marked = new Set<string>()
  #gapUntilMs: number | null = null
  #hole: VersionHole | null = null
  #knownFrom: number | null = null
  #isGapOpen = false

  get size(): number {
    return this.#entries.length
  }

  get oldestAtMs(): number | null {
    return this.#entries[0]?.observedAtMs ?? null
  }

  get isEmpty(): boolean {
    return (
      this.#entries.length === 0 &&
      this.#marked.size === 0 &&
      this.#gapUntilMs === null &&
      this.#knownFrom === null &&
      this.#hole === null
    )
  }

  add(entry: UnwrittenRow): void {
    this.#entries.push(entry)
    this.#latest.set(entry.entity, entry)
  }

  mark(key: string): void {
    this.#marked.add(key)
  }

  /** Updates the pending entry: no row may be older than its mark. */
  tick(key: string, row: unknown): void {
    const waiting = this.#latest.get(key)
    if (waiting?.kind === 'put') waiting.row = row
  }

  skip(hole: VersionHole): void {
    this.#hole = hole
  }

  knowFrom(version: number): void {
    this.#knownFrom = version
  }

  openGap(why: GapReason, sinceMs: number, reason: string): void {
    if (this.#isGapOpen) return
    this.#isGapOpen = true
    this.#entries.push({ kind: 'gap', observedAtMs: sinceMs, untilMs: null, why, reason })
  }

  goOnWithGap(): void {
    this.#isGapOpen = true
  }

  closeGap(untilMs: number): void {
    if (!this.#isGapOpen) return
    this.#isGapOpen = false
    const at = this.#entries.findIndex((entry) => entry.kind === 'gap' && entry.untilMs === null)
    const waiting = this.#entries[at]
    if (waiting?.kind === 'gap') this.#entries[at] = { ...waiting, untilMs }
    else this.#gapUntilMs = untilMs
  }

  /** Keeps only `knownFrom`: another relay writes the feed. */
  clear(): void {
    this.#entries = []
    this.#latest = new Map()
    this.#marked = new Set()
    this.#gapUntilMs = null
    this.#hole = null
  }

  clearToGap(sinceMs: number, reason: string): void {
    this.clear()
    this.#isGapOpen = false
    this.openGap('journal', sinceMs, reason)
  }

  clearRows(): void {
    this.#entries = this.#entries.filter(({ kind }) => kind === 'gap')
    this.#latest = new Map()
    this.#marked = new Set()
  }

  drain(): Unwritten {
    const drained = {
      entries: this.#entries,
      latest: this.#latest,
      marked: this.#marked,
      gapUntilMs: this.#gapUntilMs,
      hole: this.#hole,
      knownFrom: this.#knownFrom,
    }
    this.clear()
    this.#knownFrom = null
    return drained
  }

  restore(drained: Unwritten): void {
    this.#entries = [...drained.entries, ...this.#entries]
    this.#latest = new Map([...drained.latest, ...this.#latest])
    this.#marked = new Set([...drained.marked, ...this.#marked])
    this.#gapUntilMs ??= drained.gapUntilMs
    this.#hole ??= drained.hole
    this.#knownFrom ??= drained.knownFrom
  }
}

export const toNewEntry = (entry: UnwrittenEntry): NewEntry => {
  if (entry.kind === 'gap') return entry
  const { kind, version, observedAtMs, entity, row, before } = entry
  return {
    kind,
    version,
    observedAtMs,
    entity,
    row: row === null ? null : JSON.stringify(row),
    before: before === null ? null : JSON.stringify(before),
  }
}
