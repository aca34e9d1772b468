import type { Position } from '#shared/live/messages.ts'
import type { Topic } from '#shared/live/topic.ts'
import type { RowChange } from './diff-rows.ts'
import { feedPace, newInterest, type FeedInterest } from './feed-pace.ts'
import type { FeedName, FeedRecorder } from './feed-recorder.ts'
import { nothing, type FeedEvent, type Outage } from './feed-state.ts'
import { createFeedStore } from './feed-store.ts'
import type { Replication, ReplicationNote } from '#relay/live/replication/replication.ts'
import { createPoller, Superseded } from './poller.ts'
import type { SourceAnswer } from './source.ts'
import { SourceFailure } from './source-failure.ts'

export interface FeedOptions<Row> {
  readonly name: FeedName
  readonly topic: Pick<Topic<never, Row>, 'row' | 'keyOf' | 'pollEveryMs' | 'hintGapMs' | 'staleAfterMs'>
  readonly load: (signal: AbortSignal) => Promise<SourceAnswer>
  readonly rowsOf: (body: string) => Row[]
  readonly recorder: FeedRecorder
  readonly replication: Replication
  /** What became true, for everybody who watches. */
  readonly notify: (event: FeedEvent) => void
  readonly onPoll?: (outcome: PollOutcome, error?: unknown) => void
  readonly now?: () => number
}

/** `failed` begins an outage, `still_failing` goes on with it; `superseded` also when another relay leads by now. */
export type PollOutcome = 'changed' | 'same_rows' | 'same_body' | 'failed' | 'still_failing' | 'superseded'

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
  readonly refreshNow: () => void
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

const reasonOf = (error: unknown): string => {
  if (error instanceof SourceFailure) return error.message
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return `The backend did not answer within ${pollTimeoutMs / 1_000} seconds.`
  }
  return 'The backend gave an answer that could not be read.'
}

export const createTopicFeed = <Row>(options: FeedOptions<Row>): TopicFeed => {
  const { name, topic, load, rowsOf, recorder, replication, notify, onPoll, now = Date.now } = options
  const store = createFeedStore({ name, topic, recorder, notify, now })
  /** The answer whose rows are those of the store; null when that is not certain. */
  let body: string | null = null
  let interest = newInterest

  const setInterest = (change: Partial<FeedInterest>) => {
    interest = { ...interest, ...change }
    poller.setPace(feedPace(topic, interest))
  }

  const takeOver = async (answer: SourceAnswer): Promise<PollOutcome> => {
    const isSameBody = answer.body === body
    const change = isSameBody ? null : store.changeTo(rowsOf(answer.body))
    const atMs = answer.observedAtMs
    if (change === null && store.observedAtMs() !== null) {
      body = answer.body
      store.observe(atMs)
      replica.publish({ kind: 'observed', atMs })
      return isSameBody ? 'same_body' : 'same_rows'
    }
    const { epoch, version: from } = store.position()
    const version = from + 1
    const { put, drop } = change ?? nothing
    const isTrue = await replica.propose({ epoch, from, version, observedAtMs: atMs, put, drop })
    const at = store.position()
    if (!isTrue || at.epoch !== epoch || at.version !== from || store.isStopped()) {
      body = null
      return 'superseded'
    }
    body = answer.body
    store.commit({ put, drop }, version, atMs)
    replica.applied()
    return change === null ? 'same_rows' : 'changed'
  }

  const poller = createPoller({
    ...feedPace(topic, interest),
    timeoutMs: pollTimeoutMs,
    now,
    ask: async (signal) => {
      try {
        const answer = await load(signal)
        setInterest({ againWithinMs: answer.againWithinMs ?? Infinity })
        const outcome = await takeOver(answer)
        onPoll?.(outcome)
      } catch (error) {
        if (signal.reason instanceof Superseded) {
          onPoll?.('superseded')
          throw error
        }
        const isFirst = store.outage() === null
        onPoll?.(isFirst ? 'failed' : 'still_failing', error)
        if (isFirst) {
          const outage = { sinceMs: now(), reason: reasonOf(signal.aborted ? signal.reason : error) }
          store.fail(outage)
          replica.publish({ kind: 'failed', ...outage })
        }
        throw error
      }
    },
  })

  const onNote = (note: ReplicationNote) => {
    if (note.kind === 'observed') store.observe(note.atMs)
    else if (note.kind === 'failed') store.fail({ sinceMs: note.sinceMs, reason: note.reason })
    else if (note.kind === 'hint') poller.hint(note.isUrgent)
    else poller.refreshNow()
  }

  const replica = replication.join(name, {
    lead: (isLeading) => {
      body = null
      if (store.isStopped()) return
      if (isLeading) poller.start()
      else poller.stop()
    },
    setWatchedElsewhere: (isWatchedElsewhere) => setInterest({ isWatchedElsewhere }),
    present: store.present,
    position: store.position,
    apply: ({ put, drop, version, observedAtMs }) => {
      store.commit({ put: put.map((row) => topic.row.parse(row)), drop }, version, observedAtMs)
    },
    adopt: store.adopt,
    fork: store.fork,
    onNote: onNote,
  })

  const begin = async () => {
    const recorded = await recorder.resume(name).catch(() => null)
    if (store.isStopped()) return
    const found = await replica.enter()
    if (found === 'empty' && recorded !== null) {
      try {
        store.resume(recorded)
      } catch {
        // What cannot be read any more is no reason not to begin.
      }
    }
    if (!store.isStopped()) replica.begin()
  }
  const ask = (note: ReplicationNote) => {
    if (replica.isLeading()) onNote(note)
    else replica.publish(note)
  }

  return {
    name,
    start: () => void begin(),
    stop: (why) => {
      store.stop(why)
      poller.stop()
      void replica.leave()
    },
    hint: (isUrgent) => ask({ kind: 'hint', isUrgent }),
    refreshNow: () => ask({ kind: 'refreshNow' }),
    setWatched: (isWatched) => {
      setInterest({ isWatched })
      replica.setWatched(isWatched)
    },
    position: store.position,
    rows: store.rows,
    observedAtMs: store.observedAtMs,
    outage: store.outage,
    isAhead: store.isAhead,
    since: store.since,
  }
}
