import { ackEvery, type PlainMessage, type Subscribed } from '#shared/live/messages.ts'
import type { Topic } from '#shared/live/topic.ts'
import type { FrameBatch } from '#client/live/frame-batch.ts'
import type { LiveSocket } from '#client/live/live-socket.ts'
import type { ServerClock } from '#client/live/server-clock.ts'
import { createTopicCollection, type TopicCollection, type TopicRejection } from '#client/live/topic-collection.ts'

interface WatchOptions<Row> {
  readonly topic: Pick<Topic<never, Row>, 'name' | 'getKey' | 'staleAfterMs' | 'offScreen'>
  readonly params: Record<string, unknown>
  readonly socket: LiveSocket
  readonly clock: ServerClock
  readonly batch: FrameBatch
  readonly now: () => number
  readonly lingerMs: number
  readonly onName: (before: string | null, after: string | null) => void
  readonly onEnter: () => void
  readonly onLeave: () => void
  readonly onChange: () => void
  readonly onUnauthorised: (reason: string) => void
}

export interface TopicWatch<Row> {
  readonly collection: TopicCollection<Row>
  readonly isOnScreen: boolean
  readonly isWanted: () => boolean
  readonly isAsking: () => boolean
  readonly isLagging: () => boolean
  readonly repair: () => void
  readonly askTime: () => void
  readonly receive: (message: PlainMessage) => void
  readonly lose: () => void
  readonly beat: () => void
  readonly retryRejected: () => void
  readonly leave: () => void
}

const rejectionKinds: Partial<Record<string, TopicRejection['kind']>> = {
  unauthorised: 'signedOut',
  bad_params: 'missing',
  unknown_topic: 'missing',
}

/** Slightly longer than the response timeout of the socket, because messages can get lost after the response. */
const answeredWithinMs = 12_000
const askAgainMs = 1_000

// oxlint-disable-next-line max-lines-per-function -- one subscription's five facts change together; what decides about rows is the collection's
export const createTopicWatch = <Row>(options: WatchOptions<Row>): TopicWatch<Row> => {
  const { topic, params, socket, clock, batch, now, lingerMs, onName, onEnter, onLeave, onChange } = options
  let isWanted = false
  let feed: string | null = null
  let askAgainAtMs: number | null = null
  let ackedVersion = 0
  let leaving: ReturnType<typeof setTimeout> | undefined

  const setFeed = (next: string | null) => {
    if (next === feed) return
    onName(feed, next)
    feed = next
  }
  const lose = () => {
    setFeed(null)
    askAgainAtMs = null
  }

  const refuse = ({ code, message }: { readonly code: string; readonly message: string }) => {
    if (code === 'unauthorised') options.onUnauthorised(message)
    collection.refuse({ kind: rejectionKinds[code] ?? 'refused', reason: message })
  }
  const answered = (response: Subscribed | null, requestedAtMs: number) => {
    if (response === null) {
      if (askAgainAtMs !== null) askAgainAtMs = now() + askAgainMs
    } else if (response.ok) {
      clock.learn(Date.parse(response.serverTime), requestedAtMs, now())
      if (isWanted) setFeed(response.feed)
      else socket.unsubscribe(response.feed)
    } else {
      askAgainAtMs = null
      refuse(response)
    }
  }
  const ask = () => {
    const requestedAtMs = now()
    const have = collection.position()
    const request = { topic: topic.name, params, ...(have === null ? {} : { have }) }
    socket.subscribe(request, (response) => answered(response, requestedAtMs))
  }
  const repair = () => {
    if (askAgainAtMs !== null || !isWanted || !socket.isOpen()) return
    askAgainAtMs = now() + answeredWithinMs
    onChange()
    ask()
  }

  const leave = () => {
    clearTimeout(leaving)
    isWanted = false
    if (feed !== null) socket.unsubscribe(feed)
    lose()
    onLeave()
  }
  const enter = () => {
    clearTimeout(leaving)
    if (isWanted) return
    isWanted = true
    onEnter()
    repair()
  }

  const acknowledge = (version: number, isSnapshot: boolean) => {
    if (!isSnapshot && Math.abs(version - ackedVersion) < ackEvery) return
    ackedVersion = version
    if (!isSnapshot && feed !== null) socket.ack(feed, version)
  }

  const collection = createTopicCollection<Row>({
    topic,
    clock,
    batch,
    now,
    refresh: () => {
      if (!socket.isOpen()) socket.connect()
      else if (feed === null) repair()
      else socket.refresh(feed)
    },
    onInterest: (wanted) => {
      if (wanted) enter()
      else leaving = setTimeout(leave, lingerMs)
    },
    onChange,
  })

  return {
    collection,
    isOnScreen: topic.offScreen !== true,
    isWanted: () => isWanted,
    isAsking: () => askAgainAtMs !== null,
    isLagging: () => askAgainAtMs !== null && collection.position() !== null,
    repair,
    askTime: ask,
    receive: (message) => {
      if (message.kind === 'moved') setFeed(message.to)
      else if (message.kind === 'revoked') {
        lose()
        refuse(message)
      } else if (!collection.receive(message)) repair()
      else if (message.kind === 'stale') {
        // Before any row this is the first response of the source; later it does not say if the rows are the latest.
        if (collection.position() === null) askAgainAtMs = null
      } else {
        askAgainAtMs = null
        acknowledge(message.version, message.kind === 'snapshot')
      }
    },
    lose,
    beat: () => {
      if (askAgainAtMs !== null && now() >= askAgainAtMs && socket.isOpen()) {
        askAgainAtMs = now() + answeredWithinMs
        ask()
      }
      collection.beat()
    },
    retryRejected: () => {
      const { status } = collection.get()
      if (status === 'refused' || status === 'signedOut') repair()
    },
    leave,
  }
}
