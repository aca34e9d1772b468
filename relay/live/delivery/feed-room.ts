import type { FeedMessage, Position } from '#shared/live/messages.ts'
import { createFeedMessages, encode, isoOf, type Encoded, type Snapshot } from './feed-messages.ts'
import type { Pacer } from '#relay/live/feeds/pacer.ts'
import type { Readiness } from './readiness.ts'
import type { TopicInstance } from '#relay/live/feeds/topic-binding.ts'
import type { FeedEvent } from '#relay/live/feeds/feed-state.ts'
import type { TopicFeed } from '#relay/live/feeds/topic-feed.ts'
import type { Watch } from './watch.ts'

/** Told of everything that leaves, for the metrics. */
export interface RoomObserver {
  readonly onSent: (kind: FeedMessage['kind'], viewers: number, bytes: number) => void
  readonly onAside: () => void
  readonly onPacked: (rowBytes: number, packedBytes: number) => void
}

interface FeedRoomOptions {
  /** The feed's name on the wire. */
  readonly id: string
  readonly instance: TopicInstance
  readonly createFeed: (notify: (event: FeedEvent) => void) => TopicFeed
  readonly pacer: Pacer
  readonly readiness: Readiness
  readonly observer: RoomObserver
  readonly now?: () => number
}

/**
 * Everybody who watches one feed. Being in the room means being up to date: what becomes true is encoded once and the
 * same bytes are written to every socket in it. Whoever does not take it in time, or does not acknowledge it, leaves
 * the room and costs a position, until it is ready again: then it gets one message that leads to the present.
 */
export interface FeedRoom {
  readonly id: string
  readonly instance: TopicInstance
  readonly feed: TopicFeed
  /** Brings a watch from `at` to the present as soon as its connection is ready, and keeps it there. */
  readonly enter: (watch: Watch) => void
  /** Sends nothing to it until it enters again; `at` is where it stands. */
  readonly setAside: (watch: Watch) => void
  /** Takes an acknowledgement; false when the watch does not stand at or beyond that version. */
  readonly acknowledge: (watch: Watch, version: number) => boolean
  /** How many versions of the feed a watch has not acknowledged. */
  readonly lagOf: (watch: Watch) => number
}

/** How many versions may be on their way to a viewer that has not acknowledged them. */
const mostUnacknowledged = 32

const isOpen = ({ at, ackedVersion }: Watch) => at === null || at.version - ackedVersion < mostUnacknowledged

