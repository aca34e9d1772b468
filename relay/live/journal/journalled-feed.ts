import type { GapReason } from '#shared/live/journal.ts'
import type { FeedChange, FeedName, JournalledTopic, RecordedFeed } from '#relay/live/feeds/feed-recorder.ts'
import { changedFields } from './changed-fields.ts'
import { nextOwnership, unplaced, type JournalOwnership, type OwnershipInput } from './journal-ownership.ts'
import type { FeedPart, WriterLease } from './journal-store.ts'
import { hashKeys } from './key-hashes.ts'
import { isKeyframeDue, nextKeyframe, noKeyframe, type KeyframeState } from './keyframe-state.ts'
import { toNewEntry, UnwrittenEntries } from './unwritten.ts'

export interface Outgoing {
  readonly part: FeedPart
  readonly observedAtMs: number
  readonly keyframe: readonly unknown[] | null
  readonly restore: () => void
}

export class JournalledFeed {
  readonly name: FeedName
  readonly #topic: JournalledTopic
  readonly #rows = new Map<string, unknown>()
  readonly #unwritten = new UnwrittenEntries()
  #place: JournalOwnership = unplaced
  #keyframe: KeyframeState = noKeyframe
  #observed: { readonly firstAtMs: number; readonly lastAtMs: number } | null = null
  /** The initial rows are in the first keyframe: they are not changes. */
  #hasRows = false
  #isEnding = false

  constructor(name: FeedName, topic: JournalledTopic) {
    this.name = name
    this.#topic = topic
  }

  get ownership(): JournalOwnership {
    return this.#place
  }

  get rows(): ReadonlyMap<string, unknown> {
    return this.#rows
  }

  get observedAtMs(): number | null {
    return this.#observed?.lastAtMs ?? null
  }

  get pending(): number {
    return this.#unwritten.size
  }

  get isEnding(): boolean {
    return this.#isEnding
  }

  begin(lease: WriterLease, recorded: RecordedFeed | null, nowMs: number): void {
    this.#moved({ kind: 'leased', lease })
    if (!lease.isOwn) return
    if (recorded !== null) {
      for (const [key, { row }] of recorded.rows) this.#rows.set(key, row)
      this.#hasRows = true
      this.#keyframe = nextKeyframe(this.#keyframe, { kind: 'resumed', atMs: nowMs })
    }
    // A killed relay left no open gap; an open gap keeps its reason.
    if (lease.hasOpenGap) this.#unwritten.goOnWithGap()
    else if (lease.aliveAtMs !== null) this.#unwritten.openGap('relay', lease.aliveAtMs, 'The relay was not running.')
  }

