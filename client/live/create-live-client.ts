import { createActor } from 'xstate'
import { connectionMachine, type ConnectionEvent } from '#machines/live/connection-machine.ts'
import { ackEvery } from '#shared/live/messages.ts'
import { paramsKey } from '#shared/live/params-key.ts'
import type { Topic } from '#shared/live/topic.ts'
import { createFrameBatch } from '#client/live/frame-batch.ts'
import type { LiveClient, LiveState } from '#client/live/live-client.ts'
import { createLiveSocket, type PlainMessage } from '#client/live/live-socket.ts'
import { createServerClock } from '#client/live/server-clock.ts'
import { createTopicCollection, type Link, type TopicCollection } from '#client/live/topic-collection.ts'
import type { Readable, TopicView } from '#client/live/topic-view.ts'

interface LiveClientOptions {
  /** Where the relay is; the page's own origin when left out. */
  readonly url?: string
  readonly now?: () => number
  /** How long a topic that nobody looks at any more is still watched: a page change and back costs nothing. */
  readonly lingerMs?: number
}

interface Watch {
  readonly key: string
  readonly topic: string
  readonly params: Record<string, unknown>
  readonly collection: TopicCollection<unknown>
  isWanted: boolean
  /** The relay's name for it; null until the relay has answered. */
  feed: string | null
  isRepairing: boolean
  /** The version that the relay was last told of. */
  ackedVersion: number
  leaving: ReturnType<typeof setTimeout> | undefined
}

const askAgainMs = 1_000

