import { io, type Socket } from 'socket.io-client'
import type { ConnectionEvent } from '#machines/live/connection-machine.ts'
import {
  feedMessageSchema,
  liveProtocolVersion,
  subscribedSchema,
  type ClientToServer,
  type FeedMessage,
  type ServerToClient,
  type Subscribe,
  type Subscribed,
} from '#shared/live/messages.ts'

interface LiveSocketOptions {
  readonly url: string | undefined
  readonly onEvent: (event: ConnectionEvent) => void
  readonly onMessage: (message: FeedMessage) => void
}

/** The wire of relay/live/README.md as functions; says what happens to the connection as events of its machine. */
export interface LiveSocket {
  readonly isOpen: () => boolean
  readonly open: () => void
  /** The relay's answer; null when none came in time, or none that can be read. */
  readonly subscribe: (request: Subscribe) => Promise<Subscribed | null>
  readonly unsubscribe: (feed: string) => void
  readonly refresh: (feed: string) => void
  readonly close: () => void
}

const answerWithinMs = 10_000
/** After a restart of the relay its tabs come back spread over this time. */
const comeBackWithinMs = 3_000

const codeOf = (error: Error): unknown => {
  const data: unknown = 'data' in error ? error.data : undefined
  return typeof data === 'object' && data !== null && 'code' in data ? data.code : undefined
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
  const comeBack = () => {
    setTimeout(() => isClosed || socket.connect(), Math.random() * comeBackWithinMs)
  }

  socket.on('connect', () => onEvent({ type: 'socket.opened' }))
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
    if (message.success) onMessage(message.data)
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
    close: () => {
      isClosed = true
      tab?.removeEventListener('offline', networkLost)
      tab?.removeEventListener('online', networkBack)
      socket.disconnect()
    },
  }
}
