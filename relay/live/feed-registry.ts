import type { FeedMessage } from '#shared/live/messages.ts'
import type { TopicInstance } from '#relay/live/topic-binding.ts'
import type { PollOutcome, TopicFeed } from '#relay/live/topic-feed.ts'

interface FeedRegistryOptions {
  readonly broadcast: (message: FeedMessage) => void
  readonly onPoll?: (topic: string, outcome: PollOutcome, error?: unknown) => void
  /** How long a feed that nobody watches goes on: a reload of the last page costs no new start. */
  readonly lingerMs?: number
}

/** The feeds that run now: one for each topic, params and permission class, however many watch it. */
export interface FeedRegistry {
  /** The feed of an instance, when it runs. */
  readonly find: (instance: TopicInstance, permissionClass: string) => TopicFeed | undefined
  /** The feed for this viewer, started when it is the first; watching twice counts once. */
  readonly acquire: (instance: TopicInstance, permissionClass: string, viewerId: string) => TopicFeed
  readonly release: (feedId: string, viewerId: string) => void
  readonly get: (feedId: string) => TopicFeed | undefined
  readonly ofTopics: (topics: readonly string[]) => TopicFeed[]
  readonly size: () => number
  readonly stop: () => void
}

interface Entry {
  readonly key: string
  readonly feed: TopicFeed
  readonly viewers: Set<string>
  ending: ReturnType<typeof setTimeout> | undefined
}

const keyOf = (instance: TopicInstance, permissionClass: string) =>
  `${instance.topic} ${permissionClass} ${instance.key}`

export const createFeedRegistry = ({ broadcast, onPoll, lingerMs = 15_000 }: FeedRegistryOptions): FeedRegistry => {
  const byKey = new Map<string, Entry>()
  const byId = new Map<string, Entry>()
  let started = 0

  const end = ({ key, feed, ending }: Entry) => {
    clearTimeout(ending)
    feed.stop()
    byKey.delete(key)
    byId.delete(feed.id)
  }

  const begin = (key: string, instance: TopicInstance): Entry => {
    started += 1
    const feed = instance.createFeed({
      id: `f${started}`,
      broadcast,
      onPoll: (outcome, error) => onPoll?.(instance.topic, outcome, error),
    })
    const entry: Entry = { key, feed, viewers: new Set(), ending: undefined }
    byKey.set(key, entry)
    byId.set(feed.id, entry)
    feed.start()
    return entry
  }

  return {
    find: (instance, permissionClass) => byKey.get(keyOf(instance, permissionClass))?.feed,
    acquire: (instance, permissionClass, viewerId) => {
      const key = keyOf(instance, permissionClass)
      const entry = byKey.get(key) ?? begin(key, instance)
      clearTimeout(entry.ending)
      entry.viewers.add(viewerId)
      return entry.feed
    },
    release: (feedId, viewerId) => {
      const entry = byId.get(feedId)
      if (entry === undefined || !entry.viewers.delete(viewerId) || entry.viewers.size > 0) return
      entry.ending = setTimeout(() => end(entry), lingerMs)
    },
    get: (feedId) => byId.get(feedId)?.feed,
    ofTopics: (topics) => [...byId.values()].map(({ feed }) => feed).filter(({ topic }) => topics.includes(topic)),
    size: () => byId.size,
    stop: () => byId.forEach(end),
  }
}
