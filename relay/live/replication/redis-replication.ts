import { randomUUID } from 'node:crypto'
import { createClient, type RedisClientType } from '@redis/client'
import type { FeedName } from '#relay/live/feeds/feed-recorder.ts'
import type { Replica, ReplicatedFeed, Replication } from '#relay/live/feeds/feed-replication.ts'
import { RedisReplica } from './redis-replica.ts'
import { createRedisStore, readMessage } from './redis-store.ts'

interface RedisReplicationOptions {
  /** Can contain a user and password, which must not appear in any message. */
  readonly url: string
  readonly onChange?: (failure: string | null) => void
  readonly tickMs?: number
  readonly now?: () => number
}

export interface ReplicationReport {
  readonly failure: string | null
  readonly leading: number
  readonly following: number
}

/** The code of the driver's error, or the first word of a Redis error (`WRONGPASS`): the rest may contain secrets. */
const formatCode = (error: unknown): string => {
  if (!(error instanceof Error)) return ''
  const code = 'code' in error && typeof error.code === 'string' ? error.code : /^[A-Z]{3,}\b/.exec(error.message)?.[0]
  return code === undefined ? '' : ` (${code})`
}

const connectTimeoutMs = 2_000
const socketTimeoutMs = 5_000

const late = () =>
  new Promise<false>((resolve) => {
    setTimeout(() => resolve(false), connectTimeoutMs).unref()
  })

/**
 * When the leading relay leaves, another continues under the same epoch. Without Redis each relay serves alone,
 * under its own epochs.
 */
export class RedisReplication implements Replication {
  readonly #owner = randomUUID()
  readonly #replicas = new Map<string, RedisReplica>()
  readonly #leaving = new Set<Promise<void>>()
  readonly #client: RedisClientType
  readonly #subscriber: RedisClientType
  readonly #isThereAtFirst: Promise<boolean>
  readonly #timer: ReturnType<typeof setInterval>
  readonly #onChange: RedisReplicationOptions['onChange']
  readonly #now: () => number
  #failure: string | null = null
  #isClosed = false
  #isTicking = false

  constructor({ url, onChange, tickMs = 1_000, now = Date.now }: RedisReplicationOptions) {
    this.#onChange = onChange
    this.#now = now
    this.#client = createClient({
      url,
      disableOfflineQueue: true,
      // The ping makes a dead connection run into the socket timeout.
      pingInterval: tickMs,
      socket: { connectTimeout: connectTimeoutMs, socketTimeout: socketTimeoutMs, reconnectStrategy: () => tickMs },
    })
    this.#subscriber = this.#client.duplicate({ disableOfflineQueue: false })
    this.#client.on('error', this.#disconnect)
    this.#subscriber.on('error', this.#disconnect)
    const connected = Promise.all([this.#client.connect(), this.#subscriber.connect()]).then(
      () => true,
      () => false,
    )
    const failedToConnect = new Promise<false>((resolve) => {
      this.#client.once('error', () => resolve(false))
    })
    this.#isThereAtFirst = Promise.race([connected, failedToConnect, late()])
    this.#timer = setInterval(() => void this.#tick(), tickMs)
    this.#timer.unref()
  }

  join(name: FeedName, member: ReplicatedFeed): Replica {
    const store = createRedisStore(this.#client, this.#owner, name.key)
    const listener = (text: string) => {
      const message = readMessage(text)
      if (message !== null) replica.onMessage(message)
    }
    const subscribed = this.#subscriber.subscribe(store.channel, listener).then(
      () => true,
      () => false,
    )
    const replica = new RedisReplica({
      store,
      owner: this.#owner,
      member,
      now: this.#now,
      onFailure: this.#disconnect,
      isThere: () => this.#isThere(subscribed),
      onLeave: (left) => {
        this.#leaving.add(left)
        void left.then(() => this.#leaving.delete(left))
        if (this.#replicas.get(name.key) === replica) this.#replicas.delete(name.key)
        if (this.#subscriber.isReady) this.#subscriber.unsubscribe(store.channel, listener).catch(() => undefined)
      },
    })
    this.#replicas.set(name.key, replica)
    return replica
  }

  channel(name: string, onText: (text: string, by: string) => void): (text: string) => void {
    const channel = `quarterdeck:${name}`
    const listener = (message: string) => {
      const [by = '', text = ''] = message.split('\n', 2)
      if (by !== this.#owner) onText(text, by)
    }
    this.#subscriber.subscribe(channel, listener).catch(() => undefined)
    return (text) => {
      if (this.#failure === null && this.#client.isReady)
        this.#client.publish(channel, `${this.#owner}\n${text}`).catch(() => undefined)
    }
  }

  report(): ReplicationReport {
    const leading = [...this.#replicas.values()].filter((replica) => replica.isLeading()).length
    return { failure: this.#failure, leading, following: this.#replicas.size - leading }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#timer)
    await Promise.allSettled([...this.#leaving, ...[...this.#replicas.values()].map((replica) => replica.leave())])
    await closeClient(this.#client)
    await closeClient(this.#subscriber)
  }

  readonly #disconnect = (error: unknown): void => {
    if (this.#isClosed || this.#failure !== null) return
    this.#failure = `Redis is unavailable${formatCode(error)}. Feeds are not shared with other relays.`
    this.#onChange?.(this.#failure)
    for (const replica of this.#replicas.values()) replica.disconnect()
  }

  #reconnect(): void {
    this.#failure = null
    this.#onChange?.(null)
    for (const replica of this.#replicas.values()) replica.reconnect()
  }

  async #isThere(subscribed: Promise<boolean>): Promise<boolean> {
    if (this.#failure !== null) return false
    const isThere = (await this.#isThereAtFirst) && (await Promise.race([subscribed, late()]))
    if (!isThere) this.#disconnect(new Error('no response'))
    return isThere
  }

  async #tick(): Promise<void> {
    if (this.#isTicking || this.#isClosed) return
    this.#isTicking = true
    try {
      if (this.#failure === null) await Promise.all([...this.#replicas.values()].map((replica) => replica.tick()))
      else if (this.#client.isReady && this.#subscriber.isReady) {
        await this.#client.ping()
        this.#reconnect()
      }
    } catch (error) {
      this.#disconnect(error)
    } finally {
      this.#isTicking = false
    }
  }
}

const closeClient = async (client: RedisClientType): Promise<void> => {
  if (client.isReady) await client.close().catch(() => undefined)
  else client.destroy()
}
