import { randomUUID } from 'node:crypto'
import type { FeedMessage, Position } from '#shared/live/messages.ts'
import type { Topic } from '#shared/live/topic.ts'
import { createPoller, Superseded } from '#relay/live/poller.ts'
import type { SourceAnswer } from '#relay/live/source.ts'
import { SourceFailure } from '#relay/live/source-failure.ts'
import { createVersionedRows } from '#relay/live/versioned-rows.ts'

export interface FeedOptions<Row> {
  readonly id: string
  readonly topic: Pick<Topic<never, Row>, 'name' | 'keyOf' | 'pollEveryMs' | 'staleAfterMs'>
  readonly load: (signal: AbortSignal) => Promise<SourceAnswer>
  readonly rowsOf: (body: string) => Row[]
  /** For everybody who is up to date. */
  readonly broadcast: (message: FeedMessage) => void
  readonly onPoll?: (outcome: PollOutcome, error?: unknown) => void
  readonly now?: () => number
}

/** `failed` begins an outage, `still_failing` goes on with it. */
export type PollOutcome = 'changed' | 'same_rows' | 'same_body' | 'failed' | 'still_failing' | 'superseded'

/**
 * One instance of a topic as the relay follows it, however many watch: it asks the source while it runs, and says what
 * changed under the next version. No message goes out before the source has answered for the first time, but a `stale`.
 */
export interface TopicFeed {
  readonly id: string
  readonly topic: string
  readonly start: () => void
  readonly stop: () => void
  /** Something may have changed in the source. */
  readonly hint: () => void
  /** Something has changed, or a person wants to know. */
  readonly askNow: () => void
  readonly position: () => Position
  /** What brings a viewer from `have` to the present state: the net change, or else everything. */
  readonly repair: (have: Position | undefined) => FeedMessage[]
}

const pollTimeoutMs = 10_000
const isoOf = (ms: number) => new Date(ms).toISOString()

const reasonOf = (error: unknown): string => {
  if (error instanceof SourceFailure) return error.message
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return `The backend did not answer within ${pollTimeoutMs / 1_000} seconds.`
  }
  return 'The backend gave an answer that could not be read.'
}

export const createTopicFeed = <Row>(options: FeedOptions<Row>): TopicFeed => {
  const { id, topic, load, rowsOf, broadcast, onPoll, now = Date.now } = options
  const held = createVersionedRows(topic.keyOf)
  const base = { feed: id, epoch: randomUUID() }
  const bookmarkEveryMs = topic.staleAfterMs / 3
  let body: string | null = null
  let observedAtMs: number | null = null
  let outage: { readonly sinceMs: number; readonly reason: string } | null = null
  let saidAtMs = -Infinity

  const say = (message: FeedMessage) => {
    saidAtMs = now()
    broadcast(message)
  }
  const snapshot = (atMs: number): FeedMessage => ({
    ...base,
    kind: 'snapshot',
    version: held.version(),
    rows: [...held.rows().values()],
    observedAt: isoOf(atMs),
  })
  const bookmark = (atMs: number): FeedMessage => ({
    ...base,
    kind: 'bookmark',
    from: held.version(),
    version: held.version(),
    observedAt: isoOf(atMs),
  })
  const stale = ({ sinceMs, reason }: { sinceMs: number; reason: string }): FeedMessage => ({
    feed: id,
    kind: 'stale',
    since: isoOf(sinceMs),
    observedAt: observedAtMs === null ? null : isoOf(observedAtMs),
    reason,
  })

  const take = (answer: SourceAnswer): PollOutcome => {
    const isFirst = observedAtMs === null
    const isSameBody = answer.body === body
    const from = held.version()
    const change = isSameBody ? null : held.apply(rowsOf(answer.body))
    const wasOut = outage !== null
    body = answer.body
    observedAtMs = answer.observedAtMs
    outage = null
    const observedAt = isoOf(observedAtMs)
    if (isFirst) say(snapshot(observedAtMs))
    else if (change !== null) {
      say({
        ...base,
        kind: 'patch',
        from,
        version: held.version(),
        put: [...change.put],
        drop: [...change.drop],
        observedAt,
      })
    } else if (wasOut || now() >= saidAtMs + bookmarkEveryMs) say(bookmark(observedAtMs))
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
          say(stale(outage))
        }
        throw error
      }
    },
  })

  return {
    id,
    topic: topic.name,
    start: poller.start,
    stop: poller.stop,
    hint: poller.hint,
    askNow: poller.askNow,
    position: () => ({ epoch: base.epoch, version: held.version() }),
    repair: (have) => {
      const out = outage === null ? [] : [stale(outage)]
      if (observedAtMs === null) return out
      const change = have?.epoch === base.epoch ? held.since(have.version) : null
      if (have === undefined || change === null) return [snapshot(observedAtMs), ...out]
      if (have.version === held.version()) return [bookmark(observedAtMs), ...out]
      const patch = { from: have.version, version: held.version(), put: [...change.put], drop: [...change.drop] }
      return [{ ...base, kind: 'patch', ...patch, observedAt: isoOf(observedAtMs) }, ...out]
    },
  }
}
