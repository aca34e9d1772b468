import type { IncomingMessage, Server as HttpServer } from 'node:http'
import { Server } from 'socket.io'
import type { Registry } from 'prom-client'
import { ackSchema, liveProtocolVersion, tokenSchema } from '#shared/live/messages.ts'
import { createFeedRegistry } from '#relay/live/feeds/feed-registry.ts'
import type { FeedName, FeedRecorder } from '#relay/live/feeds/feed-recorder.ts'
import { localReplication, type Replication } from '#relay/live/replication/replication.ts'
import type { LiveAccess } from './live-access.ts'
import { createLiveMetrics } from './live-metrics.ts'
import { createPacer } from '#relay/live/feeds/pacer.ts'
import { createReadiness } from './readiness.ts'
import { readingsOf } from './readings.ts'
import { createSessions, type Admission } from './sessions.ts'
import { createSubscriptions, type WatchObserver } from './subscriptions.ts'
import type { TopicBinding } from '#relay/live/feeds/topic-binding.ts'
import { forgetHandshake, webSocketOf } from './socket-internals.ts'
import { watchOf, type Connection, type LiveServer, type LiveSocket } from './watch.ts'

interface LiveOptions {
  readonly server: HttpServer
  readonly topics: readonly TopicBinding[]
  readonly access: LiveAccess
  /** Whether the request came to a name of ours and from a page of ours. */
  readonly isOurs: (request: IncomingMessage) => boolean
  readonly recorder: FeedRecorder
  /** Left out when this relay is alone. */
  readonly replication?: Replication
  readonly metrics: Registry
  readonly onPollError: (topic: string, error: unknown) => void
  /** Told of every watch that begins and ends. */
  readonly presence?: WatchObserver
  readonly lingerMs?: number
}

interface Hint {
  /** What the change is about, where that is known. */
  readonly ids?: readonly string[]
  /** People wait for it. */
  readonly isUrgent?: boolean
}

export interface Live {
  /** Something may have changed in what these topics show. */
  readonly hint: (topics: readonly string[], hint?: Hint) => void
  /** Somebody changed something that these topics show. */
  readonly refreshNow: (topics: readonly string[]) => void
  /** Follows what the journal keeps and needs no params, also while nobody watches. */
  readonly follow: () => void
  /** Says goodbye to every socket, lets it go and ends the feeds; the HTTP server is left to whoever owns it. */
  readonly stop: () => void
}

const mostFrameBytes = 64 * 1024
/** How long an opened socket may take to say who it is. */
const handshakeWithinMs = 10_000
/** Handshakes that may wait for their turn; whoever comes beyond that is refused and comes back later. */
const mostWaiting = 4_096
/** After a planned end everybody comes back within this time, and the more there are, the longer they take. */
const comeBackWithinMs = (viewers: number) => Math.min(Math.max(1_000, viewers * 2), 30_000)

class Refusal extends Error {
  readonly data: { readonly code: string }
  constructor(code: string, message: string) {
    super(message)
    this.data = { code }
  }
}

/** A token in the handshake stands for an Authorization header, which browsers cannot send with one. */
const credentialsIn = ({ handshake: { auth, headers } }: LiveSocket) => {
  const token = tokenSchema.safeParse(auth['token'])
  return token.success ? { ...headers, authorization: `Bearer ${token.data}` } : headers
}

const acknowledge = (connection: Connection, said: unknown[]): boolean => {
  const ack = ackSchema.safeParse(said)
  if (!ack.success) return false
  const [feedId, version] = ack.data
  const watch = watchOf(connection, feedId)
  return watch !== undefined && watch.room.acknowledge(watch, version)
}

