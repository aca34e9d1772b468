import { randomBytes } from 'node:crypto'
import type { Position } from '#shared/live/messages.ts'
import type { Topic } from '#shared/live/topic.ts'
import { byFields, type FieldedChange } from './by-fields.ts'
import { diffRows, type RowChange } from './diff-rows.ts'
import type { FeedName, FeedRecorder, RecordedFeed } from './feed-recorder.ts'
import type { Line, LineNote } from '#relay/live/replication/replication.ts'
import { createPoller, Superseded } from './poller.ts'
import type { SourceAnswer } from './source.ts'
import { SourceFailure } from './source-failure.ts'
import { versionStart } from './version-start.ts'
import { createVersionedRows } from './versioned-rows.ts'

export interface FeedOptions<Row> {
  readonly name: FeedName
  readonly topic: Pick<Topic<never, Row>, 'row' | 'keyOf' | 'pollEveryMs' | 'hintGapMs' | 'staleAfterMs'>
  readonly load: (signal: AbortSignal) => Promise<SourceAnswer>
  readonly rowsOf: (body: string) => Row[]
  readonly recorder: FeedRecorder
  readonly line: Line
  /** What became true, for everybody who watches. */
  readonly tell: (event: FeedEvent) => void
  readonly onPoll?: (outcome: PollOutcome, error?: unknown) => void
  readonly now?: () => number
}

/** `failed` begins an outage, `still_failing` goes on with it; `superseded` also when another relay leads by now. */
export type PollOutcome = 'changed' | 'same_rows' | 'same_body' | 'failed' | 'still_failing' | 'superseded'

interface Outage {
  readonly sinceMs: number
  readonly reason: string
}

/**
 * `loaded`: there are rows, for the first time. `changed`: they lead from version `from` to the present one. `observed`: the
 * source said the same again, which is worth saying. `failed`: an outage began. `rebased`: as `changed`, from a position that
 * may be of another epoch.
 */
export type FeedEvent =
  | { readonly kind: 'loaded' | 'observed' | 'failed' }
  | { readonly kind: 'changed'; readonly from: number; readonly change: FieldedChange }
  | { readonly kind: 'rebased'; readonly from: Position; readonly change: RowChange<unknown> }

/**
 * One instance of a topic as the relay follows it, however many watch: it asks the source while it runs, and says what
 * changed under the next version. It goes on from where it was recorded last.
 */
export interface TopicFeed {
  readonly name: FeedName
  readonly start: () => void
  readonly stop: (why: 'unwatched' | 'relay') => void
  /** Something may have changed in the source; urgent is what people wait for. */
  readonly hint: (isUrgent?: boolean) => void
  /** Something has changed, or a person wants to know. */
  readonly askNow: () => void
  /** Whether anybody watches: a feed that is followed for the journal alone asks more slowly. */
  readonly setWatched: (isWatched: boolean) => void
  readonly position: () => Position
  readonly rows: () => ReadonlyMap<string, unknown>
  /** When the source was last asked with success; null before anything is known, and then there are no rows to give out. */
  readonly observedAtMs: () => number | null
  readonly outage: () => Outage | null
  /** The net change from a position to the present one; null when it cannot be told. */
  readonly since: (position: Position) => RowChange<unknown> | null
  /**
   * Whether who stands there may hold something newer than what is known here: it was given out and not recorded before the
   * relay was ended, and the source has not been asked again.
   */
  readonly isAhead: (position: Position) => boolean
}

const pollTimeoutMs = 10_000
const unwatchedPace = { everyMs: 30_000, leastGapMs: 5_000 }

const reasonOf = (error: unknown): string => {
  if (error instanceof SourceFailure) return error.message
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return `The backend did not answer within ${pollTimeoutMs / 1_000} seconds.`
  }
  return 'The backend gave an answer that could not be read.'
}

const nothing = { put: [], drop: [] }
const newEpoch = () => randomBytes(6).toString('base64url')

