import { randomUUID } from 'node:crypto'
import type { JournalPage } from '#shared/live/journal.ts'
import type { Database } from '#relay/database/database.ts'
import { wholeRetention, type RetentionShare } from '#relay/database/retention-share.ts'
import type { FeedName, FeedRecorder } from '#relay/live/feeds/feed-recorder.ts'
import { bytesOfPart, createJournalStore, type FeedSeat } from './journal-store.ts'
import { createJournalledFeed, type JournalledFeed, type JournalledTopic, type Outgoing } from './journalled-feed.ts'
import { packRows } from './packed-rows.ts'
import { readPage, type PageQuery } from './read-page.ts'
import { startRetention, type Retention } from './retention.ts'
import { recordedFeedOf } from './recorded-feed.ts'

export interface JournalOptions {
  readonly database: Database
  /** The topics that are journalled; feeds of others are not kept. */
  readonly topics: ReadonlyMap<string, JournalledTopic>
  /** Told when the journal can no longer be written, once until it can again. */
  readonly onFailure?: (error: Error) => void
  /** Told how long one writing took, and how many entries and bytes it added. */
  readonly onWritten?: (tookMs: number, entries: number, bytes: number) => void
  readonly now?: () => number
  readonly retention: Retention
  /** How much of that is kept; all of it where it is left out. */
  readonly retentionShare?: RetentionShare | undefined
  readonly sweepEveryMs?: number
  /** How long what comes waits for what comes with it. */
  readonly gatherMs?: number
  readonly heartbeatMs?: number
  /** How many changes may wait to be written before the net change has to do. */
  readonly mostPending?: number
}

/** What the relay says of its journal. */
export interface JournalState {
  /** Why it cannot be written, as a sentence; null while it can. */
  readonly failure: string | null
  /** Feeds that another relay on the same database writes. */
  readonly elsewhere: number
  readonly feeds: number
  readonly pending: number
  /** What it weighs; null before it was weighed for the first time. */
  readonly bytes: number | null
}

/** Keeps what feeds observed in the relay's database: numbered, durable a moment later, one writer a feed. */
export interface Journal extends FeedRecorder {
  /** What was said before the question is in the answer, unless the journal cannot be written. */
  readonly page: (feedKey: string, query: PageQuery) => Promise<JournalPage>
  readonly state: () => JournalState
  /** Resolves once everything said so far is durable, or could not be written. */
  readonly flush: () => Promise<void>
  /** Takes away what is too old or too much, as happens by itself from time to time. */
  readonly sweep: () => Promise<void>
  /** Writes what waits, and leaves the feeds to whoever comes next. */
  readonly close: () => Promise<void>
}

const longestRetryMs = 30_000
/** Another relay takes a feed over when its writer has not been heard of for this many heartbeats. */
const heartbeatsMissed = 3

const sentenceOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

