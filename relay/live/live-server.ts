import type { IncomingMessage, Server as HttpServer } from 'node:http'
import { Server } from 'socket.io'
import type { Registry } from 'prom-client'
import { allows } from '#shared/access/roles.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import { liveProtocolVersion, subscribeSchema, type FeedMessage, type Subscribed } from '#shared/live/messages.ts'
import { createFeedRegistry } from '#relay/live/feed-registry.ts'
import { createLiveMetrics } from '#relay/live/live-metrics.ts'
import { createRateLimit } from '#relay/live/rate-limit.ts'
import type { TopicBinding } from '#relay/live/topic-binding.ts'
import { createViewerSocket, type LiveServer, type LiveSocket, type ViewerSocket } from '#relay/live/viewer-socket.ts'

interface LiveOptions {
  readonly server: HttpServer
  readonly topics: readonly TopicBinding[]
  /** Who is asking; null when nobody is signed in. */
  readonly viewerOf: (request: IncomingMessage) => Promise<Viewer | null>
  /** Whether the request came to a name of ours and from a page of ours. */
  readonly isOurs: (request: IncomingMessage) => boolean
  readonly metrics: Registry
  readonly onPollError: (topic: string, error: unknown) => void
  readonly lingerMs?: number
}

export interface Live {
  /** Something may have changed in what these topics show. */
  readonly hint: (topics: readonly string[]) => void
  /** Somebody changed something that these topics show. */
  readonly askNow: (topics: readonly string[]) => void
  /** Lets every socket go and ends the feeds; the HTTP server is left to whoever owns it. */
  readonly stop: () => void
}

const mostSubscriptions = 64
/** Subscriptions that one connection may ask for in ten seconds; each new instance of a topic starts questions. */
const mostAsked = 256
const askedPerMs = 10_000
const mostFrameBytes = 64 * 1024

class Refusal extends Error {
  readonly data: { readonly code: string }
  constructor(code: string, message: string) {
    super(message)
    this.data = { code }
  }
}

/** Two people see the same rows when they hold the same roles. */
const permissionClassOf = (viewer: Viewer) => [...new Set(viewer.roles)].sort().join('+')

const refuse = (code: Extract<Subscribed, { ok: false }>['code'], message: string): Subscribed => ({
  ok: false,
  code,
  message,
})

