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

/** What of a feed is not in the database yet: entries in their order, and which rows are new or different. */
export interface Unwritten {
  readonly entries: readonly UnwrittenEntry[]
  readonly latest: ReadonlyMap<string, UnwrittenRow>
  readonly marked: ReadonlySet<string>
  /** Ends the gap that is written. */
  readonly gapUntilMs: number | null
  /** Versions that the feed was led over. */
  readonly hole: VersionHole | null
  /** Net changes are known from this version on. */
  readonly knownFrom: number | null
}

/** Gathers what is to be written of a feed. A gap that is open stays open however much is written meanwhile. */
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

  /** What ticked before it was written is the row's newest state, so that nothing older than its mark is kept. */
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

  /** Begins a gap, unless one is open. */
  openGap(why: GapReason, sinceMs: number, reason: string): void {
    if (this.#isGapOpen) return
    this.#isGapOpen = true
    this.#entries.push({ kind: 'gap', observedAtMs: sinceMs, untilMs: null, why, reason })
  }

  /** The gap that the database holds goes on. */
  goOnWithGap(): void {
    this.#isGapOpen = true
  }

  /** Ends the gap that is open, be it written already or still waiting. */
  closeGap(untilMs: number): void {
    if (!this.#isGapOpen) return
    this.#isGapOpen = false
    const at = this.#entries.findIndex((entry) => entry.kind === 'gap' && entry.untilMs === null)
    const waiting = this.#entries[at]
    if (waiting?.kind === 'gap') this.#entries[at] = { ...waiting, untilMs }
    else this.#gapUntilMs = untilMs
  }

  /** Forgets everything but from where net changes are known; another relay writes it. */
  clear(): void {
    this.#entries = []
    this.#latest = new Map()
    this.#marked = new Set()
    this.#gapUntilMs = null
    this.#hole = null
  }

  /** Forgets everything, which is told as one gap since then. */
  clearToGap(sinceMs: number, reason: string): void {
    this.clear()
    this.#isGapOpen = false
    this.openGap('journal', sinceMs, reason)
  }

  /** Keeps gaps alone: what happened to rows is told otherwise. */
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

  /** Puts what was drained back before what came since: it could not be written. */
  restore(drained: Unwritten): void {
    this.#entries = [...drained.entries, ...this.#entries]
    this.#latest = new Map([...drained.latest, ...this.#latest])
    this.#marked = new Set([...drained.marked, ...this.#marked])
    this.#gapUntilMs ??= drained.gapUntilMs
    this.#hole ??= drained.hole
    this.#knownFrom ??= drained.knownFrom
  }
}

/** An entry as the database takes it. */
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
