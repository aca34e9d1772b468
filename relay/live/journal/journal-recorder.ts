import type { FeedName, FeedRecorder, JournalledTopic } from '#relay/live/feeds/feed-recorder.ts'
import type { JournalStore } from './journal-store.ts'
import { loadRecorded } from './journal-writer.ts'
import { JournalledFeed } from './journalled-feed.ts'

interface JournalRecorderOptions {
  readonly store: JournalStore
  readonly topics: ReadonlyMap<string, JournalledTopic>
  readonly feeds: Map<string, JournalledFeed>
  readonly mostPending: number
  readonly onPending: () => void
  readonly write: () => Promise<void>
  readonly now: () => number
}

interface JournalRecorder extends FeedRecorder {
  readonly flush: () => Promise<void>
  readonly close: () => Promise<void>
}

export const leasedIds = (feeds: Iterable<JournalledFeed>): readonly number[] =>
  [...feeds].flatMap(({ ownership }) =>
    ownership.kind === 'writing' || ownership.kind === 'adrift' ? [ownership.id] : [],
  )

const gapReasons = { relay: 'The relay was not running.', unwatched: 'No viewers were connected.' } as const

export const createJournalRecorder = (options: JournalRecorderOptions): JournalRecorder => {
  const { store, topics, feeds, mostPending, onPending, write, now } = options
  const ending = new Map<string, Promise<void>>()
  let isClosed = false

  const change = (name: FeedName, take: (feed: JournalledFeed) => void) => {
    const feed = feeds.get(name.key)
    if (feed === undefined) return
    take(feed)
    if (feed.ownership.kind === 'elsewhere') feed.forget()
    // More changes than rows are pending: the net change replaces them, and a gap records that.
    else if (feed.pending > Math.max(mostPending, feed.rows.size)) feed.setAdrift()
    onPending()
  }
  const release = async (some: Iterable<JournalledFeed>) => {
    const ids = leasedIds(some)
    if (ids.length > 0) await store.release(ids).catch(() => undefined)
  }
  const flush = async () => {
    await Promise.all(ending.values())
    await write()
  }
  const finish = async (feed: JournalledFeed) => {
    await write()
    await release([feed])
    feeds.delete(feed.name.key)
    ending.delete(feed.name.key)
  }

  return {
    resume: async (name) => {
      const topic = topics.get(name.topic)
      if (topic === undefined || isClosed) return null
      await ending.get(name.key)
      const feed = new JournalledFeed(name, topic)
      const lease = await store.acquire(name).catch(() => null)
      const recorded = lease?.isOwn === true ? await loadRecorded(store, topic, lease).catch(() => null) : null
      feeds.set(name.key, feed)
      if (lease !== null) feed.begin(lease, recorded, now())
      return recorded
    },
    append: (appended) => change(appended.feed, (feed) => feed.append(appended)),
    observed: ({ key }, atMs) => feeds.get(key)?.observed(atMs),
    outage: (name, sinceMs, reason) => change(name, (feed) => feed.gap('source', sinceMs, reason)),
    end: ({ key }, why) => {
      const feed = feeds.get(key)
      if (feed === undefined) return
      feed.gap(why, feed.observedAtMs ?? now(), gapReasons[why])
      feed.end()
      ending.set(key, finish(feed))
    },
    flush,
    close: async () => {
      for (const feed of feeds.values()) if (!feed.isEnding) feed.end()
      await flush()
      isClosed = true
      await release(feeds.values())
    },
  }
}
