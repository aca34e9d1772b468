import { randomUUID } from 'node:crypto'
import { createClient } from 'redis'
import type { Line } from './replication.ts'
import { createRedisReplica, type RedisReplica } from './redis-replica.ts'
import { createRedisStore, readMessage } from './redis-store.ts'

interface RedisLineOptions {
  /** May carry a user and password; they never reach a message of ours. */
  readonly url: string
  /** Told when the relay goes on alone, and when it is among others again (null). */
  readonly onChange?: (failure: string | null) => void
  readonly tickMs?: number
  readonly now?: () => number
}

export interface LineReport {
  /** Why this relay serves alone, as a sentence; null while it does not. */
  readonly failure: string | null
  readonly leading: number
  readonly following: number
}

export interface RedisLine extends Line {
  readonly report: () => LineReport
  readonly close: () => Promise<void>
}

/** A driver's code, or the first word of an answer of Redis (`WRONGPASS`): the rest might say too much. */
const codeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return ''
  const code = 'code' in error && typeof error.code === 'string' ? error.code : /^[A-Z]{3,}\b/.exec(error.message)?.[0]
  return code === undefined ? '' : ` (${code})`
}

/** How long a start waits for Redis before it goes on alone. */
const patienceMs = 2_000
const silentForMs = 5_000

/**
 * Several relays share what they follow, in Redis: one of them leads a feed, asks its source and makes its changes true; the
 * others apply what it said. When it goes, another one goes on from there under the same epoch. Without Redis each relay
 * serves on alone, under epochs of its own, and tries to find the others again.
 */
export const createRedisLine = ({ url, onChange, tickMs = 1_000, now = Date.now }: RedisLineOptions): RedisLine => {
  const owner = randomUUID()
  const seats = new Map<string, RedisReplica>()
  const client = createClient({
    url,
    disableOfflineQueue: true,
    // A connection that says nothing, not even to a ping, is a broken one.
    pingInterval: tickMs,
    socket: { connectTimeout: patienceMs, socketTimeout: silentForMs, reconnectStrategy: () => tickMs },
  })
  const subscriber = client.duplicate({ disableOfflineQueue: false })
  let failure: string | null = null
  let isClosed = false
  let isTicking = false

  const isReady = () => client.isReady && subscriber.isReady
  const disconnect = (error: unknown) => {
    if (isClosed || failure !== null) return
    failure = `Redis cannot be used${codeOf(error)}: this relay serves on alone.`
    onChange?.(failure)
    for (const seat of seats.values()) seat.disconnect()
  }
  const reconnect = () => {
    failure = null
    onChange?.(null)
    for (const seat of seats.values()) seat.reconnect()
  }
  client.on('error', disconnect)
  subscriber.on('error', disconnect)

  const connected = Promise.all([client.connect(), subscriber.connect()]).then(
    () => true,
    () => false,
  )
  const late = () =>
    new Promise<false>((resolve) => {
      setTimeout(() => resolve(false), patienceMs).unref()
    })
  const refused = new Promise<false>((resolve) => {
    client.once('error', () => resolve(false))
  })
  const first = Promise.race([connected, refused, late()])
  const leaving = new Set<Promise<void>>()

  const tick = async () => {
    if (isTicking || isClosed) return
    isTicking = true
    try {
      if (failure !== null) {
        if (!isReady()) return
        await client.ping()
        reconnect()
      } else await Promise.all([...seats.values()].map((seat) => seat.tick()))
    } catch (error) {
      disconnect(error)
    } finally {
      isTicking = false
    }
  }
  const timer = setInterval(() => void tick(), tickMs)
  timer.unref()

  return {
    join: (name, member) => {
      const store = createRedisStore(client, owner, name.key)
      const listener = (text: string) => {
        const message = readMessage(text)
        if (message !== null) seat.hear(message)
      }
      const subscribed = subscriber.subscribe(store.channel, listener).then(
        () => true,
        () => false,
      )
      const seat = createRedisReplica({
        store,
        owner,
        member,
        now,
        onFailure: disconnect,
        isThere: async () => {
          if (failure !== null) return false
          const isThere = (await first) && (await Promise.race([subscribed, late()]))
          if (!isThere) disconnect(new Error('no answer'))
          return isThere
        },
        onLeave: () => {
          if (seats.get(name.key) === seat) seats.delete(name.key)
          if (subscriber.isReady) subscriber.unsubscribe(store.channel, listener).catch(() => undefined)
        },
      })
      seats.set(name.key, seat)
      return {
        ...seat,
        leave: async () => {
          const left = seat.leave()
          leaving.add(left)
          await left
          leaving.delete(left)
        },
      }
    },
    report: () => {
      const leading = [...seats.values()].filter((seat) => seat.isLeading()).length
      return { failure, leading, following: seats.size - leading }
    },
    close: async () => {
      isClosed = true
      clearInterval(timer)
      await Promise.allSettled([...leaving, ...[...seats.values()].map((seat) => seat.leave())])
      if (client.isReady) await client.close().catch(() => undefined)
      else client.destroy()
      if (subscriber.isReady) await subscriber.close().catch(() => undefined)
      else subscriber.destroy()
    },
  }
}
