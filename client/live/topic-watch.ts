import type { PlainMessage, Position } from '#shared/live/messages.ts'
import type { Topic } from '#shared/live/topic.ts'
import type { FrameBatch } from '#client/live/frame-batch.ts'
import type { LiveSocket } from '#client/live/live-socket.ts'
import type { ServerClock } from '#client/live/server-clock.ts'
import { createTopicCollection, type TopicCollection, type TopicRejection } from '#client/live/topic-collection.ts'
import { getFeed, leftWatch, nextWatchState, type WatchInput } from './watch-state.ts'

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
  readonly isSubscribing: () => boolean
  readonly isLagging: () => boolean
  readonly repair: () => void
  readonly requestTime: () => void
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

interface SubscriptionOptions extends Pick<
  WatchOptions<never>,
  'params' | 'socket' | 'clock' | 'now' | 'onName' | 'onChange'
> {
  readonly topic: string
  readonly getPosition: () => Position | null
  readonly onRefused: (refusal: { readonly code: string; readonly message: string }) => void
}

const createSubscription = (options: SubscriptionOptions) => {
  const { topic, params, socket, clock, now, getPosition, onName, onChange, onRefused } = options
  let state = leftWatch

  const take = (input: WatchInput) => {
    const [before, { state: after, effect }] = [state, nextWatchState(state, input)]
    state = after
    if (getFeed(before) !== getFeed(after)) onName(getFeed(before), getFeed(after))
    if (effect.kind === 'unsubscribe') socket.unsubscribe(effect.feed)
    else if (effect.kind === 'acknowledge') socket.ack(effect.feed, effect.version)
    else if (effect.kind === 'subscribe') {
      if (before.kind !== 'subscribing') onChange()
      subscribe()
    }
  }
  const subscribe = () => {
    const requestedAtMs = now()
    const have = getPosition()
    socket.subscribe({ topic, params, ...(have !== null && { have }) }, (response) => {
      if (response === null) take({ kind: 'timedOut', nowMs: now() })
      else if (response.ok) {
        clock.learn(Date.parse(response.serverTime), requestedAtMs, now())
        take({ kind: 'accepted', feed: response.feed })
      } else {
        take({ kind: 'refused' })
        onRefused(response)
      }
    })
  }
  return {
    getState: () => state,
    take,
    request: (kind: 'entered' | 'outdated' | 'beaten') => take({ kind, isOpen: socket.isOpen(), nowMs: now() }),
    subscribe,
  }
}

export const createTopicWatch = <Row>(options: WatchOptions<Row>): TopicWatch<Row> => {
  const { topic, socket, now, lingerMs, onEnter, onLeave, onChange } = options
  let leaving: ReturnType<typeof setTimeout> | undefined

  const refuse = ({ code, message }: { readonly code: string; readonly message: string }) => {
    if (code === 'unauthorised') options.onUnauthorised(message)
    collection.refuse({ kind: rejectionKinds[code] ?? 'refused', reason: message })
  }
  const { getState, take, request, subscribe } = createSubscription({
    ...options,
    topic: topic.name,
    getPosition: () => collection.position(),
    onRefused: refuse,
  })

  const leave = () => {
    clearTimeout(leaving)
    take({ kind: 'left' })
    onLeave()
  }
  const enter = () => {
    clearTimeout(leaving)
    if (getState().kind !== 'left') return
    onEnter()
    request('entered')
  }

  const collection = createTopicCollection<Row>({
    topic,
    clock: options.clock,
    batch: options.batch,
    now,
    refresh: () => {
      const feed = getFeed(getState())
      if (!socket.isOpen()) socket.connect()
      else if (feed === null) request('outdated')
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
    isWanted: () => getState().kind !== 'left',
    isSubscribing: () => getState().kind === 'subscribing',
    isLagging: () => getState().kind === 'subscribing' && collection.position() !== null,
    repair: () => request('outdated'),
    requestTime: subscribe,
    receive: (message) => {
      if (message.kind === 'moved') take({ kind: 'moved', feed: message.to })
      else if (message.kind === 'revoked') {
        take({ kind: 'lost' })
        refuse(message)
      } else if (!collection.receive(message)) request('outdated')
      else if (message.kind !== 'stale')
        take({ kind: 'current', version: message.version, isSnapshot: message.kind === 'snapshot' })
      // Before any row this is the first response of the source; later it does not say if the rows are the latest.
      else if (collection.position() === null) take({ kind: 'rowless' })
    },
    lose: () => take({ kind: 'lost' }),
    beat: () => {
      request('beaten')
      collection.beat()
    },
    retryRejected: () => {
      const { status } = collection.get()
      if (status === 'refused' || status === 'signedOut') request('outdated')
    },
    leave,
  }
}
