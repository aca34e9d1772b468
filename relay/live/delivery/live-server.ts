import type { IncomingMessage, Server as HttpServer } from 'node:http'
import { Server } from 'socket.io'
import type { Registry } from 'prom-client'
import { createFeedRegistry } from './feed-registry.ts'
import type { FeedName, FeedRecorder } from '#relay/live/feeds/feed-recorder.ts'
import { localReplication, type Replication } from '#relay/live/feeds/feed-replication.ts'
import type { LiveAccess } from './live-access.ts'
import { createLiveMetrics } from './live-metrics.ts'
import { createPacer, type Pacer } from '#relay/live/feeds/pacer.ts'
import { createReadiness } from './readiness.ts'
import { createReadings } from './readings.ts'
import { serveSockets } from './serve-sockets.ts'
import { Sessions } from './sessions.ts'
import { Subscriptions, type WatchObserver } from './subscriptions.ts'
import type { TopicBinding } from '#relay/live/feeds/topic-binding.ts'
import type { Connection, LiveServer } from './watch.ts'

interface LiveOptions {
  readonly server: HttpServer
  readonly topics: readonly TopicBinding[]
  readonly access: LiveAccess
  readonly isAllowedOrigin: (request: IncomingMessage) => boolean
  readonly recorder: FeedRecorder
  readonly replication?: Replication
  readonly metrics: Registry
  readonly onPollError: (topic: string, error: unknown) => void
  readonly onUnread?: (topic: string, error: unknown) => void
  readonly presence?: WatchObserver
  readonly lingerMs?: number
}

interface Hint {
  readonly ids?: readonly string[]
  readonly isUrgent?: boolean
}

export interface Live {
  readonly hint: (topics: readonly string[], hint?: Hint) => void
  readonly refreshNow: (topics: readonly string[]) => void
  readonly follow: () => void
  /** The reason why the backend denies the rows of this feed. */
  readonly findDenial: (feedKey: string) => string | undefined
  readonly stop: () => void
}

const mostFrameBytes = 64 * 1024
const handshakeWithinMs = 10_000
const mostWaiting = 4_096
const reconnectWithinMs = (viewers: number) => Math.min(Math.max(1_000, viewers * 2), 30_000)

const attachSockets = (
  { server, isAllowedOrigin }: Pick<LiveOptions, 'server' | 'isAllowedOrigin'>,
  pacer: Pacer,
): LiveServer =>
  new Server(server, {
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: mostFrameBytes,
    perMessageDeflate: false,
    httpCompression: false,
    connectTimeout: handshakeWithinMs,
    allowRequest: (request, callback) => {
      if (!isAllowedOrigin(request)) callback(null, false)
      else if (pacer.waiting() > mostWaiting) callback('busy', false)
      else pacer.run(() => callback(null, true))
    },
  })

const createHintFilter = (topics: readonly TopicBinding[]) => {
  const hintedBy = new Map(topics.map((topic) => [topic.name, topic.hintedBy]))
  return ({ topic, params }: FeedName, ids: readonly string[]): boolean => {
    const param = hintedBy.get(topic) ?? null
    return param === null || ids.includes(String(params[param]))
  }
}

const oncePerTopic = (onUnread: LiveOptions['onUnread']) => {
  const reported = new Set<string>()
  return (topic: string, error: unknown): void => {
    if (!reported.has(topic)) onUnread?.(topic, error)
    reported.add(topic)
  }
}

export const createLiveServer = (options: LiveOptions): Live => {
  const { topics, access, recorder, replication = localReplication, onPollError, presence, lingerMs } = options
  const connections = new Set<Connection>()
  const pacer = createPacer()
  const io = attachSockets(options, pacer)
  const readiness = createReadiness(({ watches }) => {
    for (const watch of watches) watch.room.enter(watch)
  })
  io.engine.on('drain', readiness.drained)

  const readings = createReadings({ connections, pacer, feeds: () => feeds.size() })
  const metrics = createLiveMetrics(options.metrics, readings)
  const feeds = createFeedRegistry({
    recorder,
    replication,
    pacer,
    readiness,
    observer: metrics,
    ...(lingerMs !== undefined && { lingerMs }),
    onPoll: (topic, outcome, error) => {
      metrics.polled(topic, outcome)
      if (outcome === 'failed') onPollError(topic, error)
    },
    onUnread: oncePerTopic(options.onUnread),
  })
  const subscriptions = new Subscriptions({
    topics,
    access,
    feeds,
    pacer,
    onRejected: metrics.rejected,
    ...(presence && { presence }),
  })
  const sessions = new Sessions({
    access,
    onSuspended: (session) => {
      for (const { watches } of session.connections) for (const watch of watches) watch.room.setAside(watch)
    },
    onKnown: (session) => subscriptions.reassess(session),
    onSignedOut: (session) => {
      subscriptions.revokeAll(session, 'You are no longer signed in.')
      for (const { socket } of session.connections) socket.disconnect(true)
    },
  })
  serveSockets(io, {
    sessions,
    subscriptions,
    onConnected: (connection) => connections.add(connection),
    onDisconnected: (connection) => {
      connections.delete(connection)
      readings.closed(connection)
    },
    onRejected: metrics.rejected,
  })
  const isAbout = createHintFilter(topics)

  return {
    hint: (names, { ids, isUrgent } = {}) =>
      feeds.ofTopics(names).forEach(({ feed }) => {
        if (ids === undefined || isAbout(feed.name, ids)) feed.hint(isUrgent)
      }),
    refreshNow: (names) => feeds.ofTopics(names).forEach(({ feed }) => feed.refreshNow()),
    follow: () => {
      for (const topic of topics) {
        const instance = topic.journalled === null ? null : topic.findInstance({})
        if (instance !== null) for (const scope of access.followedScopes) feeds.follow(instance, scope)
      }
    },
    findDenial: feeds.findDenial,
    stop: () => {
      sessions.stop()
      feeds.stop()
      metrics.stop()
      const goodbye = { withinMs: reconnectWithinMs(connections.size) }
      for (const { socket } of connections) {
        socket.emit('goodbye', goodbye)
        socket.disconnect(true)
      }
      io.engine.close()
    },
  }
}
