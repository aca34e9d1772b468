import { randomBytes } from 'node:crypto'
import type { Position } from '#shared/live/messages.ts'
import type { Topic } from '#shared/live/topic.ts'
import type { RowChange } from '#relay/live/diff-rows.ts'
import type { FeedName, FeedRecorder, RecordedFeed } from '#relay/live/feed-recorder.ts'
import { createPoller, Superseded } from '#relay/live/poller.ts'
import type { SourceAnswer } from '#relay/live/source.ts'
import { SourceFailure } from '#relay/live/source-failure.ts'
import { versionStart } from '#relay/live/version-start.ts'
import { createVersionedRows } from '#relay/live/versioned-rows.ts'

export interface FeedOptions<Row> {
  readonly name: FeedName
  readonly topic: Pick<Topic<never, Row>, 'row' | 'keyOf' | 'pollEveryMs' | 'staleAfterMs'>
  readonly load: (signal: AbortSignal) => Promise<SourceAnswer>
  readonly rowsOf: (body: string) => Row[]
  readonly recorder: FeedRecorder
  /** What became true, for everybody who watches. */
  readonly tell: (event: FeedEvent) => void
  readonly onPoll?: (outcome: PollOutcome, error?: unknown) => void
  readonly now?: () => number
}

/** `failed` begins an outage, `still_failing` goes on with it. */
export type PollOutcome = 'changed' | 'same_rows' | 'same_body' | 'failed' | 'still_failing' | 'superseded'

interface Outage {
  readonly sinceMs: number
  readonly reason: string
}

/**
 * `loaded`: there are rows, for the first time. `changed`: they lead from version `from` to the present one. `observed`: the
 * source said the same again, which is worth saying. `failed`: an outage began.
 */
export type FeedEvent =
  | { readonly is: 'loaded' | 'observed' | 'failed' }
  | { readonly is: 'changed'; readonly from: number; readonly change: RowChange<unknown> }

/**
 * One instance of a topic as the relay follows it, however many watch: it asks the source while it runs, and says what
 * changed under the next version. It goes on from where it was recorded last.
 */
export interface TopicFeed {
  readonly name: FeedName
  readonly start: () => void
  readonly stop: (why: 'unwatched' | 'relay') => void
  /** Something may have changed in the source. */
  readonly hint: () => void
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

export const createTopicFeed = <Row>(options: FeedOptions<Row>): TopicFeed => {
  const { name, topic, load, rowsOf, recorder, tell, onPoll, now = Date.now } = options
  const held = createVersionedRows(topic.keyOf)
  const observedEveryMs = topic.staleAfterMs / 3
  let epoch = randomBytes(6).toString('base64url')
  let body: string | null = null
  let observedAtMs: number | null = null
  let outage: Outage | null = null
  let toldAtMs = -Infinity
  let isStopped = false

  const say = (event: FeedEvent) => {
    toldAtMs = now()
    tell(event)
  }

  /** The one place where a change becomes true: recorded, taken over, told. */
  const commit = (change: RowChange<Row>, atMs: number) => {
    const from = held.version()
    const isFirst = observedAtMs === null
    observedAtMs = atMs
    held.apply(change, from + 1)
    recorder.append({ feed: name, epoch, from, version: from + 1, observedAtMs, ...change, rows: held.rows() })
    say(isFirst ? { is: 'loaded' } : { is: 'changed', from, change })
  }

  const take = (answer: SourceAnswer): PollOutcome => {
    const isSameBody = answer.body === body
    const isFirst = observedAtMs === null
    const change = isSameBody ? null : held.changeTo(rowsOf(answer.body))
    const wasOut = outage !== null
    body = answer.body
    outage = null
    if (change !== null || isFirst) commit(change ?? { put: [], drop: [] }, answer.observedAtMs)
    else {
      observedAtMs = answer.observedAtMs
      if (wasOut || now() >= toldAtMs + observedEveryMs) say({ is: 'observed' })
    }
    recorder.observed(name, answer.observedAtMs)
    if (change !== null) return 'changed'
    return isSameBody ? 'same_body' : 'same_rows'
  }

  const poller = createPoller({
    everyMs: topic.pollEveryMs,
    timeoutMs: pollTimeoutMs,
    now,
    ask: async (signal) => {
      try {
        onPoll?.(take(await load(signal)))
      } catch (error) {
        if (signal.reason instanceof Superseded) {
          onPoll?.('superseded')
          throw error
        }
        onPoll?.(outage === null ? 'failed' : 'still_failing', error)
        if (outage === null) {
          outage = { sinceMs: now(), reason: reasonOf(signal.aborted ? signal.reason : error) }
          recorder.outage(name, outage.sinceMs, outage.reason)
          say({ is: 'failed' })
        }
        throw error
      }
    },
  })

  const goOnFrom = (recorded: RecordedFeed) => {
    const rows = new Map<string, { row: Row; changedAt: number }>()
    for (const [key, { row, changedAt }] of recorded.rows) rows.set(key, { row: topic.row.parse(row), changedAt })
    const start = versionStart(recorded.version, now())
    epoch = recorded.epoch
    held.load({ ...recorded, rows })
    held.skipTo(start)
    recorder.append({
      feed: name,
      epoch,
      from: recorded.version,
      version: start,
      observedAtMs: recorded.observedAtMs,
      put: [],
      drop: [],
      rows: held.rows(),
    })
    if (recorded.unsure.size > 0) return
    observedAtMs = recorded.observedAtMs
    tell({ is: 'loaded' })
  }

  const begin = async () => {
    try {
      const recorded = await recorder.resume(name)
      if (!isStopped && recorded !== null) goOnFrom(recorded)
    } catch {
      // What cannot be read any more is no reason not to begin.
    }
    if (!isStopped) poller.start()
  }

  return {
    name,
    start: () => void begin(),
    stop: (why) => {
      isStopped = true
      poller.stop()
      recorder.end(name, why)
    },
    hint: poller.hint,
    askNow: poller.askNow,
    setWatched: (isWatched) => poller.setPace(isWatched ? { everyMs: topic.pollEveryMs } : unwatchedPace),
    position: () => ({ epoch, version: held.version() }),
    rows: held.rows,
    observedAtMs: () => observedAtMs,
    outage: () => outage,
    since: (position) => (position.epoch === epoch ? held.since(position.version) : null),
  }
}