/** Attaches the live part (README.md states its protocol) to an HTTP server. */
export const createLiveServer = (options: LiveOptions): Live => {
  const { server, viewerOf, isOurs, onPollError, lingerMs } = options
  const topics = new Map(options.topics.map((topic) => [topic.name, topic]))
  const viewers = new Map<string, ViewerSocket>()
  let bytesOfClosed = 0
  const io: LiveServer = new Server(server, {
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: mostFrameBytes,
    perMessageDeflate: false,
    httpCompression: false,
    allowRequest: (request, answer) => answer(null, isOurs(request)),
  })

  const broadcast = (message: FeedMessage) => {
    const feed = feeds.get(message.feed)
    const room = io.sockets.adapter.rooms.get(message.feed)
    if (feed === undefined || room === undefined) return
    const present = feed.position()
    const before = message.kind === 'patch' ? { ...present, version: message.from } : present
    for (const id of room) {
      if (viewers.get(id)?.stepAsideIfSlow(feed, message.kind === 'snapshot' ? undefined : before)) metrics.slow()
    }
    metrics.sent(message, room.size)
    io.to(message.feed).emit('feed', message)
  }

  const feeds = createFeedRegistry({
    broadcast,
    ...(lingerMs === undefined ? {} : { lingerMs }),
    onPoll: (topic, outcome, error) => {
      metrics.polled(topic, outcome)
      if (outcome === 'failed') onPollError(topic, error)
    },
  })
  const metrics = createLiveMetrics(options.metrics, {
    feeds: feeds.size,
    viewers: () => viewers.size,
    bytes: () => [...viewers.values()].reduce((sum, viewer) => sum + viewer.bytesWritten(), bytesOfClosed),
  })

  const admit = async (socket: LiveSocket): Promise<Refusal | undefined> => {
    const protocol: unknown = socket.handshake.auth['protocol']
    if (protocol !== liveProtocolVersion) {
      return new Refusal('protocol', 'Quarterdeck was updated: reload this page.')
    }
    try {
      const viewer = await viewerOf(socket.request)
      if (viewer === null) return new Refusal('unauthorised', 'Sign in to see live data.')
      socket.data.viewer = viewer
      return undefined
    } catch {
      return new Refusal('unavailable', 'Your sign-in could not be checked; it is tried again by itself.')
    }
  }
  io.use((socket, proceed) => {
    void admit(socket).then((refusal) => {
      if (refusal !== undefined) metrics.refused(refusal.data.code)
      proceed(refusal)
    })
  })

  const subscribe = (viewer: ViewerSocket, request: unknown, answer: (subscribed: Subscribed) => void): void => {
    const reply = (subscribed: Subscribed) => {
      if (!subscribed.ok) metrics.refused(subscribed.code)
      answer(subscribed)
    }
    const parsed = subscribeSchema.safeParse(request)
    if (!parsed.success) return reply(refuse('protocol', 'This is no subscription.'))
    const { topic: name, params, have } = parsed.data
    const topic = topics.get(name)
    if (topic === undefined) return reply(refuse('unknown_topic', `There is no topic "${name}".`))
    if (!allows(viewer.viewer.roles, 'read', topic.resource)) {
      return reply(refuse('forbidden', `Reading ${topic.resource} needs a role that you do not hold.`))
    }
    const instance = topic.instanceOf(params)
    if (instance === null) return reply(refuse('bad_params', `The topic "${name}" does not know these params.`))
    const permissionClass = permissionClassOf(viewer.viewer)
    const running = feeds.find(instance, permissionClass)
    const isWatched = running !== undefined && viewer.watches(running.id)
    if (!isWatched && viewer.watched().length >= mostSubscriptions) {
      return reply(refuse('too_many', `One connection watches at most ${mostSubscriptions} topics.`))
    }
    const feed = feeds.acquire(instance, permissionClass, viewer.id)
    reply({ ok: true, feed: feed.id, serverTime: new Date().toISOString() })
    viewer.watch(feed, have)
  }

  const release = (viewer: ViewerSocket, feedId: string) => {
    if (!viewer.watches(feedId)) return
    viewer.unwatch(feedId)
    feeds.release(feedId, viewer.id)
  }

  const welcome = (socket: LiveSocket) => {
    const mayAsk = createRateLimit(mostAsked, askedPerMs)
    const viewer = createViewerSocket(socket, (message) => metrics.sent(message, 1))
    viewers.set(socket.id, viewer)
    socket.on('subscribe', (request, answer) => {
      if (typeof answer !== 'function') return
      if (mayAsk()) subscribe(viewer, request, answer)
      else answer(refuse('too_many', 'Too many subscriptions in a short time.'))
    })
    socket.on('unsubscribe', (feedId) => release(viewer, feedId))
    socket.on('refresh', (feedId) => {
      if (viewer.watches(feedId)) feeds.get(feedId)?.askNow()
    })
    socket.on('disconnect', () => {
      viewers.delete(socket.id)
      bytesOfClosed += viewer.bytesWritten()
      for (const feedId of viewer.watched()) release(viewer, feedId)
    })
  }
  io.on('connection', welcome)

  return {
    hint: (names) => feeds.ofTopics(names).forEach((feed) => feed.hint()),
    askNow: (names) => feeds.ofTopics(names).forEach((feed) => feed.askNow()),
    stop: () => {
      feeds.stop()
      io.disconnectSockets(true)
      io.engine.close()
    },
  }
}
