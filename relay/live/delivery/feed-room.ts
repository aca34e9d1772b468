import type { PlainMessage, Position } from '#shared/live/messages.ts'
import { encode, FeedMessages, toIsoTime, type Encoded, type Snapshot } from './feed-messages.ts'
import type { Pacer } from '#relay/live/feeds/pacer.ts'
import type { Readiness } from './readiness.ts'
import type { TopicInstance } from '#relay/live/feeds/topic-binding.ts'
import type { FeedEvent } from '#relay/live/feeds/feed-state.ts'
import type { TopicFeed } from '#relay/live/feeds/topic-feed.ts'
import type { Watch } from './watch.ts'

export interface RoomObserver {
  readonly onSent: (kind: PlainMessage['kind'], viewers: number, bytes: number) => void
  readonly onAside: () => void
  readonly onPacked: (rowBytes: number, packedBytes: number) => void
}

interface FeedRoomOptions {
  readonly id: string
  readonly instance: TopicInstance
  readonly createFeed: (notify: (event: FeedEvent) => void) => TopicFeed
  readonly pacer: Pacer
  readonly readiness: Readiness
  readonly observer: RoomObserver
  readonly now?: () => number
}

const mostUnacknowledged = 32

const isOpen = ({ at, ackedVersion }: Watch) => at === null || at.version - ackedVersion < mostUnacknowledged

/**
 * Each change is encoded once and the same bytes are written to every member. A slow watch leaves the room and,
 * when ready again, gets one message that leads to the current version.
 */
export class FeedRoom {
  readonly id: string
  readonly instance: TopicInstance
  readonly feed: TopicFeed
  readonly #options: FeedRoomOptions
  readonly #messages: FeedMessages
  readonly #members = new Set<Watch>()
  readonly #waiting = new Set<Watch>()
  /** May have newer rows than the feed; left alone until the next poll. */
  readonly #ahead = new Set<Watch>()
  #areRowsHidden = false

  constructor(options: FeedRoomOptions) {
    this.#options = options
    this.id = options.id
    this.instance = options.instance
    this.feed = options.createFeed((event) => {
      this.#announce(event)
      this.#letIn(this.#ahead)
    })
    this.#messages = new FeedMessages({
      id: this.id,
      feed: this.feed,
      onPacked: options.observer.onPacked,
      onSnapshot: (snapshot) => {
        const due = [...this.#waiting]
        this.#waiting.clear()
        for (const watch of due) options.pacer.run(() => this.#give(watch, snapshot))
      },
    })
  }

  enter(watch: Watch): void {
    if (this.#isHere(watch) || !watch.connection.watches.includes(watch)) return
    watch.asideSinceMs ??= this.#now()
    if (!isOpen(watch) || !this.#isReady(watch)) return
    if (!this.#hasRows()) this.#complete(watch)
    else if (watch.at !== null && this.feed.isAhead(watch.at)) {
      this.#ahead.add(watch)
      this.#sendOutage(watch)
    } else this.#bringUp(watch)
  }

  setAside(watch: Watch): void {
    this.#waiting.delete(watch)
    this.#ahead.delete(watch)
    const isPresent = this.#members.has(watch) && this.#hasRows()
    this.#stepOut(watch, isPresent ? this.feed.position() : watch.at)
  }

  acknowledge(watch: Watch, version: number): boolean {
    const position = this.#members.has(watch) ? this.feed.position() : watch.at
    if (position === null || version > position.version || !this.#hasRows()) return false
    watch.ackedVersion = Math.max(watch.ackedVersion, version)
    this.enter(watch)
    return true
  }

  countUnacknowledged(watch: Watch): number {
    return Math.max(0, this.feed.position().version - watch.ackedVersion)
  }

  #now(): number {
    return (this.#options.now ?? Date.now)()
  }

  #hasRows(): boolean {
    return this.feed.observedAtMs() !== null && this.feed.outage()?.hidesRows !== true
  }

  #isHere(watch: Watch): boolean {
    return this.#members.has(watch) || this.#waiting.has(watch) || this.#ahead.has(watch)
  }

  #isReady({ connection }: Watch): boolean {
    const { readiness } = this.#options
    if (readiness.isReady(connection)) return true
    readiness.await(connection)
    return false
  }

  #write(watch: Watch, { kind, frame }: Encoded): void {
    watch.connection.net.write(frame)
    this.#options.observer.onSent(kind, 1, frame.length)
  }

