import type { PermissionScope } from '#shared/access/permission-scope.ts'
import { FeedRoom, type RoomObserver } from './feed-room.ts'
import type { FeedRecorder } from '#relay/live/feeds/feed-recorder.ts'
import type { Replication } from '#relay/live/feeds/feed-replication.ts'
import type { Pacer } from '#relay/live/feeds/pacer.ts'
import type { Readiness } from './readiness.ts'
import type { TopicInstance } from '#relay/live/feeds/topic-binding.ts'
import type { PollOutcome } from '#relay/live/feeds/feed-poll.ts'

interface FeedRegistryOptions {
  readonly recorder: FeedRecorder
  readonly replication: Replication
  readonly pacer: Pacer
  readonly readiness: Readiness
  readonly observer: RoomObserver
  readonly onPoll: (topic: string, outcome: PollOutcome, error?: unknown) => void
  readonly onUnread?: (topic: string, error: unknown) => void
  readonly lingerMs?: number
}

export interface FeedRegistry {
  readonly find: (instance: TopicInstance, scope: PermissionScope) => FeedRoom | undefined
  readonly acquire: (instance: TopicInstance, scope: PermissionScope) => FeedRoom
  readonly release: (room: Pick<FeedRoom, 'id'>) => void
  readonly follow: (instance: TopicInstance, scope: PermissionScope) => void
  readonly ofTopics: (topics: readonly string[]) => FeedRoom[]
  readonly findDenial: (feedKey: string) => string | undefined
  readonly size: () => number
  readonly stop: () => void
}

interface Entry {
  readonly key: string
  readonly room: FeedRoom
  watchers: number
  isFollowed: boolean
  ending: ReturnType<typeof setTimeout> | undefined
}

export const createFeedRegistry = (options: FeedRegistryOptions): FeedRegistry => {
  const { recorder, replication, pacer, readiness, observer, onPoll, onUnread, lingerMs = 15_000 } = options
  const byKey = new Map<string, Entry>()
  const byId = new Map<string, Entry>()
  const failing = new Set<string>()
  let started = 0

  /** One feed that recovers shows that the backend is back: the others need not wait until their next attempt. */
  const noteOutcome = (id: string, outcome: PollOutcome) => {
    if (outcome === 'superseded') return
    if (outcome === 'failed' || outcome === 'still_failing') failing.add(id)
    else if (failing.delete(id)) for (const other of failing) byId.get(other)?.room.feed.hint()
  }

  const end = ({ key, room, ending }: Entry, why: 'unwatched' | 'relay') => {
    clearTimeout(ending)
    room.feed.stop(why)
    byKey.delete(key)
    byId.delete(room.id)
    failing.delete(room.id)
  }

  const leave = (entry: Entry) => {
    if (entry.isFollowed) entry.room.feed.setWatched(false)
    else end(entry, 'unwatched')
  }

  const begin = (instance: TopicInstance, scope: PermissionScope): Entry => {
    started += 1
    const id = `f${started}`
    const room = new FeedRoom({
      id,
      instance,
      pacer,
      readiness,
      observer,
      createFeed: (notify) =>
        instance.createFeed({
          scope,
          recorder,
          replication,
          notify,
          onPoll: (outcome, error) => {
            noteOutcome(id, outcome)
            onPoll(instance.topic, outcome, error)
          },
          onUnread: (error) => onUnread?.(instance.topic, error),
        }),
    })
    const entry: Entry = { key: room.feed.name.key, room, watchers: 0, isFollowed: false, ending: undefined }
    byKey.set(entry.key, entry)
    byId.set(id, entry)
    room.feed.start()
    return entry
  }

  return {
    find: (instance, scope) => byKey.get(instance.toKey(scope))?.room,
    acquire: (instance, scope) => {
      const entry = byKey.get(instance.toKey(scope)) ?? begin(instance, scope)
      clearTimeout(entry.ending)
      entry.watchers += 1
      entry.room.feed.setWatched(true)
      return entry.room
    },
    release: ({ id }) => {
      const entry = byId.get(id)
      if (entry === undefined) return
      entry.watchers -= 1
      if (entry.watchers === 0) entry.ending = setTimeout(() => leave(entry), lingerMs)
    },
    follow: (instance, scope) => {
      const entry = byKey.get(instance.toKey(scope)) ?? begin(instance, scope)
      entry.isFollowed = true
      entry.room.feed.setWatched(entry.watchers > 0)
    },
    ofTopics: (topics) =>
      [...byId.values()].map(({ room }) => room).filter(({ feed }) => topics.includes(feed.name.topic)),
    findDenial: (feedKey) => {
      const outage = byKey.get(feedKey)?.room.feed.outage()
      return outage?.hidesRows === true ? outage.reason : undefined
    },
    size: () => byId.size,
    stop: () => byId.forEach((entry) => end(entry, 'relay')),
  }
}