export const createTopicFeed = <Row>(options: FeedOptions<Row>): TopicFeed => {
  const { name, topic, load, rowsOf, recorder, line, tell, onPoll, now = Date.now } = options
  const held = createVersionedRows(topic.keyOf)
  const observedEveryMs = topic.staleAfterMs / 3
  let epoch = newEpoch()
  /** Where an earlier epoch went over into this one: up to there its versions are this one's. */
  let forkedFrom: Position | null = null
  let body: string | null = null
  let observedAtMs: number | null = null
  let outage: Outage | null = null
  let toldAtMs = -Infinity
  let isStopped = false
  let isWatched = true
  let isWatchedElsewhere = false
  let againWithinMs = Infinity
  /** All that is known comes from the record: the source has not been asked since. */
  let isFromRecord = false

  const position = (): Position => ({ epoch, version: held.version() })
  const say = (event: FeedEvent) => {
    toldAtMs = now()
    tell(event)
  }
  const record = (from: number, version: number, change: RowChange<unknown>, atMs: number) =>
    recorder.append({ feed: name, epoch, from, version, observedAtMs: atMs, ...change, rows: held.rows() })

  /** A change that is true for all: taken over, recorded, told. */
  const commit = (change: RowChange<Row>, version: number, atMs: number) => {
    const from = held.version()
    const isFirst = observedAtMs === null
    observedAtMs = atMs
    outage = null
    isFromRecord = false
    const forHolders = isFirst ? nothing : byFields(held.rows(), change, topic.keyOf)
    held.apply(change, version)
    record(from, version, change, atMs)
    say(isFirst ? { kind: 'loaded' } : { kind: 'changed', from, change: forHolders })
    recorder.observed(name, atMs)
  }
  const observe = (atMs: number) => {
    const wasOut = outage !== null
    outage = null
    isFromRecord = false
    observedAtMs = atMs
    if (wasOut || now() >= toldAtMs + observedEveryMs) say({ kind: 'observed' })
    recorder.observed(name, atMs)
  }
  const fail = (failed: Outage) => {
    outage = failed
    recorder.outage(name, failed.sinceMs, failed.reason)
    say({ kind: 'failed' })
  }

  const take = async (answer: SourceAnswer): Promise<PollOutcome> => {
    const isSameBody = answer.body === body
    const isFirst = observedAtMs === null
    const change = isSameBody ? null : held.changeTo(rowsOf(answer.body))
    const atMs = answer.observedAtMs
    if (change === null && !isFirst) {
      body = answer.body
      observe(atMs)
      seat.say({ kind: 'observed', atMs })
      return isSameBody ? 'same_body' : 'same_rows'
    }
    const from = position()
    const { put, drop } = change ?? nothing
    const isTrue = await seat.propose({
      ...from,
      from: from.version,
      version: from.version + 1,
      observedAtMs: atMs,
      put,
      drop,
    })
    const isHere = from.epoch === epoch && from.version === held.version()
    if (!isTrue || !isHere || isStopped) {
      body = null
      return 'superseded'
    }
    body = answer.body
    commit({ put, drop }, from.version + 1, atMs)
    seat.applied()
    return change === null ? 'same_rows' : 'changed'
  }

  const watchedPace = () => ({
    everyMs: Math.min(topic.pollEveryMs, againWithinMs),
    ...(topic.hintGapMs !== undefined && { leastGapMs: topic.hintGapMs }),
  })
  const poller = createPoller({
    ...watchedPace(),
    timeoutMs: pollTimeoutMs,
    now,
    ask: async (signal) => {
      try {
        const answer = await load(signal)
        againWithinMs = answer.againWithinMs ?? Infinity
        pace()
        const outcome = await take(answer)
        onPoll?.(outcome)
      } catch (error) {
        if (signal.reason instanceof Superseded) {
          onPoll?.('superseded')
          throw error
        }
        onPoll?.(outage === null ? 'failed' : 'still_failing', error)
        if (outage === null) {
          const failed = { sinceMs: now(), reason: reasonOf(signal.aborted ? signal.reason : error) }
          fail(failed)
          seat.say({ kind: 'failed', ...failed })
        }
        throw error
      }
    },
  })

  const rowsIn = (rows: Iterable<readonly [row: unknown, changedAt: number]>) => {
    const read = new Map<string, { row: Row; changedAt: number }>()
    for (const [given, changedAt] of rows) {
      const row = topic.row.parse(given)
      read.set(topic.keyOf(row), { row, changedAt })
    }
    return read
  }
  const goOnFrom = (recorded: RecordedFeed) => {
    const rows = rowsIn([...recorded.rows.values()].map(({ row, changedAt }) => [row, changedAt]))
    const start = versionStart(recorded.version, now())
    epoch = recorded.epoch
    held.load({ ...recorded, rows })
    held.skipTo(start)
    record(recorded.version, start, nothing, recorded.observedAtMs)
    if (recorded.unsure.size > 0) return
    isFromRecord = true
    observedAtMs = recorded.observedAtMs
    tell({ kind: 'loaded' })
  }

  const pace = () => poller.setPace(isWatched || isWatchedElsewhere ? watchedPace() : unwatchedPace)
  const heard = (note: LineNote) => {
    if (note.kind === 'observed') {
      // Before there are rows there is nothing to be sure of.
      if (observedAtMs !== null) observe(note.atMs)
    } else if (note.kind === 'failed') {
      if (outage === null) fail(note)
    } else if (note.kind === 'hint') poller.hint(note.isUrgent)
    else poller.askNow()
  }

  const seat = line.join(name, {
    lead: (isLeading) => {
      body = null
      if (isStopped) return
      if (isLeading) poller.start()
      else poller.stop()
    },
    setWatchedElsewhere: (watched) => {
      isWatchedElsewhere = watched
      pace()
    },
    present: () => {
      if (observedAtMs === null) return null
      const { version, rows, dropped, oldestKnown, holes } = held.known()
      const all = [...rows.values()].map(({ row, changedAt }) => [row, changedAt] as const)
      return { epoch, version, observedAtMs, rows: all, dropped: [...dropped], oldestKnown, holes }
    },
    position,
    apply: (change) => {
      commit(
        { put: change.put.map((row) => topic.row.parse(row)), drop: change.drop },
        change.version,
        change.observedAtMs,
      )
    },
    adopt: ({ state, changes }) => {
      const from = position()
      const before = new Map(held.rows())
      const isFirst = observedAtMs === null
      held.load({ ...state, rows: rowsIn(state.rows), unsure: new Set(), dropped: new Map(state.dropped) })
      for (const { put, drop, version } of changes)
        held.apply({ put: put.map((row) => topic.row.parse(row)), drop }, version)
      const change = diffRows(before, held.rows()) ?? nothing
      const atMs = changes.at(-1)?.observedAtMs ?? state.observedAtMs
      epoch = state.epoch
      forkedFrom = null
      outage = null
      isFromRecord = false
      observedAtMs = atMs
      // The record knows of every row that it may have changed on the way here, since the way is not known.
      record(held.version() - 1, held.version(), { put: [...held.rows().values()], drop: change.drop }, atMs)
      say(isFirst ? { kind: 'loaded' } : { kind: 'rebased', from, change })
      recorder.observed(name, atMs)
    },
    fork: () => {
      forkedFrom = position()
      epoch = newEpoch()
      record(forkedFrom.version - 1, forkedFrom.version, nothing, observedAtMs ?? now())
      say({ kind: 'rebased', from: forkedFrom, change: nothing })
    },
    heard,
  })

  const begin = async () => {
    const recorded = await recorder.resume(name).catch(() => null)
    if (isStopped) return
    const found = await seat.enter()
    if (found === 'empty' && recorded !== null) {
      try {
        goOnFrom(recorded)
      } catch {
        // What cannot be read any more is no reason not to begin.
      }
    }
    if (!isStopped) seat.begin()
  }
  const ask = (note: LineNote) => {
    if (seat.isLeading()) heard(note)
    else seat.say(note)
  }

  return {
    name,
    start: () => void begin(),
    stop: (why) => {
      isStopped = true
      poller.stop()
      void seat.leave()
      recorder.end(name, why)
    },
    hint: (isUrgent) => ask({ kind: 'hint', isUrgent }),
    askNow: () => ask({ kind: 'askNow' }),
    setWatched: (watched) => {
      isWatched = watched
      pace()
      seat.setWatched(watched)
    },
    position,
    rows: held.rows,
    observedAtMs: () => observedAtMs,
    outage: () => outage,
    isAhead: (at) => isFromRecord && at.epoch === epoch && held.isInHole(at.version),
    since: (from) => {
      if (from.epoch === epoch) return held.since(from.version)
      return from.epoch === forkedFrom?.epoch && from.version <= forkedFrom.version ? held.since(from.version) : null
    },
  }
}