export const createFeedRoom = (options: FeedRoomOptions): FeedRoom => {
  const { id, instance, pacer, readiness, observer, now = Date.now } = options
  const members = new Set<Watch>()
  /** Those that wait for a snapshot that is being packed. */
  const waiting = new Set<Watch>()
  /** Those that may hold something newer than what is known: they keep it until the source has been asked again. */
  const ahead = new Set<Watch>()

  const write = (watch: Watch, { kind, frame }: Encoded) => {
    watch.connection.net.write(frame)
    observer.onSent(kind, 1, frame.length)
  }
  const join = (watch: Watch) => {
    members.add(watch)
    watch.asideSinceMs = null
  }
  const stepOut = (watch: Watch, at: Position | null) => {
    members.delete(watch)
    watch.at = at
    watch.asideSinceMs ??= now()
  }

  /** `before` is where the room stood until now; null when there were no rows, and everybody stands where it did. */
  const broadcast = ({ kind, frame }: Encoded, before: Position | null) => {
    let viewers = 0
    for (const watch of members) {
      const unacknowledged = before === null ? 0 : before.version - watch.ackedVersion
      if (unacknowledged < mostUnacknowledged && readiness.isReady(watch.connection)) {
        watch.connection.net.write(frame)
        viewers += 1
      } else {
        stepOut(watch, before ?? watch.at)
        observer.onAside()
        readiness.await(watch.connection)
      }
    }
    observer.onSent(kind, viewers, viewers * frame.length)
  }

  const stale = (): Encoded | null => {
    const outage = feed.outage()
    if (outage === null) return null
    const atMs = feed.observedAtMs()
    const observedAt = atMs === null ? null : isoOf(atMs)
    const since = isoOf(outage.sinceMs)
    return encode({ feed: id, kind: 'stale', since, observedAt, reason: outage.reason })
  }

  const letIn = (watches: Set<Watch>) => {
    const due = [...watches]
    watches.clear()
    for (const watch of due) pacer.run(() => enter(watch))
  }

  const announce = (event: FeedEvent) => {
    const position = feed.position()
    if (event.kind === 'loaded') {
      letIn(members)
    } else if (members.size === 0) return
    else if (event.kind === 'changed') {
      const from = { ...position, version: event.from }
      broadcast(messages.patch(from, event.change), from)
    } else if (event.kind === 'rebased') {
      broadcast(messages.patch(event.from, event.change), event.from)
    } else {
      const message = event.kind === 'failed' ? stale() : messages.bookmark()
      if (message !== null) broadcast(message, feed.observedAtMs() === null ? null : position)
    }
  }

  const onFeedEvent = (event: FeedEvent) => {
    announce(event)
    letIn(ahead)
  }

  const isPresent = ({ epoch, version }: Position) => {
    const present = feed.position()
    return present.version === version && present.epoch === epoch
  }
  const sendOutage = (watch: Watch) => {
    const outage = stale()
    if (outage !== null) write(watch, outage)
  }
  const complete = (watch: Watch) => {
    join(watch)
    sendOutage(watch)
  }

  const give = (watch: Watch, snapshot: Snapshot) => {
    if (!watch.connection.watches.includes(watch)) return
    if (!readiness.isReady(watch.connection)) {
      readiness.await(watch.connection)
      return
    }
    write(watch, snapshot)
    watch.at = snapshot.position
    watch.ackedVersion = snapshot.position.version
    if (isPresent(snapshot.position) && snapshot.observedAtMs === feed.observedAtMs()) complete(watch)
    else enter(watch)
  }

  const enter = (watch: Watch): void => {
    if (members.has(watch) || waiting.has(watch) || ahead.has(watch) || !watch.connection.watches.includes(watch))
      return
    watch.asideSinceMs ??= now()
    if (!isOpen(watch)) return
    if (!readiness.isReady(watch.connection)) {
      readiness.await(watch.connection)
      return
    }
    if (feed.observedAtMs() === null) {
      complete(watch)
      return
    }
    if (watch.at !== null && feed.isAhead(watch.at)) {
      ahead.add(watch)
      sendOutage(watch)
      return
    }
    const change = watch.at === null ? null : messages.netChange(watch.at)
    if (change !== null) {
      write(watch, change)
      watch.at = feed.position()
      if (isOpen(watch)) complete(watch)
      return
    }
    const snapshot = messages.snapshot()
    if (snapshot === null) waiting.add(watch)
    else give(watch, snapshot)
  }

  const feed = options.createFeed(onFeedEvent)
  const messages = createFeedMessages({
    id,
    feed,
    onPacked: observer.onPacked,
    onSnapshot: (snapshot) => {
      const due = [...waiting]
      waiting.clear()
      for (const watch of due) pacer.run(() => give(watch, snapshot))
    },
  })
  const standsAt = (watch: Watch) => (members.has(watch) ? feed.position() : watch.at)

  return {
    id,
    instance,
    feed,
    enter,
    setAside: (watch) => {
      waiting.delete(watch)
      ahead.delete(watch)
      if (members.has(watch) && feed.observedAtMs() !== null) stepOut(watch, feed.position())
      else stepOut(watch, watch.at)
    },
    acknowledge: (watch, version) => {
      const stands = standsAt(watch)
      if (stands === null || version > stands.version || feed.observedAtMs() === null) return false
      watch.ackedVersion = Math.max(watch.ackedVersion, version)
      enter(watch)
      return true
    },
    lagOf: (watch) => Math.max(0, feed.position().version - watch.ackedVersion),
  }
}