export const createJournal = (options: JournalOptions): Journal => {
  const { database, topics, onFailure, onWritten, now = Date.now } = options
  const { gatherMs = 200, heartbeatMs = 5_000, mostPending = 10_000, sweepEveryMs = 60_000 } = options
  const store = createJournalStore({ database, writer: randomUUID(), leaseMs: heartbeatMs * heartbeatsMissed })
  const feeds = new Map<string, JournalledFeed>()
  let failure: string | null = null
  let retryMs = 0
  let isClosed = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let dueAtMs = Infinity
  let heartbeatAtMs = now()
  let last: Promise<void> = Promise.resolve()

  const fail = (error: unknown) => {
    if (failure === null) onFailure?.(error instanceof Error ? error : new Error(String(error)))
    failure = sentenceOf(error)
  }
  const retention = startRetention({
    database,
    retention: options.retention,
    share: options.retentionShare ?? wholeRetention,
    everyMs: sweepEveryMs,
    onFailure: fail,
    now,
  })

  const pending = () => [...feeds.values()].reduce((sum, feed) => sum + feed.pending(), 0)
  const feedsOfMine = () => [...feeds.values()].filter(({ seat }) => seat?.isMine === true).length
  const soon = (inMs: number) => {
    const atMs = performance.now() + inMs
    if (isClosed || dueAtMs <= atMs) return
    clearTimeout(timer)
    dueAtMs = atMs
    timer = setTimeout(() => void write(), inMs)
    timer.unref()
  }

  const recordedOf = async ({ keyOf }: JournalledTopic, seat: FeedSeat) => {
    const parts = await store.recorded(seat)
    if (parts === null) return null
    return recordedFeedOf(seat, parts, keyOf)
  }

  /** Gets a feed its place back when it has none, or compares it with what is there after something was let go. */
  const settle = async (feed: JournalledFeed) => {
    const topic = topics.get(feed.name.topic)
    if (topic === undefined || (feed.seat?.isMine === true && !feed.isAdrift)) return
    const seat = await store.take(feed.name)
    if (seat.isMine) feed.reseat(seat, await recordedOf(topic, seat), now())
    else feed.seat = seat
  }

  const writeKeyframes = async (outgoing: readonly (readonly [JournalledFeed, Outgoing])[]) => {
    let bytes = 0
    for (const [feed, { part, keyframe, observedAtMs }] of outgoing) {
      if (keyframe === null) continue
      const body = await packRows(keyframe)
      await store.putKeyframe({ id: part.id, era: part.era, version: part.version, observedAtMs, body })
      feed.keyframeWritten(body.length, now())
      bytes += body.length
    }
    return bytes
  }

  const writeOnce = async () => {
    const atMs = now()
    const startedAtMs = performance.now()
    const isHeartbeat = atMs >= heartbeatAtMs + heartbeatMs
    for (const feed of feeds.values()) await settle(feed)
    const outgoing: (readonly [JournalledFeed, Outgoing])[] = []
    for (const feed of feeds.values()) {
      if (feed.seat?.isMine !== true) continue
      const out = feed.take(atMs, isHeartbeat)
      if (out !== null) outgoing.push([feed, out])
    }
    if (isHeartbeat) heartbeatAtMs = atMs
    if (outgoing.length === 0) return
    let written: ReadonlySet<number>
    try {
      written = await store.commit(outgoing.map(([, { part }]) => part))
    } catch (error) {
      for (const [, { restore }] of outgoing) restore()
      throw error
    }
    const kept = outgoing.filter(([, { part }]) => written.has(part.id))
    for (const [feed, { part }] of outgoing) {
      if (written.has(part.id)) feed.entriesWritten(bytesOfPart(part))
      else feed.seat = null
    }
    const entries = kept.reduce((sum, [, { part }]) => sum + part.entries.length, 0)
    const entryBytes = kept.reduce((sum, [, { part }]) => sum + bytesOfPart(part), 0)
    const bytes = entryBytes + (await writeKeyframes(kept))
    retention.added(bytes)
    onWritten?.(performance.now() - startedAtMs, entries, bytes)
  }

  const write = (): Promise<void> => {
    clearTimeout(timer)
    dueAtMs = Infinity
    last = last.then(async () => {
      try {
        await writeOnce()
        failure = null
        retryMs = 0
        soon(pending() > 0 && feedsOfMine() > 0 ? gatherMs : heartbeatMs)
      } catch (error) {
        fail(error)
        retryMs = Math.min(Math.max(2 * retryMs, 1_000), longestRetryMs)
        soon(retryMs)
      }
    })
    return last
  }

  const arrived = (feed: JournalledFeed) => {
    if (feed.seat?.isMine === false) feed.forget()
    // More than one change a row waits: the net change has to do in their place, and a gap says so.
    else if (feed.pending() > Math.max(mostPending, feed.rows().size)) feed.letGo()
    if (failure === null) soon(gatherMs)
  }

  const finish = async (feed: JournalledFeed) => {
    await write()
    if (feed.seat?.isMine === true) await store.release([feed.seat.id]).catch(() => undefined)
  }
  const ending = new Map<string, Promise<void>>()

  const find = ({ key }: FeedName) => feeds.get(key)
  soon(heartbeatMs)

  return {
    resume: async (name) => {
      const topic = topics.get(name.topic)
      if (topic === undefined || isClosed) return null
      await ending.get(name.key)
      const feed = createJournalledFeed(name, topic)
      const seat = await store.take(name).catch(() => null)
      const recorded = seat === null ? null : await recordedOf(topic, seat).catch(() => null)
      feeds.set(name.key, feed)
      if (seat === null || !seat.isMine) {
        feed.seat = seat
        return null
      }
      feed.begin(seat, recorded, now())
      return recorded
    },
    append: (change) => {
      const feed = find(change.feed)
      if (feed === undefined) return
      feed.append(change)
      arrived(feed)
    },
    observed: (name, atMs) => find(name)?.observed(atMs),
    outage: (name, sinceMs, reason) => {
      const feed = find(name)
      if (feed === undefined) return
      feed.gap('source', sinceMs, reason)
      arrived(feed)
    },
    end: (name, why) => {
      const feed = find(name)
      if (feed === undefined) return
      feed.gap(why, feed.observedAtMs() ?? now(), why === 'relay' ? 'The relay did not run.' : 'Nobody watched.')
      feed.end()
      const done = finish(feed).finally(() => {
        feeds.delete(name.key)
        ending.delete(name.key)
      })
      ending.set(name.key, done)
    },
    state: () => ({
      failure,
      elsewhere: [...feeds.values()].filter(({ seat }) => seat?.isMine === false).length,
      feeds: feeds.size,
      pending: pending(),
      bytes: retention.bytes(),
    }),
    page: async (feedKey, query) => {
      await (pending() > 0 && failure === null ? write() : last)
      return readPage(database, feedKey, query)
    },
    sweep: retention.run,
    flush: async () => {
      await Promise.all(ending.values())
      await write()
    },
    close: async () => {
      for (const feed of feeds.values()) if (!feed.isEnding()) feed.end()
      await retention.stop()
      await Promise.all(ending.values())
      await write()
      isClosed = true
      clearTimeout(timer)
      const ids = [...feeds.values()].flatMap(({ seat }) => (seat?.isMine === true ? [seat.id] : []))
      if (ids.length > 0) await store.release(ids).catch(() => undefined)
    },
  }
}
