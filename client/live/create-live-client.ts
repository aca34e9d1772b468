import { createActor } from 'xstate'
import { connectionMachine, type ConnectionEvent } from '#machines/live/connection-machine.ts'
import { paramsKey } from '#shared/live/params-key.ts'
import type { Topic } from '#shared/live/topic.ts'
import { createHeartbeat } from '#client/lib/browser/heartbeat.ts'
import { nextClientState, openingClient, type ClientInput } from '#client/live/client-state.ts'
import { createFrameBatch } from '#client/live/frame-batch.ts'
import type { LiveClient } from '#client/live/live-client.ts'
import { createLiveSocket } from '#client/live/live-socket.ts'
import { createServerClock } from '#client/live/server-clock.ts'
import { watchTab } from '#client/live/watch-tab.ts'
import type { Readable, TopicView } from '#client/live/topic-view.ts'
import { createTopicWatch, type TopicWatch } from '#client/live/topic-watch.ts'

interface LiveClientOptions {
  readonly url?: string
  readonly now?: () => number
  /** Time to keep an unused subscription, so that a page change and back costs nothing. */
  readonly lingerMs?: number
}

type AnyWatch = TopicWatch<unknown>

const slept = 'This tab was suspended.'
// oxlint-disable-next-line max-lines-per-function -- the tab's parts are wired to each other here, and each says in its own file what it does
export const createLiveClient = ({ url, now = Date.now, lingerMs = 5_000 }: LiveClientOptions = {}): LiveClient => {
  const clock = createServerClock()
  const batch = createFrameBatch()
  const watches = new Map<string, AnyWatch>()
  const byFeed = new Map<string, AnyWatch>()
  const connection = createActor(connectionMachine)
  const stateListeners = new Set<() => void>()
  const beatListeners = new Set<(isCurrent: boolean) => void>()
  let state = openingClient(now())

  const dispatch = (event: ConnectionEvent) => {
    if (connection.getSnapshot().status === 'active') connection.send(event)
  }
  const wanted = () => [...watches.values()].filter((watch) => watch.isWanted())
  const onScreen = () => wanted().filter((watch) => watch.isOnScreen)

  const reportFeeds = () => {
    const stale = onScreen().find(({ collection }) => collection.get().status === 'stale')
    if (onScreen().some((watch) => watch.isLagging())) dispatch({ type: 'feeds.lagging' })
    else if (stale !== undefined) dispatch({ type: 'feeds.stale', reason: stale.collection.get().reason ?? '' })
    else dispatch({ type: 'feeds.live' })
  }

  const apply = (input: ClientInput) => {
    const { state: next, effect } = nextClientState(state, input)
    state = next
    if (effect === 'setLink') for (const { collection } of watches.values()) collection.setLink(state.link)
    else if (effect === 'publish') for (const listener of stateListeners) listener()
    else if (effect === 'requestTime') {
      clock.forget()
      wanted()[0]?.requestTime()
    }
  }
  const readConnection = () => {
    const { value, context } = connection.getSnapshot()
    return { name: typeof value === 'object' ? value.connected : value, reason: context.reason }
  }
  const publishState = () => {
    const observed = onScreen().flatMap(({ collection }) => collection.get().observedAtMs ?? [])
    const observedAtMs = observed.length === 0 ? null : Math.min(...observed)
    apply({ kind: 'framed', ...readConnection(), observedAtMs, nowMs: now() })
  }
  const changed = () => {
    reportFeeds()
    batch(publishState)
  }

  const onEvent = (event: ConnectionEvent) => {
    if (event.type === 'socket.opened') {
      clock.forget()
      apply({ kind: 'opened', nowMs: now() })
    }
    if (event.type === 'socket.lost') {
      apply({ kind: 'lost', nowMs: now() })
      for (const watch of watches.values()) watch.lose()
    }
    dispatch(event)
    if (event.type === 'socket.opened') for (const watch of wanted()) watch.repair()
  }
  const socket = createLiveSocket({
    url,
    now,
    onEvent,
    onMessage: (message) => byFeed.get(message.feed)?.receive(message),
    onAlive: () => heart.alive(),
    onPlan: (atMs) => {
      apply({ kind: 'planned', atMs })
      batch(publishState)
    },
  })

  const heart = createHeartbeat({
    now,
    isVisible: () => typeof document === 'undefined' || document.visibilityState === 'visible',
    onGap: (fromMs) => {
      apply({ kind: 'slept', fromMs, nowMs: now() })
      for (const { collection } of watches.values()) collection.doubt(fromMs)
      dispatch({ type: 'tab.woke', reason: slept })
      if (connection.getSnapshot().status === 'active') socket.connect()
    },
    onBeat: () => {
      for (const watch of watches.values()) watch.beat()
      apply({ kind: 'beaten', nowMs: now() })
      const isCurrent = connection.getSnapshot().hasTag('current') && !onScreen().some((watch) => watch.isSubscribing())
      for (const listener of beatListeners) listener(isCurrent)
    },
  })
  const leaveTab = watchTab({
    onSeen: () => {
      heart.look()
      const { value } = connection.getSnapshot()
      if (value === 'offline' || value === 'unauthorised') socket.connect()
      for (const watch of wanted()) watch.retryRejected()
      batch.flush()
    },
    onUnseen: () => {
      heart.look()
      batch.flush()
    },
  })

  const startWatch = <Params, Row>(topic: Topic<Params, Row>, params: Record<string, unknown>, key: string) => {
    const watch: TopicWatch<Row> = createTopicWatch<Row>({
      topic,
      params,
      socket,
      clock,
      batch,
      now,
      lingerMs,
      onName: (before, after) => {
        if (before !== null) byFeed.delete(before)
        if (after !== null) byFeed.set(after, watch)
      },
      onEnter: () => {
        watches.set(key, watch)
        watch.collection.setLink(state.link)
      },
      onLeave: () => {
        watches.delete(key)
        changed()
      },
      onChange: changed,
      onUnauthorised: (reason) => dispatch({ type: 'socket.unauthorised', reason }),
    })
    watches.set(key, watch)
    return watch
  }

  connection.subscribe(() => {
    apply({ kind: 'moved', ...readConnection() })
    batch(publishState)
  })
  connection.start()
  socket.connect()

  return {
    topic: <Params extends object, Row>(topic: Topic<Params, Row>, params: Params) => {
      const paramRecord: Record<string, unknown> = Object.fromEntries(Object.entries(params))
      const key = `${topic.name} ${paramsKey(paramRecord)}`
      const { collection } = watches.get(key) ?? startWatch(topic, paramRecord, key)
      return collection as Readable<TopicView<Row>>
    },
    state: {
      get: () => state.shown,
      subscribe: (listener) => {
        stateListeners.add(listener)
        return () => stateListeners.delete(listener)
      },
    },
    onBeat: (listener) => {
      beatListeners.add(listener)
      return () => beatListeners.delete(listener)
    },
    connect: socket.connect,
    close: () => {
      heart.stop()
      leaveTab()
      for (const watch of watches.values()) watch.leave()
      connection.stop()
      socket.close()
    },
  }
}
