import type { Position } from '#shared/live/messages.ts'
import type { Topic } from '#shared/live/topic.ts'
import type { FrameBatch } from '#client/live/frame-batch.ts'
import { applyMessage, nothingStored, seen, type StoredRows, type RowsMessage } from '#client/live/stored-rows.ts'
import type { ServerClock } from '#client/live/server-clock.ts'
import type { Readable, TopicView } from '#client/live/topic-view.ts'

export type Link =
  | { readonly kind: 'open' | 'opening' }
  | { readonly kind: 'closed'; readonly sinceMs: number; readonly reason: string }

interface CollectionOptions<Row> {
  readonly topic: Pick<Topic<never, Row>, 'getKey' | 'staleAfterMs'>
  readonly clock: ServerClock
  readonly batch: FrameBatch
  readonly now: () => number
  readonly refresh: () => void
  readonly onInterest: (wanted: boolean) => void
  readonly onChange: () => void
}

export interface TopicRejection {
  readonly kind: 'refused' | 'missing' | 'signedOut'
  readonly reason: string
}

export interface TopicCollection<Row> extends Readable<TopicView<Row>> {
  /** False when the message does not match the stored rows and a repair is needed. */
  readonly receive: (message: RowsMessage) => boolean
  readonly position: () => Position | null
  readonly setLink: (link: Link) => void
  readonly refuse: (rejection: TopicRejection) => void
  readonly beat: () => void
  readonly doubt: (sinceMs: number) => void
}

const slowFromMs = 2_000
const unresponsive = 'The relay stopped responding.'
const formatSlow = (tookMs: number) =>
  `The backend is slow: its last response took ${Math.round(tookMs / 1_000)} seconds.`
const slept = 'This tab was suspended and is waiting for updates.'

export const createTopicCollection = <Row>(options: CollectionOptions<Row>): TopicCollection<Row> => {
  const { topic, clock, batch, now, refresh } = options
  const listeners = new Set<() => void>()
  let stored: StoredRows<Row> = nothingStored
  let link: Link = { kind: 'opening' }
  let rejection: TopicRejection | null = null
  let doubtedSinceMs: number | null = null
  let arrivedAtMs = 0

  const look = (): TopicView<Row> => {
    const observedAtMs = stored.observedAtMs === null ? null : clock.toLocalMs(stored.observedAtMs)
    const shown = { rows: stored.rows, observedAtMs, staleSinceMs: null, reason: null, refresh }
    if (rejection !== null)
      return { ...shown, status: rejection.kind, rows: nothingStored.rows, reason: rejection.reason }
    if (link.kind === 'closed') return { ...shown, status: 'offline', staleSinceMs: link.sinceMs, reason: link.reason }
    if (stored.outage?.isDenied === true) return { ...shown, status: 'refused', reason: stored.outage.reason }
    if (stored.outage !== null) {
      const staleSinceMs = clock.toLocalMs(stored.outage.sinceMs)
      return { ...shown, status: 'stale', staleSinceMs, reason: stored.outage.reason }
    }
    if (observedAtMs === null) return { ...shown, status: 'loading' }
    if (doubtedSinceMs !== null) return { ...shown, status: 'stale', staleSinceMs: doubtedSinceMs, reason: slept }
    if (now() >= observedAtMs + topic.staleAfterMs) {
      // `observedAt` is the start of the read, so a slow backend ages rows while the relay is well.
      const tookMs = Math.max(0, arrivedAtMs - observedAtMs)
      const isSlow = tookMs >= slowFromMs && now() < arrivedAtMs + tookMs + topic.staleAfterMs
      return {
        ...shown,
        status: 'stale',
        staleSinceMs: observedAtMs,
        reason: isSlow ? formatSlow(tookMs) : unresponsive,
      }
    }
    return { ...shown, status: 'live' }
  }
  let view = look()

  const publish = () => {
    stored = seen(stored)
    view = look()
    options.onChange()
    for (const listener of listeners) listener()
  }

  return {
    get: () => view,
    subscribe: (listener) => {
      listeners.add(listener)
      if (listeners.size === 1) options.onInterest(true)
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) options.onInterest(false)
      }
    },
    receive: (message) => {
      const next = applyMessage(stored, message, topic.getKey)
      if (next === null) return false
      stored = next
      rejection = null
      doubtedSinceMs = null
      if (message.kind !== 'stale') arrivedAtMs = now()
      batch(publish)
      return true
    },
    position: () => stored.position,
    setLink: (next) => {
      link = next
      batch(publish)
    },
    refuse: (next) => {
      rejection = next
      stored = nothingStored
      batch(publish)
    },
    beat: () => {
      const { status, reason } = look()
      if (status !== view.status || reason !== view.reason) batch(publish)
    },
    doubt: (sinceMs) => {
      doubtedSinceMs ??= sinceMs
      batch(publish)
    },
  }
}
