import { createActor } from 'xstate'
import { connectionMachine, type ConnectionEvent } from '#machines/live/connection-machine.ts'
import { paramsKey } from '#shared/live/params-key.ts'
import type { Topic } from '#shared/live/topic.ts'
import { createHeartbeat } from '#client/lib/browser/heartbeat.ts'
import { createFrameBatch } from '#client/live/frame-batch.ts'
import type { LiveClient, LiveState } from '#client/live/live-client.ts'
import { createLiveSocket } from '#client/live/live-socket.ts'
import { createServerClock } from '#client/live/server-clock.ts'
import { watchTab } from '#client/live/watch-tab.ts'
import type { Link } from '#client/live/topic-collection.ts'
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
/** Clocks drift: a tab that stays open for months synchronises every hour. */
const askTimeEveryMs = 3_600_000

const isAbsent = (name: LiveState['state']) => name === 'connecting' || name === 'offline'

// oxlint-disable-next-line max-lines-per-function -- the tab's parts are wired to each other here, and each says in its own file what it does
export const createLiveClient = ({ url, now = Date.now, lingerMs = 5_000 }: LiveClientOptions = {}): LiveClient => {
  const clock = createServerClock()
  const batch = createFrameBatch()
  const watches = new Map<string, AnyWatch>()
  const byFeed = new Map<string, AnyWatch>()
  const connection = createActor(connectionMachine)
  const stateListeners = new Set<() => void>()
  const beatListeners = new Set<(isCurrent: boolean) => void>()
  let link: Link = { kind: 'opening' }
  let nextTryAtMs: number | null = null
  let lostAtMs = now()
  let timeRequestedAtMs = now()
  let state: LiveState = { state: 'connecting', sinceMs: now(), observedAtMs: null, reason: null, nextTryAtMs: null }

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

  const publishState = () => {
    const { value, context } = connection.getSnapshot()
    const name = typeof value === 'object' ? value.connected : value
    const observed = onScreen().flatMap(({ collection }) => collection.get().observedAtMs ?? [])
    const observedAtMs = observed.length === 0 ? null : Math.min(...observed)
    const same = name === state.state && observedAtMs === state.observedAtMs && context.reason === state.reason
    if (same && nextTryAtMs === state.nextTryAtMs) return
    const isSame = name === state.state || (isAbsent(name) && isAbsent(state.state))
    const sinceMs = isSame ? state.sinceMs : isAbsent(name) ? lostAtMs : now()
    state = { state: name, sinceMs, observedAtMs, reason: context.reason, nextTryAtMs }
    for (const listener of stateListeners) listener()
  }
  const changed = () => {
    reportFeeds()
    batch(publishState)
  }

  const linkNow = (): Link => {
    const { value, context } = connection.getSnapshot()
    if (typeof value === 'object') return { kind: 'open' }
    if (value === 'connecting') return { kind: 'opening' }
    return { kind: 'closed', sinceMs: lostAtMs, reason: context.reason ?? 'Relay unreachable.' }
  }

  const onEvent = (event: ConnectionEvent) => {
    if (event.type === 'socket.opened') {
      clock.forget()
      timeRequestedAtMs = now()
    }
    if (event.type === 'socket.lost') {
      if (connection.getSnapshot().hasTag('connected')) lostAtMs = now()
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
      nextTryAtMs = atMs
      batch(publishState)
    },
  })

  const askTime = () => {
    if (Math.abs(now() - timeRequestedAtMs) < askTimeEveryMs) return
    timeRequestedAtMs = now()
    clock.forget()
    wanted()[0]?.askTime()
  }
  const heart = createHeartbeat({
    now,
    isVisible: () => typeof document === 'undefined' || document.visibilityState === 'visible',
    onGap: (fromMs) => {
      if (connection.getSnapshot().hasTag('connected')) lostAtMs = Math.min(fromMs, now())
      for (const { collection } of watches.values()) collection.doubt(fromMs)
      dispatch({ type: 'tab.woke', reason: slept })
      if (connection.getSnapshot().status === 'active') socket.connect()
    },
    onBeat: () => {
      for (const watch of watches.values()) watch.beat()
      askTime()
      const isCurrent = connection.getSnapshot().hasTag('current') && !onScreen().some((watch) => watch.isAsking())
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
        watch.collection.setLink(link)
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
    const next = linkNow()
    if (next.kind !== link.kind) {
      link = next
      for (const { collection } of watches.values()) collection.setLink(link)
    }
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
      get: () => state,
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