/** Attaches the live part (README.md states its protocol) to an HTTP server. */
export const createLiveServer = (options: LiveOptions): Live => {
  const {
    server,
    topics,
    access,
    isOurs,
    recorder,
    replication = localReplication,
    onPollError,
    presence,
    lingerMs,
  } = options
  const connections = new Set<Connection>()
  const pacer = createPacer()
  const io: LiveServer = new Server(server, {
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: mostFrameBytes,
    perMessageDeflate: false,
    httpCompression: false,
    connectTimeout: handshakeWithinMs,
    allowRequest: (request, answer) => {
      if (!isOurs(request)) answer(null, false)
      else if (pacer.waiting() > mostWaiting) answer('busy', false)
      else pacer.run(() => answer(null, true))
    },
  })

  const readiness = createReadiness(({ watches }) => {
    for (const watch of watches) watch.room.enter(watch)
  })
  io.engine.on('drain', readiness.drained)

  const readings = readingsOf({ connections, pacer, feeds: () => feeds.size() })
  const metrics = createLiveMetrics(options.metrics, readings)
  const feeds = createFeedRegistry({
    recorder,
    replication,
    pacer,
    readiness,
    observer: metrics,
    ...(lingerMs === undefined ? {} : { lingerMs }),
    onPoll: (topic, outcome, error) => {
      metrics.polled(topic, outcome)
      if (outcome === 'failed') onPollError(topic, error)
    },
  })
  const subscriptions = createSubscriptions({
    topics,
    access,
    feeds,
    pacer,
    onRefused: metrics.refused,
    ...(presence && { presence }),
  })
  const hintedBy = new Map(topics.map((topic) => [topic.name, topic.hintedBy]))
  const isAbout = ({ topic, params }: FeedName, about: readonly string[]): boolean => {
    const param = hintedBy.get(topic) ?? null
    return param === null || about.includes(String(params[param]))
  }

  const sessions = createSessions({
    access,
    onSuspended: ({ connections }) => {
      for (const { watches } of connections) for (const watch of watches) watch.room.setAside(watch)
    },
    onKnown: subscriptions.reassess,
    onSignedOut: (session) => {
      subscriptions.revokeAll(session, 'You are not signed in any more.')
      for (const { socket } of session.connections) socket.disconnect(true)
    },
  })

  const admissions = new WeakMap<LiveSocket, Admission>()
  const admit = async (socket: LiveSocket): Promise<Admission | Refusal> => {
    const protocol: unknown = socket.handshake.auth['protocol']
    if (protocol !== liveProtocolVersion) return new Refusal('protocol', 'Quarterdeck was updated: reload this page.')
    try {
      const admission = await sessions.admit(credentialsIn(socket))
      return admission ?? new Refusal('unauthorised', 'Sign in to see live data.')
    } catch {
      return new Refusal('unavailable', 'Your sign-in could not be checked; it is tried again by itself.')
    }
  }
  io.use((socket, proceed) => {
    void admit(socket).then((admitted) => {
      if (admitted instanceof Refusal) {
        metrics.refused(admitted.data.code)
        proceed(admitted)
        return
      }
      admissions.set(socket, admitted)
      proceed()
    })
  })

  /* Handlers are shared by all sockets and find theirs in `this`: thousands of sockets need no closures of their own. */
  function onEvent(this: LiveSocket, event: string, ...said: unknown[]) {
    const { connection } = this.data
    const [first, second] = said
    if (event === 'subscribe' && typeof second === 'function') {
      void subscriptions.subscribe(connection, first, (subscribed) => void second(subscribed))
    } else if (event === 'renew' && tokenSchema.safeParse(first).success)
      sessions.renew(connection.session, `Bearer ${String(first)}`)
    else if (event === 'unsubscribe') subscriptions.unsubscribe(connection, first)
    else if (event === 'refresh') watchOf(connection, first)?.room.feed.refreshNow()
    else if (event === 'ack' && acknowledge(connection, said)) return
    else metrics.refused(event === 'ack' ? 'ack' : 'event')
  }
  function onDisconnect(this: LiveSocket) {
    const { connection } = this.data
    connections.delete(connection)
    readings.closed(connection)
    subscriptions.leaveAll(connection)
    sessions.leave(connection.session, connection)
  }
  io.on('connection', (socket) => {
    const admission = admissions.get(socket)
    const web = webSocketOf(socket)
    if (admission === undefined || web === undefined) {
      socket.disconnect(true)
      return
    }
    const connection: Connection = {
      socket,
      net: socket.request.socket,
      web,
      session: sessions.sessionOf(admission),
      watches: [],
      isAwaitingDrain: false,
      asked: 0,
      askedSinceMs: 0,
    }
    admissions.delete(socket)
    socket.data = { connection }
    forgetHandshake(connection)
    connections.add(connection)
    connection.session.connections.add(connection)
    socket.onAny(onEvent)
    // Nobody is spoken to by rooms.
    socket.nsp.adapter.delAll(socket.id)
    socket.on('disconnect', onDisconnect)
  })

  return {
    hint: (names, { ids, isUrgent } = {}) =>
      feeds.ofTopics(names).forEach(({ feed }) => {
        if (ids === undefined || isAbout(feed.name, ids)) feed.hint(isUrgent)
      }),
    refreshNow: (names) => feeds.ofTopics(names).forEach(({ feed }) => feed.refreshNow()),
    follow: () => {
      for (const topic of topics) {
        const instance = topic.journalled === null ? null : topic.instanceOf({})
        if (instance !== null) for (const scope of access.followedScopes) feeds.follow(instance, scope)
      }
    },
    stop: () => {
      sessions.stop()
      feeds.stop()
      metrics.stop()
      const goodbye = { withinMs: comeBackWithinMs(connections.size) }
      for (const { socket } of connections) {
        socket.emit('goodbye', goodbye)
        socket.disconnect(true)
      }
      io.engine.close()
    },
  }
}
