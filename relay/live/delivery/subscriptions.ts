import type { PermissionScope } from '#shared/access/permission-scope.ts'
import { subscribeSchema, type Position, type Subscribed } from '#shared/live/messages.ts'
import type { FeedRegistry } from './feed-registry.ts'
import type { LiveAccess } from './live-access.ts'
import type { Pacer } from '#relay/live/feeds/pacer.ts'
import type { TopicBinding, TopicInstance } from '#relay/live/feeds/topic-binding.ts'
import { findWatch, type Connection, type Watch, type Session } from './watch.ts'

export interface WatchObserver {
  readonly began: (watch: Watch) => void
  readonly ended: (watch: Watch) => void
}

interface SubscriptionsOptions {
  readonly topics: readonly TopicBinding[]
  readonly access: Pick<LiveAccess, 'findScope'>
  readonly feeds: FeedRegistry
  readonly pacer: Pacer
  readonly onRejected: (code: string) => void
  readonly presence?: WatchObserver
  readonly now?: () => number
}

const mostSubscriptions = 64

type Rejected = Extract<Subscribed, { ok: false }>

const refuse = (code: Rejected['code'], message: string): Rejected => ({ ok: false, code, message })

const forbidden = (topic: TopicBinding) => `You are not allowed to read ${topic.resource}.`

export class Subscriptions {
  readonly #options: SubscriptionsOptions
  readonly #topics: ReadonlyMap<string, TopicBinding>

  constructor(options: SubscriptionsOptions) {
    this.#options = options
    this.#topics = new Map(options.topics.map((topic) => [topic.name, topic]))
  }

  /** The reply must precede the first feed message. */
  async subscribe(connection: Connection, request: unknown, respond: (subscribed: Subscribed) => void): Promise<void> {
    const reply = (subscribed: Subscribed) => {
      if (!subscribed.ok) this.#options.onRejected(subscribed.code)
      respond(subscribed)
    }
    while (connection.session.suspension !== null) await connection.session.suspension.over
    if (!connection.socket.connected) return
    const placed = this.#place(connection, request)
    if ('ok' in placed) reply(placed)
    else {
      reply({ ok: true, feed: placed.room.id, serverTime: new Date(this.#now()).toISOString() })
      this.#options.pacer.run(() => placed.room.enter(placed))
    }
  }

  unsubscribe(connection: Connection, feedId: unknown): void {
    const watch = findWatch(connection, feedId)
    if (watch !== undefined) this.#end(watch)
  }

  reassess({ connections }: Session): void {
    for (const { watches } of connections) for (const watch of watches) this.#reassessWatch(watch)
  }

  revokeAll({ connections }: Session, message: string): void {
    for (const { watches } of connections) {
      for (const watch of watches) this.#revoke(watch, 'unauthorised', message)
    }
  }

  leaveAll({ watches }: Connection): void {
    for (const watch of watches) this.#end(watch)
  }

  #now(): number {
    return (this.#options.now ?? Date.now)()
  }

  #begin(connection: Connection, instance: TopicInstance, scope: PermissionScope, at: Position | null): Watch {
    const watch: Watch = {
      connection,
      room: this.#options.feeds.acquire(instance, scope),
      at,
      ackedVersion: at?.version ?? 0,
      asideSinceMs: this.#now(),
    }
    connection.watches = [...connection.watches, watch]
    this.#options.presence?.began(watch)
    return watch
  }

  #end(watch: Watch): void {
    const { connection } = watch
    connection.watches = connection.watches.filter((other) => other !== watch)
    watch.room.setAside(watch)
    this.#options.feeds.release(watch.room)
    this.#options.presence?.ended(watch)
  }

  #place(connection: Connection, request: unknown): Rejected | Watch {
    const { access, feeds } = this.#options
    const parsed = subscribeSchema.safeParse(request)
    if (!parsed.success) return refuse('protocol', 'Invalid subscription request.')
    const { topic: name, params, have = null } = parsed.data
    const topic = this.#topics.get(name)
    if (topic === undefined) return refuse('unknown_topic', `Unknown topic "${name}".`)
    const scope = access.findScope(connection.session.viewer, topic)
    if (scope === null) return refuse('forbidden', forbidden(topic))
    const instance = topic.findInstance(params)
    if (instance === null) return refuse('bad_params', `Invalid params for topic "${name}".`)
    const running = feeds.find(instance, scope)
    const watch = running && findWatch(connection, running.id)
    if (watch !== undefined) {
      watch.room.setAside(watch)
      watch.at = have
      watch.ackedVersion = have?.version ?? 0
      return watch
    }
    if (connection.watches.length >= mostSubscriptions) {
      return refuse('too_many', `A connection can watch at most ${mostSubscriptions} topics.`)
    }
    return this.#begin(connection, instance, scope, have)
  }

  #revoke(watch: Watch, code: 'forbidden' | 'unauthorised', message: string): void {
    watch.connection.socket.emit('feed', { feed: watch.room.id, kind: 'revoked', code, message })
    this.#options.onRejected('revoked')
    this.#end(watch)
  }

  #reassessWatch(watch: Watch): void {
    const { access, pacer } = this.#options
    const { connection, room } = watch
    const topic = this.#topics.get(room.instance.topic)
    const scope = topic === undefined ? null : access.findScope(connection.session.viewer, topic)
    if (topic === undefined || scope === null)
      this.#revoke(watch, 'forbidden', topic === undefined ? '' : forbidden(topic))
    else if (room.instance.toKey(scope) === room.feed.name.key) room.enter(watch)
    else {
      this.#end(watch)
      const moved = this.#begin(connection, room.instance, scope, null)
      connection.socket.emit('feed', { feed: room.id, kind: 'moved', to: moved.room.id })
      pacer.run(() => moved.room.enter(moved))
    }
  }
}
