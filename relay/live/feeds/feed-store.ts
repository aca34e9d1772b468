import { randomBytes } from 'node:crypto'
import type { Position } from '#shared/live/messages.ts'
import type { Topic } from '#shared/live/topic.ts'
import type { ReplicatedState, Standing } from '#relay/live/replication/replication.ts'
import { byFields } from './by-fields.ts'
import { diffRows, type RowChange } from './diff-rows.ts'
import type { FeedName, FeedRecorder, RecordedFeed } from './feed-recorder.ts'
import {
  knownOf,
  nextFeedState,
  nothing,
  observedAtOf,
  outageOf,
  startingFeed,
  type FeedEffect,
  type FeedEvent,
  type FeedInput,
  type FeedState,
  type Outage,
} from './feed-state.ts'
import { versionStart } from './version-start.ts'
import { createVersionedRows } from './versioned-rows.ts'

interface FeedStoreOptions<Row> {
  readonly name: FeedName
  readonly topic: Pick<Topic<never, Row>, 'row' | 'keyOf' | 'staleAfterMs'>
  readonly recorder: FeedRecorder
  /** What became true, for everybody who watches. */
  readonly notify: (event: FeedEvent) => void
  readonly now: () => number
}

/** The rows of a feed beside its state: takes over what became true, has it recorded and notifies who watches. */
export interface FeedStore<Row> {
  readonly position: () => Position
  readonly rows: () => ReadonlyMap<string, Row>
  readonly observedAtMs: () => number | null
  readonly outage: () => Outage | null
  readonly isStopped: () => boolean
  readonly since: (from: Position) => RowChange<Row> | null
  readonly isAhead: (at: Position) => boolean
  /** The change that leads to these rows, or null when there is none. Takes nothing over. */
  readonly changeTo: (rows: readonly Row[]) => RowChange<Row> | null
  /** All that is known; null while there are no rows to give out. */
  readonly present: () => ReplicatedState | null
  /** Begins with a recording, unless something newer is known. Throws, having changed nothing, when its rows can't be read. */
  readonly resume: (recorded: RecordedFeed) => void
  /** Takes a change over that is true for all. */
  readonly commit: (change: RowChange<Row>, version: number, atMs: number) => void
  readonly observe: (atMs: number) => void
  readonly fail: (outage: Outage) => void
  /** What is known gives way to what other relays agreed on. */
  readonly adopt: (standing: Standing) => void
  readonly fork: () => void
  readonly stop: (why: 'unwatched' | 'relay') => void
}

const newEpoch = () => randomBytes(6).toString('base64url')

export const createFeedStore = <Row>(options: FeedStoreOptions<Row>): FeedStore<Row> => {
  const { name, topic, recorder, notify, now } = options
  const versioned = createVersionedRows(topic.keyOf)
  const notifyAfterMs = topic.staleAfterMs / 3
  let state: FeedState = startingFeed(newEpoch())

  const effect = (due: FeedEffect) => {
    if (due.kind === 'notify') notify(due.event)
    else if (due.kind === 'recordObserved') recorder.observed(name, due.atMs)
    else if (due.kind === 'recordOutage') recorder.outage(name, due.outage.sinceMs, due.outage.reason)
    else if (due.kind === 'recordEnd') recorder.end(name, due.why)
    else {
      const { kind: _kind, change, ...at } = due
      recorder.append({ feed: name, ...at, ...change, rows: versioned.rows() })
    }
  }
  const dispatch = (input: FeedInput) => {
    const next = nextFeedState(state, input)
    state = next.state
    next.effects.forEach(effect)
  }

  const position = (): Position => ({ epoch: knownOf(state).epoch, version: versioned.version() })
  const readRows = (rows: Iterable<readonly [row: unknown, changedAt: number]>) => {
    const read = new Map<string, { row: Row; changedAt: number }>()
    for (const [given, changedAt] of rows) {
      const row = topic.row.parse(given)
      read.set(topic.keyOf(row), { row, changedAt })
    }
    return read
  }

  return {
    position,
    rows: versioned.rows,
    observedAtMs: () => observedAtOf(state),
    outage: () => outageOf(state),
    isStopped: () => state.kind === 'stopped',
    changeTo: versioned.changeTo,
    isAhead: (at) => {
      const { kind, epoch } = knownOf(state)
      return kind === 'recorded' && at.epoch === epoch && versioned.isInHole(at.version)
    },
    since: (from) => {
      const { epoch, forkedFrom } = knownOf(state)
      if (from.epoch === epoch) return versioned.since(from.version)
      const isBeforeFork = from.epoch === forkedFrom?.epoch && from.version <= forkedFrom.version
      return isBeforeFork ? versioned.since(from.version) : null
    },
    present: () => {
      const observedAtMs = observedAtOf(state)
      if (observedAtMs === null) return null
      const { rows, dropped, oldestKnown, holes } = versioned.known()
      const all = [...rows.values()].map(({ row, changedAt }) => [row, changedAt] as const)
      return { ...position(), observedAtMs, rows: all, dropped: [...dropped], oldestKnown, holes }
    },

    resume: (recorded) => {
      if (state.kind !== 'starting') return
      const { epoch, version: recordedVersion, observedAtMs } = recorded
      const rows = readRows([...recorded.rows.values()].map(({ row, changedAt }) => [row, changedAt]))
      const version = versionStart(recordedVersion, now())
      versioned.load({ ...recorded, rows })
      versioned.skipTo(version)
      const isSure = recorded.unsure.size === 0
      dispatch({ kind: 'resumed', epoch, recordedVersion, version, observedAtMs, isSure })
    },
    commit: (change, version, atMs) => {
      if (state.kind === 'stopped') return
      const from = versioned.version()
      const forHolders = state.kind === 'starting' ? nothing : byFields(versioned.rows(), change, topic.keyOf)
      versioned.apply(change, version)
      dispatch({ kind: 'committed', from, version, atMs, nowMs: now(), change, forHolders })
    },
    observe: (atMs) => dispatch({ kind: 'observed', atMs, nowMs: now(), notifyAfterMs }),
    fail: (outage) => dispatch({ kind: 'failed', outage, nowMs: now() }),
    adopt: ({ state: agreed, changes }) => {
      if (state.kind === 'stopped') return
      const from = position()
      const before = new Map(versioned.rows())
      versioned.load({
        ...agreed,
        rows: readRows(agreed.rows),
        unsure: new Set(),
        dropped: new Map(agreed.dropped),
      })
      for (const { put, drop, version } of changes)
        versioned.apply({ put: put.map((row) => topic.row.parse(row)), drop }, version)
      dispatch({
        kind: 'adopted',
        epoch: agreed.epoch,
        from,
        version: versioned.version(),
        atMs: changes.at(-1)?.observedAtMs ?? agreed.observedAtMs,
        nowMs: now(),
        change: diffRows(before, versioned.rows()) ?? nothing,
        rows: [...versioned.rows().values()],
      })
    },
    fork: () => dispatch({ kind: 'forked', epoch: newEpoch(), version: versioned.version(), nowMs: now() }),
    stop: (why) => dispatch({ kind: 'stopped', why }),
  }
}