  regain(lease: WriterLease, recorded: RecordedFeed | null, nowMs: number): void {
    if (this.#observed === null || !lease.isOwn) {
      this.begin(lease, recorded, nowMs)
      return
    }
    this.#moved({ kind: 'regained', lease })
    if (lease.hasOpenGap) this.#unwritten.goOnWithGap()
    // The difference to the recording includes all pending changes.
    this.#unwritten.clearRows()
    const present = new Map(this.#rows)
    const before = recorded === null ? present : recorded.rows
    this.#rows.clear()
    for (const [key, row] of recorded === null ? present : iterateRows(recorded)) this.#rows.set(key, row)
    const missingKeys = [...before.keys()].filter((key) => !present.has(key))
    if (recorded !== null) for (const row of present.values()) this.#put(row, this.#observed.lastAtMs)
    for (const key of missingKeys) this.#drop(key, this.#observed.lastAtMs)
    this.#unwritten.knowFrom(this.#place.version)
    this.#keyframe = nextKeyframe(this.#keyframe, { kind: 'discarded' })
  }

  loseLease(): void {
    this.#moved({ kind: 'expired' })
  }

  append(change: FeedChange): void {
    const { epoch, from, version, observedAtMs, put, drop } = change
    const isOtherEpoch = epoch !== this.#place.epoch
    this.#moved({ kind: 'changed', epoch, version })
    if (isOtherEpoch) {
      this.#unwritten.knowFrom(version)
      this.#keyframe = nextKeyframe(this.#keyframe, { kind: 'discarded' })
      const keys = new Set(change.rows.keys())
      for (const key of this.#rows.keys()) if (!keys.has(key)) this.#drop(key, observedAtMs)
    } else if (version > from + 1) this.#unwritten.skip({ after: from, before: version })
    if (put.length > 0 || drop.length > 0) this.#keyframe = nextKeyframe(this.#keyframe, { kind: 'changed' })
    if (!this.#hasRows) {
      for (const row of put) this.#rows.set(this.#topic.getKey(row), row)
      this.#hasRows = true
      return
    }
    for (const row of put) this.#put(row, observedAtMs)
    for (const key of drop) this.#drop(key, observedAtMs)
  }

  observed(atMs: number): void {
    this.#observed = { firstAtMs: this.#observed?.firstAtMs ?? atMs, lastAtMs: atMs }
    this.#unwritten.closeGap(atMs)
  }

  gap(why: GapReason, sinceMs: number, reason: string): void {
    this.#unwritten.openGap(why, sinceMs, reason)
  }

  end(): void {
    this.#isEnding = true
  }

  forget(): void {
    this.#unwritten.clear()
  }

  /** Drops pending changes; the net change is computed when the journal can be written again. */
  setAdrift(): void {
    const sinceMs = this.#unwritten.oldestAtMs ?? this.observedAtMs ?? 0
    this.#moved({ kind: 'overflowed' })
    this.#unwritten.clearToGap(sinceMs, 'Journal writes failed: only the net change of this period is known.')
  }

  drain(nowMs: number, isHeartbeat: boolean): Outgoing | null {
    const ownership = this.#place
    if (ownership.kind === 'unleased' || ownership.kind === 'elsewhere' || ownership.epoch === '') return null
    const isDue = this.#observed !== null && isKeyframeDue(this.#keyframe, nowMs, this.#isEnding)
    if (this.#unwritten.isEmpty && !isDue && !isHeartbeat) return null
    const drained = this.#unwritten.drain()
    const { entries, marked, gapUntilMs, hole, knownFrom } = drained
    return {
      part: {
        id: ownership.id,
        era: ownership.era,
        epoch: ownership.epoch,
        version: ownership.version,
        knownFrom,
        beganAtMs: this.#observed?.firstAtMs ?? null,
        aliveAtMs: this.observedAtMs,
        gapUntilMs,
        entries: entries.map(toNewEntry),
        marks: marked.size === 0 ? null : hashKeys(marked),
        hole,
      },
      observedAtMs: this.observedAtMs ?? nowMs,
      keyframe: isDue ? [...this.#rows.values()] : null,
      restore: () => this.#unwritten.restore(drained),
    }
  }

  keyframeWritten(bytes: number, atMs: number): void {
    this.#keyframe = nextKeyframe(this.#keyframe, { kind: 'written', atMs, bytes })
  }

  entriesWritten(bytes: number): void {
    this.#keyframe = nextKeyframe(this.#keyframe, { kind: 'entriesWritten', bytes })
  }

  #moved(input: OwnershipInput): void {
    this.#place = nextOwnership(this.#place, input)
  }

  #put(row: unknown, observedAtMs: number): void {
    const key = this.#topic.getKey(row)
    const before = this.#rows.get(key)
    const fields = this.#rows.has(key) ? changedFields(before, row, this.#topic.ticking) : undefined
    this.#rows.set(key, row)
    this.#unwritten.mark(key)
    const { version } = this.#place
    if (fields === null) this.#unwritten.tick(key, row)
    else this.#unwritten.add({ kind: 'put', version, observedAtMs, entity: key, row, before: fields ?? null })
  }

  #drop(key: string, observedAtMs: number): void {
    if (!this.#rows.has(key)) return
    const before = this.#rows.get(key)
    this.#rows.delete(key)
    const { version } = this.#place
    this.#unwritten.add({ kind: 'drop', version, observedAtMs, entity: key, row: null, before })
  }
}

function* iterateRows({ rows }: RecordedFeed): Iterable<readonly [key: string, row: unknown]> {
  for (const [key, { row }] of rows) yield [key, row]
}
