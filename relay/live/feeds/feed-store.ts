import { randomBytes } from 'node:crypto'
import type { Position } from '#shared/live/messages.ts'
import type { Topic } from '#shared/live/topic.ts'
import type { ReplicatedChange, ReplicatedState, Standing } from './feed-replication.ts'
import { byFields } from './by-fields.ts'
import { diffRows, type RowChange } from './diff-rows.ts'
import type { FeedName, FeedRecorder, RecordedFeed } from './feed-recorder.ts'
import {
  lastRunning,
  nextFeedState,
  nothing,
  getObservedAt,
  getOutage,
  startingFeed,
  type FeedEffect,
  type FeedEvent,
  type FeedInput,
  type FeedOutage,
  type FeedState,
  type Outage,
} from './feed-state.ts'
import { VersionedRows } from './versioned-rows.ts'

const beganMs = Date.UTC(2026, 0, 1)
/** Versions must not be created faster than this, or they overtake the clock. */
const leastMs = 100

/**
 * Beyond every version that an earlier relay may have sent without recording it, including one that restarted
 * from the same version.
 */
export const versionStart = (recorded: number, nowMs: number): number =>
  Math.max(recorded + 2 ** 20, Math.ceil((nowMs - beganMs) / leastMs))

interface FeedStoreOptions<Row> {
  readonly name: FeedName
  readonly topic: Pick<Topic<never, Row>, 'row' | 'getKey' | 'staleAfterMs'>
  readonly recorder: FeedRecorder
  readonly notify: (event: FeedEvent) => void
  readonly now: () => number
}

const newEpoch = () => randomBytes(6).toString('base64url')

export class FeedStore<Row> {
  readonly #options: FeedStoreOptions<Row>
  readonly #versioned: VersionedRows<Row>
  #state: FeedState = startingFeed(newEpoch())

  constructor(options: FeedStoreOptions<Row>) {
    this.#options = options
    this.#versioned = new VersionedRows(options.topic.getKey)
  }

  position(): Position {
    return { epoch: lastRunning(this.#state).epoch, version: this.#versioned.version() }
  }

  rows(): ReadonlyMap<string, Row> {
    return this.#versioned.rows()
  }

  observedAtMs(): number | null {
    return getObservedAt(this.#state)
  }

  outage(): FeedOutage | null {
    return getOutage(this.#state)
  }

  isStopped(): boolean {
    return this.#state.kind === 'stopped'
  }

  changeTo(rows: readonly Row[]): RowChange<Row> | null {
    return this.#versioned.changeTo(rows)
  }

  isAhead(at: Position): boolean {
    const { kind, epoch } = lastRunning(this.#state)
    return kind === 'recorded' && at.epoch === epoch && this.#versioned.isInHole(at.version)
  }

  since(from: Position): RowChange<Row> | null {
    const { epoch, forkedFrom } = lastRunning(this.#state)
    if (from.epoch === epoch) return this.#versioned.since(from.version)
    const isBeforeFork = from.epoch === forkedFrom?.epoch && from.version <= forkedFrom.version
    return isBeforeFork ? this.#versioned.since(from.version) : null
  }

  present(): ReplicatedState | null {
    const observedAtMs = getObservedAt(this.#state)
    if (observedAtMs === null) return null
    const { rows, dropped, oldestKnown, holes } = this.#versioned.known()
    const all = [...rows.values()].map(({ row, changedAt }) => [row, changedAt] as const)
    return { ...this.position(), observedAtMs, rows: all, dropped: [...dropped], oldestKnown, holes }
  }

  /** Ignored when newer rows are known. Throws before any change when recorded rows are invalid. */
  resume(recorded: RecordedFeed): void {
    if (this.#state.kind !== 'starting') return
    const { epoch, version: recordedVersion, observedAtMs } = recorded
    const rows = this.#read([...recorded.rows.values()].map(({ row, changedAt }) => [row, changedAt]))
    const version = versionStart(recordedVersion, this.#options.now())
    this.#versioned.load({ ...recorded, rows })
    this.#versioned.skipTo(version)
    const isSure = recorded.unsure.size === 0 && recorded.isUnconfirmed !== true
    this.#dispatch({ kind: 'resumed', epoch, recordedVersion, version, observedAtMs, isSure })
  }

  commit(change: RowChange<Row>, version: number, atMs: number): void {
    if (this.#state.kind === 'stopped') return
    const { topic, now } = this.#options
    const from = this.#versioned.version()
    const forHolders = this.#state.kind === 'starting' ? nothing : byFields(this.rows(), change, topic.getKey)
    this.#versioned.apply(change, version)
    this.#dispatch({ kind: 'committed', from, version, atMs, nowMs: now(), change, forHolders })
  }

  follow({ put, drop, version, observedAtMs }: ReplicatedChange): void {
    this.commit({ put: put.map((row) => this.#options.topic.row.parse(row)), drop }, version, observedAtMs)
  }

  observe(atMs: number): void {
    const { topic, now } = this.#options
    this.#dispatch({ kind: 'observed', atMs, nowMs: now(), notifyAfterMs: topic.staleAfterMs / 3 })
  }

  fail(outage: Outage): void {
    this.#dispatch({ kind: 'failed', outage, nowMs: this.#options.now() })
  }

  adopt({ state: agreed, changes }: Standing): void {
    if (this.#state.kind === 'stopped') return
    const { topic, now } = this.#options
    const from = this.position()
    const before = new Map(this.rows())
    const rows = this.#read(agreed.rows)
    this.#versioned.load({ ...agreed, rows, unsure: new Set(), dropped: new Map(agreed.dropped) })
    for (const { put, drop, version } of changes)
      this.#versioned.apply({ put: put.map((row) => topic.row.parse(row)), drop }, version)
    this.#dispatch({
      kind: 'adopted',
      epoch: agreed.epoch,
      from,
      version: this.#versioned.version(),
      atMs: changes.at(-1)?.observedAtMs ?? agreed.observedAtMs,
      nowMs: now(),
      change: diffRows(before, this.rows()) ?? nothing,
      rows: [...this.rows().values()],
    })
  }

  fork(): void {
    const version = this.#versioned.version()
    this.#dispatch({ kind: 'forked', epoch: newEpoch(), version, nowMs: this.#options.now() })
  }

  stop(why: 'unwatched' | 'relay'): void {
    this.#dispatch({ kind: 'stopped', why })
  }

  #dispatch(input: FeedInput): void {
    const { state, effects } = nextFeedState(this.#state, input)
    this.#state = state
    for (const effect of effects) this.#carryOut(effect)
  }

  #carryOut(due: FeedEffect): void {
    const { name, recorder, notify } = this.#options
    if (due.kind === 'notify') notify(due.event)
    else if (due.kind === 'recordObserved') recorder.observed(name, due.atMs)
    else if (due.kind === 'recordOutage') recorder.outage(name, due.outage.sinceMs, due.outage.reason)
    else if (due.kind === 'recordEnd') recorder.end(name, due.why)
    else {
      const { kind: _kind, change, ...at } = due
      recorder.append({ feed: name, ...at, ...change, rows: this.rows() })
    }
  }

  #read(rows: Iterable<readonly [row: unknown, changedAt: number]>) {
    const { topic } = this.#options
    const read = new Map<string, { row: Row; changedAt: number }>()
    for (const [raw, changedAt] of rows) {
      const row = topic.row.parse(raw)
      read.set(topic.getKey(row), { row, changedAt })
    }
    return read
  }
}
