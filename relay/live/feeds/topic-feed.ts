import type { Position } from '#shared/live/messages.ts'
import type { Topic } from '#shared/live/topic.ts'
import type { RowChange } from './diff-rows.ts'
import { pollTiming, newInterest, type FeedInterest } from './feed-pace.ts'
import type { FeedName, FeedRecorder } from './feed-recorder.ts'
import { sourceTimeoutMs, FeedPoll, type PollOutcome } from './feed-poll.ts'
import type { FeedEvent, FeedOutage } from './feed-state.ts'
import { FeedStore } from './feed-store.ts'
import type { Replica, Replication, ReplicationNote } from './feed-replication.ts'
import { createPoller } from './poller.ts'
import type { SourceResponse } from './source.ts'

export interface FeedOptions<Row> {
  readonly name: FeedName
  readonly topic: Pick<Topic<never, Row>, 'row' | 'getKey' | 'pollEveryMs' | 'hintGapMs' | 'staleAfterMs'>
  readonly load: (signal: AbortSignal) => Promise<SourceResponse>
  readonly parseRows: (body: string) => Row[]
  readonly recorder: FeedRecorder
  readonly replication: Replication
  readonly notify: (event: FeedEvent) => void
  readonly onPoll?: (outcome: PollOutcome, error?: unknown) => void
  readonly now?: () => number
}

export interface TopicFeed {
  readonly name: FeedName
  readonly start: () => void
  readonly stop: (why: 'unwatched' | 'relay') => void
  readonly hint: (isUrgent?: boolean) => void
  readonly refreshNow: () => void
  readonly setWatched: (isWatched: boolean) => void
  readonly position: () => Position
  readonly rows: () => ReadonlyMap<string, unknown>
  readonly observedAtMs: () => number | null
  readonly outage: () => FeedOutage | null
  readonly since: (position: Position) => RowChange<unknown> | null
  /** Viewers at this position may have newer rows: sent but not recorded before a restart, and not polled since. */
  readonly isAhead: (position: Position) => boolean
}

const begin = async (
  name: FeedName,
  recorder: FeedRecorder,
  store: Pick<FeedStore<never>, 'isStopped' | 'resume'>,
  replica: Replica,
) => {
  const recorded = await recorder.resume(name).catch(() => null)
  if (store.isStopped()) return
  const found = await replica.enter()
  if (found === 'empty' && recorded !== null) {
    try {
      store.resume(recorded)
    } catch {}
  }
  if (!store.isStopped()) replica.begin()
}

export const createTopicFeed = <Row>(options: FeedOptions<Row>): TopicFeed => {
  const { name, topic, load, parseRows, recorder, replication, notify, onPoll, now = Date.now } = options
  const store = new FeedStore({ name, topic, recorder, notify, now })
  const poll = new FeedPoll({
    load,
    parseRows,
    store,
    replica: () => replica,
    onAgainWithin: (againWithinMs) => setInterest({ againWithinMs }),
    onPoll,
    now,
  })
  let interest = newInterest
  const poller = createPoller({
    ...pollTiming(topic, interest),
    timeoutMs: sourceTimeoutMs,
    now,
    poll: (signal) => poll.run(signal),
  })
  const setInterest = (change: Partial<FeedInterest>) => {
    interest = { ...interest, ...change }
    poller.setTiming(pollTiming(topic, interest))
  }

  const onNote = (note: ReplicationNote) => {
    if (note.kind === 'observed') store.observe(note.atMs)
    else if (note.kind === 'failed') {
      const { sinceMs, reason, isDenied } = note
      store.fail({ sinceMs, reason, isDenied })
    } else if (note.kind === 'hint') poller.hint(note.isUrgent)
    else poller.refreshNow()
  }

  const replica = replication.join(name, {
    lead: (isLeading) => {
      poll.forget()
      if (store.isStopped()) return
      if (isLeading) poller.start()
      else poller.stop()
    },
    setWatchedElsewhere: (isWatchedElsewhere) => setInterest({ isWatchedElsewhere }),
    present: () => store.present(),
    position: () => store.position(),
    apply: (change) => store.follow(change),
    adopt: (standing) => store.adopt(standing),
    fork: () => store.fork(),
    onNote,
  })

  const request = (note: ReplicationNote) => {
    if (replica.isLeading()) onNote(note)
    else replica.publish(note)
  }

  return {
    name,
    start: () => void begin(name, recorder, store, replica),
    stop: (why) => {
      store.stop(why)
      poller.stop()
      void replica.leave()
    },
    hint: (isUrgent) => request({ kind: 'hint', isUrgent }),
    refreshNow: () => request({ kind: 'refreshNow' }),
    setWatched: (isWatched) => {
      setInterest({ isWatched })
      replica.setWatched(isWatched)
    },
    position: () => store.position(),
    rows: () => store.rows(),
    observedAtMs: () => store.observedAtMs(),
    outage: () => store.outage(),
    isAhead: (at) => store.isAhead(at),
    since: (from) => store.since(from),
  }
}