/** Opens the tab's one connection. Attempts go on, spread over time, until `close`. */
export const createLiveClient = ({ url, now = Date.now, lingerMs = 5_000 }: LiveClientOptions = {}): LiveClient => {
  const clock = createServerClock()
  const batch = createFrameBatch()
  const watches = new Map<string, Watch>()
  const byFeed = new Map<string, Watch>()
  const connection = createActor(connectionMachine)
  const stateListeners = new Set<() => void>()
  let link: Link = { is: 'opening' }
  let state: LiveState = { state: 'connecting', sinceMs: now(), observedAtMs: null, reason: null }

  const tell = (event: ConnectionEvent) => {
    if (connection.getSnapshot().status === 'active') connection.send(event)
  }
  const wanted = () => [...watches.values()].filter(({ isWanted }) => isWanted)

  const reportFeeds = () => {
    const views = wanted().map(({ collection }) => collection.get())
    const stale = views.find(({ status }) => status === 'stale')
    if (stale !== undefined) tell({ type: 'feeds.stale', reason: stale.reason ?? '' })
    else tell({ type: wanted().some(({ isRepairing }) => isRepairing) ? 'feeds.lagging' : 'feeds.live' })
  }

  const publishState = () => {
    const { value, context } = connection.getSnapshot()
    const name = typeof value === 'object' ? value.connected : value
    const observed = wanted().flatMap(({ collection }) => collection.get().observedAtMs ?? [])
    const observedAtMs = observed.length === 0 ? null : Math.min(...observed)
    if (name === state.state && observedAtMs === state.observedAtMs && context.reason === state.reason) return
    const sinceMs = name === state.state ? state.sinceMs : now()
    state = { state: name, sinceMs, observedAtMs, reason: context.reason }
    for (const listener of stateListeners) listener()
  }

  const linkNow = (): Link => {
    const { value, context } = connection.getSnapshot()
    if (typeof value === 'object') return { is: 'open' }
    if (value === 'connecting') return { is: 'opening' }
    return { is: 'closed', sinceMs: now(), reason: context.reason ?? 'The relay cannot be reached.' }
  }

  const forget = (watch: Watch) => {
    if (watch.feed !== null) byFeed.delete(watch.feed)
    watch.feed = null
    watch.isRepairing = false
  }

  const onEvent = (event: ConnectionEvent) => {
    if (event.type === 'socket.opened') clock.forget()
    if (event.type === 'socket.lost') for (const watch of watches.values()) forget(watch)
    tell(event)
    if (event.type === 'socket.opened') for (const watch of wanted()) repair(watch)
  }
  const acknowledge = (watch: Watch, feed: string, version: number) => {
    if (Math.abs(version - watch.ackedVersion) < ackEvery) return
    watch.ackedVersion = version
    socket.ack(feed, version)
  }
  const onMessage = (message: PlainMessage) => {
    const watch = byFeed.get(message.feed)
    if (watch === undefined) return
    if (message.kind === 'moved') {
      byFeed.delete(message.feed)
      watch.feed = message.to
      byFeed.set(message.to, watch)
    } else if (message.kind === 'revoked') {
      forget(watch)
      watch.collection.refuse(message.message)
    } else if (!watch.collection.receive(message)) repair(watch)
    else if (message.kind !== 'stale') {
      watch.isRepairing = false
      if (message.kind === 'snapshot') watch.ackedVersion = message.version
      else acknowledge(watch, message.feed, message.version)
    }
  }
  const socket = createLiveSocket({ url, onEvent, onMessage })

  const repair = (watch: Watch) => {
    if (watch.isRepairing) return
    watch.isRepairing = true
    reportFeeds()
    void ask(watch)
  }

  const ask = async (watch: Watch): Promise<void> => {
    const askedAtMs = now()
    const have = watch.collection.position()
    const answer = await socket.subscribe({
      topic: watch.topic,
      params: watch.params,
      ...(have === null ? {} : { have }),
    })
    if (answer === null) {
      if (socket.isOpen() && watch.isWanted)
        setTimeout(() => watch.isWanted && socket.isOpen() && void ask(watch), askAgainMs)
    } else if (answer.ok) {
      clock.learn(Date.parse(answer.serverTime), askedAtMs, now())
      if (!watch.isWanted) return socket.unsubscribe(answer.feed)
      watch.feed = answer.feed
      byFeed.set(answer.feed, watch)
    } else {
      watch.isRepairing = false
      if (answer.code === 'unauthorised') tell({ type: 'socket.unauthorised', reason: answer.message })
      watch.collection.refuse(answer.message)
    }
  }

  const enter = (watch: Watch) => {
    clearTimeout(watch.leaving)
    if (watch.isWanted) return
    watch.isWanted = true
    watches.set(watch.key, watch)
    watch.collection.setLink(link)
    if (socket.isOpen()) repair(watch)
  }

  const leave = (watch: Watch): void => {
    clearTimeout(watch.leaving)
    watch.isWanted = false
    watches.delete(watch.key)
    watch.collection.dispose()
    if (watch.feed !== null) socket.unsubscribe(watch.feed)
    forget(watch)
    reportFeeds()
    batch(publishState)
  }

  const watchOf = <Params, Row>(topic: Topic<Params, Row>, params: Record<string, unknown>, key: string): Watch => {
    const collection = createTopicCollection<Row>({
      topic,
      clock,
      batch,
      now,
      refresh: () => watch.feed !== null && socket.refresh(watch.feed),
      onInterest: (isWanted) => {
        if (isWanted) enter(watch)
        else watch.leaving = setTimeout(() => leave(watch), lingerMs)
      },
      onChange: () => {
        reportFeeds()
        batch(publishState)
      },
    })
    const watch: Watch = {
      key,
      topic: topic.name,
      params,
      collection,
      isWanted: false,
      feed: null,
      isRepairing: false,
      ackedVersion: 0,
      leaving: undefined,
    }
    watches.set(key, watch)
    return watch
  }

  connection.subscribe(() => {
    const next = linkNow()
    if (next.is !== link.is) {
      link = next
      for (const { collection } of watches.values()) collection.setLink(link)
    }
    batch(publishState)
  })
  connection.start()
  socket.open()

  return {
    topic: <Params extends object, Row>(topic: Topic<Params, Row>, params: Params) => {
      const given: Record<string, unknown> = Object.fromEntries(Object.entries(params))
      const key = `${topic.name} ${paramsKey(given)}`
      const { collection } = watches.get(key) ?? watchOf(topic, given, key)
      return collection as Readable<TopicView<Row>>
    },
    state: {
      get: () => state,
      subscribe: (listener) => {
        stateListeners.add(listener)
        return () => stateListeners.delete(listener)
      },
    },
    close: () => {
      watches.forEach(leave)
      connection.stop()
      socket.close()
    },
  }
}
