import type { Position } from '#shared/live/messages.ts'
import type { Topic } from '#shared/live/topic.ts'
import type { FrameBatch } from '#client/live/frame-batch.ts'
import { applyMessage, nothingHeld, type HeldRows, type RowsMessage } from '#client/live/held-rows.ts'
import type { ServerClock } from '#client/live/server-clock.ts'
import type { Readable, TopicView } from '#client/live/topic-view.ts'

/** What the connection means for a topic: `open`, or not (yet), and since when and why. */
export type Link =
  | { readonly is: 'open' | 'opening' }
  | { readonly is: 'closed'; readonly sinceMs: number; readonly reason: string }

interface CollectionOptions<Row> {
  readonly topic: Pick<Topic<never, Row>, 'keyOf' | 'staleAfterMs'>
  readonly clock: ServerClock
  readonly batch: FrameBatch
  readonly now: () => number
  readonly refresh: () => void
  /** The first subscriber came, or the last one left. */
  readonly onInterest: (wanted: boolean) => void
  /** The view is another one; called once per frame, before the subscribers. */
  readonly onChange: () => void
}

/** The rows of one topic instance in this tab, and what a screen may say about them. */
export interface TopicCollection<Row> extends Readable<TopicView<Row>> {
  /** False when the message does not fit on what is held, and the server has to repair it. */
  readonly receive: (message: RowsMessage) => boolean
  readonly position: () => Position | null
  readonly setLink: (link: Link) => void
  readonly refuse: (reason: string) => void
  readonly dispose: () => void
}

const unheard = 'Nothing was heard from the relay for too long.'

export const createTopicCollection = <Row>(options: CollectionOptions<Row>): TopicCollection<Row> => {
  const { topic, clock, batch, now, refresh } = options
  const listeners = new Set<() => void>()
  let held: HeldRows<Row> = nothingHeld
  let link: Link = { is: 'opening' }
  let refusal: string | null = null
  let overdue: ReturnType<typeof setTimeout> | undefined

  const look = (): TopicView<Row> => {
    const observedAtMs = held.observedAtMs === null ? null : clock.toLocalMs(held.observedAtMs)
    const seen = { rows: held.rows, observedAtMs, staleSinceMs: null, reason: null, refresh }
    if (refusal !== null) return { ...seen, status: 'refused', rows: nothingHeld.rows, reason: refusal }
    if (link.is === 'closed') return { ...seen, status: 'offline', staleSinceMs: link.sinceMs, reason: link.reason }
    if (held.outage !== null) {
      const staleSinceMs = clock.toLocalMs(held.outage.sinceMs)
      return { ...seen, status: 'stale', staleSinceMs, reason: held.outage.reason }
    }
    if (observedAtMs === null) return { ...seen, status: 'loading' }
    if (now() >= observedAtMs + topic.staleAfterMs) {
      return { ...seen, status: 'stale', staleSinceMs: observedAtMs, reason: unheard }
    }
    return { ...seen, status: 'live' }
  }
  let view = look()

  const publish = () => {
    view = look()
    options.onChange()
    for (const listener of listeners) listener()
  }
  const watchAge = () => {
    clearTimeout(overdue)
    if (held.observedAtMs === null) return
    const dueInMs = clock.toLocalMs(held.observedAtMs) + topic.staleAfterMs - now()
    if (dueInMs > 0) overdue = setTimeout(() => batch(publish), dueInMs)
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
      const next = applyMessage(held, message, topic.keyOf)
      if (next === null) return false
      held = next
      refusal = null
      watchAge()
      batch(publish)
      return true
    },
    position: () => held.position,
    setLink: (next) => {
      link = next
      batch(publish)
    },
    refuse: (reason) => {
      refusal = reason
      held = nothingHeld
      batch(publish)
    },
    dispose: () => clearTimeout(overdue),
  }
}
