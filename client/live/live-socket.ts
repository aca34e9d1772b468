import { io, type Socket } from 'socket.io-client'
import type { ConnectionEvent } from '#machines/live/connection-machine.ts'
import {
  feedMessageSchema,
  goodbyeSchema,
  liveProtocolVersion,
  subscribedSchema,
  type ClientToServer,
  type FeedMessage,
  type ServerToClient,
  type Subscribe,
  type Subscribed,
} from '#shared/live/messages.ts'
import { unpackRows } from '#client/live/unpack-rows.ts'

/** A message as it counts here: packed snapshots are unpacked. */
export type PlainMessage = Exclude<FeedMessage, { kind: 'packed' }>

interface LiveSocketOptions {
  readonly url: string | undefined
  readonly onEvent: (event: ConnectionEvent) => void
  readonly onMessage: (message: PlainMessage) => void
}

/** The wire of relay/live/README.md as functions; says what happens to the connection as events of its machine. */
export interface LiveSocket {
  readonly isOpen: () => boolean
  readonly open: () => void
  /** The relay's answer; null when none came in time, or none that can be read. */
  readonly subscribe: (request: Subscribe) => Promise<Subscribed | null>
  readonly unsubscribe: (feed: string) => void
  readonly refresh: (feed: string) => void
  readonly ack: (feed: string, version: number) => void
  readonly close: () => void
}

const answerWithinMs = 10_000
/** Tabs that the relay let go come back spread over this time, when it did not name another. */
const usuallyWithinMs = 3_000

const codeOf = (error: Error): unknown => {
  const data: unknown = 'data' in error ? error.data : undefined
  return typeof data === 'object' && data !== null && 'code' in data ? data.code : undefined
}

const unpack = async (message: FeedMessage): Promise<PlainMessage> => {
  if (message.kind !== 'packed') return message
  const { gzip, ...rest } = message
  return { ...rest, kind: 'snapshot', rows: await unpackRows(gzip) }
}

export const createLiveSocket = ({ url, onEvent, onMessage }: LiveSocketOptions): LiveSocket => {
  const options = {
    transports: ['websocket'],
    auth: { protocol: liveProtocolVersion },
    reconnectionDelay: 500,
    reconnectionDelayMax: 10_000,
    randomizationFactor: 0.5,
    autoConnect: false,
  }
  const socket: Socket<ServerToClient, ClientToServer> = url === undefined ? io(options) : io(url, options)

  let isClosed = false
  /** The library comes back by itself after a lost connection, but not after a refusal or a goodbye of the relay. */
  let comeBackWithinMs = usuallyWithinMs
  const comeBack = () => {
    setTimeout(() => isClosed || socket.connect(), Math.random() * comeBackWithinMs)
    comeBackWithinMs = usuallyWithinMs
  }

  /** Messages are handed on in the order in which they came, also while a packed one is being unpacked. */
  let unpacking: Promise<void> | null = null
  let connections = 0
  const handOn = async (message: FeedMessage, before: Promise<void> | null, connection: number) => {
    await before
    const plain = await unpack(message).catch(() => null)
    if (plain !== null && connection === connections) onMessage(plain)
  }
  const receive = (message: FeedMessage) => {
    if (unpacking === null && message.kind !== 'packed') {
      onMessage(message)
      return
    }
    const handing = handOn(message, unpacking, connections).finally(() => {
      if (unpacking === handing) unpacking = null
    })
    unpacking = handing
  }

  socket.on('connect', () => {
    connections += 1
    onEvent({ type: 'socket.opened' })
  })
  socket.on('disconnect', (reason) => {
    onEvent({ type: 'socket.lost', reason: 'The connection to the relay was lost.' })
    if (reason === 'io server disconnect') comeBack()
  })
  socket.on('connect_error', (error) => {
    const code = codeOf(error)
    if (code === 'protocol') onEvent({ type: 'socket.outdated', reason: error.message })
    else if (code === 'unauthorised') onEvent({ type: 'socket.unauthorised', reason: error.message })
    else {
      onEvent({ type: 'socket.failed', reason: code === undefined ? 'The relay cannot be reached.' : error.message })
      if (!socket.active) comeBack()
    }
  })
  socket.on('feed', (raw) => {
    const message = feedMessageSchema.safeParse(raw)
    if (message.success) receive(message.data)
  })
  socket.on('goodbye', (raw) => {
    const goodbye = goodbyeSchema.safeParse(raw)
    if (goodbye.success) comeBackWithinMs = goodbye.data.withinMs
  })

  const networkLost = () => onEvent({ type: 'network.lost' })
  const networkBack = () => {
    onEvent({ type: 'network.back' })
    socket.disconnect().connect()
  }
  const tab = typeof window === 'undefined' ? undefined : window
  tab?.addEventListener('offline', networkLost)
  tab?.addEventListener('online', networkBack)

  return {
    isOpen: () => socket.connected,
    open: () => socket.connect(),
    subscribe: async (request) => {
      try {
        const answer: unknown = await socket.timeout(answerWithinMs).emitWithAck('subscribe', request)
        return subscribedSchema.parse(answer)
      } catch {
        return null
      }
    },
    unsubscribe: (feed) => socket.connected && socket.emit('unsubscribe', feed),
    refresh: (feed) => socket.connected && socket.emit('refresh', feed),
    ack: (feed, version) => socket.connected && socket.emit('ack', feed, version),
    close: () => {
      isClosed = true
      tab?.removeEventListener('offline', networkLost)
      tab?.removeEventListener('online', networkBack)
      socket.disconnect()
    },
  }
}
