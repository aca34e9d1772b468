import { io, type Socket } from 'socket.io-client'
import type { ConnectionEvent } from '#machines/live/connection-machine.ts'
import {
  feedMessageSchema,
  goodbyeSchema,
  liveProtocolVersion,
  subscribedSchema,
  type ClientToServer,
  type PlainMessage,
  type ServerToClient,
  type Subscribe,
  type Subscribed,
} from '#shared/live/messages.ts'
import { currentToken, onToken } from '#client/api/auth-transport.ts'
import { createReconnectBackoff } from './reconnect-backoff.ts'
import { createDecompression } from './decompression.ts'

interface LiveSocketOptions {
  readonly url: string | undefined
  readonly now: () => number
  readonly onEvent: (event: ConnectionEvent) => void
  readonly onMessage: (message: PlainMessage) => void
  readonly onAlive: () => void
  readonly onPlan: (atMs: number | null) => void
}

/** Protocol: relay/live/README.md. Messages sent while disconnected are dropped, never queued. */
export interface LiveSocket {
  readonly isOpen: () => boolean
  /** Calls back once, before any message of the feed. Null on timeout or an invalid response. */
  readonly subscribe: (request: Subscribe, onResponse: (response: Subscribed | null) => void) => void
  readonly unsubscribe: (feed: string) => void
  readonly refresh: (feed: string) => void
  readonly ack: (feed: string, version: number) => void
  readonly connect: () => void
  readonly close: () => void
}

const responseTimeoutMs = 10_000
/** Disconnected tabs reconnect spread over this time, unless the relay sends another. */
const usuallyWithinMs = 3_000

const getErrorCode = (error: Error): unknown => {
  const data: unknown = 'data' in error ? error.data : undefined
  return typeof data === 'object' && data !== null && 'code' in data ? data.code : undefined
}

// oxlint-disable-next-line max-lines-per-function -- one list of what a socket says and what that means to the connection's machine
export const createLiveSocket = (socketOptions: LiveSocketOptions): LiveSocket => {
  const { url, now, onEvent, onMessage, onAlive, onPlan } = socketOptions
  const options = {
    transports: ['websocket'],
    auth: (send: (auth: object) => void) => {
      const withToken = (token: string | null) =>
        send({ protocol: liveProtocolVersion, ...(token !== null && { token }) })
      currentToken().then(withToken, () => {
        socket.disconnect()
        onEvent({ type: 'socket.failed', reason: 'Sign-in provider unreachable.' })
        reconnectBackoff.later()
      })
    },
    reconnection: false,
    autoConnect: false,
    forceNew: true,
  }
  const socket: Socket<ServerToClient, ClientToServer> = url === undefined ? io(options) : io(url, options)
  const reconnectBackoff = createReconnectBackoff({ attempt: () => socket.connect(), onPlan, now })
  const decompression = createDecompression(onMessage)
  let goodbyeWithinMs: number | null = null

  socket.on('connect', () => {
    reconnectBackoff.reset()
    decompression.forget()
    goodbyeWithinMs = null
    onEvent({ type: 'socket.opened' })
  })
  socket.on('disconnect', (reason) => {
    const lostReason = goodbyeWithinMs === null ? 'Connection to the relay lost.' : 'The relay is restarting.'
    onEvent({ type: 'socket.lost', reason: lostReason })
    if (reason === 'io client disconnect') return
    if (goodbyeWithinMs !== null || reason === 'io server disconnect')
      reconnectBackoff.within(goodbyeWithinMs ?? usuallyWithinMs)
    else reconnectBackoff.later()
  })
  socket.on('connect_error', (error) => {
    const code = getErrorCode(error)
    if (code === 'protocol') onEvent({ type: 'socket.outdated', reason: error.message })
    else if (code === 'unauthorised') onEvent({ type: 'socket.unauthorised', reason: error.message })
    else {
      onEvent({ type: 'socket.failed', reason: code === undefined ? 'Relay unreachable.' : error.message })
      reconnectBackoff.later()
    }
  })
  socket.on('feed', (raw) => {
    onAlive()
    const message = feedMessageSchema.safeParse(raw)
    if (message.success && socket.connected) decompression.receive(message.data)
  })
  socket.on('goodbye', (raw) => {
    const goodbye = goodbyeSchema.safeParse(raw)
    if (!goodbye.success) return
    goodbyeWithinMs = goodbye.data.withinMs
    onEvent({ type: 'relay.leaving' })
  })
  socket.io.on('ping', onAlive)

  const connect = () => {
    socket.disconnect()
    reconnectBackoff.now()
  }
  const leaveTokens = onToken((token) => socket.connected && socket.emit('renew', token))
  const networkLost = () => onEvent({ type: 'network.lost' })
  const networkBack = () => {
    onEvent({ type: 'network.back' })
    connect()
  }
  const tab = typeof window === 'undefined' ? undefined : window
  tab?.addEventListener('offline', networkLost)
  tab?.addEventListener('online', networkBack)

  return {
    isOpen: () => socket.connected,
    subscribe: (request, onResponse) => {
      if (!socket.connected) return onResponse(null)
      socket.timeout(responseTimeoutMs).emit('subscribe', request, (_lost: Error | null, raw?: Subscribed) => {
        onResponse(subscribedSchema.safeParse(raw).data ?? null)
      })
    },
    unsubscribe: (feed) => socket.connected && socket.emit('unsubscribe', feed),
    refresh: (feed) => socket.connected && socket.emit('refresh', feed),
    ack: (feed, version) => socket.connected && socket.emit('ack', feed, version),
    connect,
    close: () => {
      reconnectBackoff.stop()
      leaveTokens()
      tab?.removeEventListener('offline', networkLost)
      tab?.removeEventListener('online', networkBack)
      socket.disconnect()
    },
  }
}