  #stepOut(watch: Watch, at: Position | null): void {
    this.#members.delete(watch)
    watch.at = at
    watch.asideSinceMs ??= this.#now()
  }

  /** `before` is the room's previous position; null when there were no rows and every watch keeps its own. */
  #broadcast({ kind, frame }: Encoded, before: Position | null): void {
    const { readiness, observer } = this.#options
    let viewers = 0
    for (const watch of this.#members) {
      const unacknowledged = before === null ? 0 : before.version - watch.ackedVersion
      if (unacknowledged < mostUnacknowledged && readiness.isReady(watch.connection)) {
        watch.connection.net.write(frame)
        viewers += 1
      } else {
        this.#stepOut(watch, before ?? watch.at)
        observer.onAside()
        readiness.await(watch.connection)
      }
    }
    observer.onSent(kind, viewers, viewers * frame.length)
  }

  #stale(): Encoded | null {
    const outage = this.feed.outage()
    if (outage === null) return null
    const atMs = this.feed.observedAtMs()
    const observedAt = atMs === null ? null : toIsoTime(atMs)
    const { sinceMs, reason, isDenied } = outage
    return encode({
      feed: this.id,
      kind: 'stale',
      since: toIsoTime(sinceMs),
      observedAt,
      reason,
      ...(isDenied && { isDenied }),
    })
  }

  #letIn(watches: Set<Watch>): void {
    const due = [...watches]
    watches.clear()
    for (const watch of due) this.#options.pacer.run(() => this.enter(watch))
  }

  #announce(event: FeedEvent): void {
    const position = this.feed.position()
    const wereRowsHidden = this.#areRowsHidden
    this.#areRowsHidden = this.feed.outage()?.hidesRows === true
    if (event.kind === 'loaded' || (wereRowsHidden && !this.#areRowsHidden)) {
      this.#letIn(this.#members)
    } else if (this.#members.size === 0) return
    else if (event.kind === 'changed') {
      const from = { ...position, version: event.from }
      this.#broadcast(this.#messages.patch(from, event.change), from)
    } else if (event.kind === 'rebased') {
      this.#broadcast(this.#messages.patch(event.from, event.change), event.from)
    } else {
      const message = event.kind === 'failed' ? this.#stale() : this.#messages.bookmark()
      // Clients drop their rows with a denial, so the next message must be a snapshot.
      if (this.#areRowsHidden) for (const watch of this.#members) watch.at = null
      if (message !== null) this.#broadcast(message, this.#hasRows() ? position : null)
    }
  }

  #sendOutage(watch: Watch): void {
    const outage = this.#stale()
    if (outage !== null) this.#write(watch, outage)
  }

  #complete(watch: Watch): void {
    if (this.#areRowsHidden) watch.at = null
    this.#members.add(watch)
    watch.asideSinceMs = null
    this.#sendOutage(watch)
  }

  #bringUp(watch: Watch): void {
    const change = watch.at === null ? null : this.#messages.netChange(watch.at)
    if (change !== null) {
      this.#write(watch, change)
      watch.at = this.feed.position()
      if (isOpen(watch)) this.#complete(watch)
      return
    }
    const snapshot = this.#messages.snapshot()
    if (snapshot === null) this.#waiting.add(watch)
    else this.#give(watch, snapshot)
  }

  #give(watch: Watch, snapshot: Snapshot): void {
    if (!watch.connection.watches.includes(watch) || !this.#isReady(watch)) return
    if (!this.#hasRows()) return this.#complete(watch)
    this.#write(watch, snapshot)
    watch.at = snapshot.position
    watch.ackedVersion = snapshot.position.version
    const { epoch, version } = this.feed.position()
    const isPresent = snapshot.position.version === version && snapshot.position.epoch === epoch
    if (isPresent && snapshot.observedAtMs === this.feed.observedAtMs()) this.#complete(watch)
    else this.enter(watch)
  }
}
