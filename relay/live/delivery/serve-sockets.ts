import { ackSchema, tokenSchema, type Subscribed } from '#shared/live/messages.ts'
import { admitSockets } from './admission.ts'
import { spendEvent } from './event-budget.ts'
import type { Admission, Sessions } from './sessions.ts'
import { forgetHandshake, findWebSocket } from './socket-io/socket-internals.ts'
import type { Subscriptions } from './subscriptions.ts'
import { findWatch, type Connection, type LiveServer, type LiveSocket } from './watch.ts'

interface SocketOptions {
  readonly sessions: Sessions
  readonly subscriptions: Subscriptions
  readonly onConnected: (connection: Connection) => void
  readonly onDisconnected: (connection: Connection) => void
  readonly onRejected: (code: string) => void
}

const tooManyEvents: Subscribed = { ok: false, code: 'too_many', message: 'Too many events in a short time.' }

const acknowledge = (connection: Connection, args: unknown[]): boolean => {
  const ack = ackSchema.safeParse(args)
  if (!ack.success) return false
  const [feedId, version] = ack.data
  const watch = findWatch(connection, feedId)
  return watch !== undefined && watch.room.acknowledge(watch, version)
}

const createConnection = (socket: LiveSocket, admission: Admission, sessions: Sessions): Connection | undefined => {
  const web = findWebSocket(socket)
  if (web === undefined) return undefined
  return {
    socket,
    net: socket.request.socket,
    web,
    session: sessions.openSession(admission),
    watches: [],
    isAwaitingDrain: false,
    spent: 0,
    spentAtMs: 0,
  }
}

export const serveSockets = (io: LiveServer, options: SocketOptions): void => {
  const { sessions, subscriptions, onConnected, onDisconnected, onRejected } = options
  const admissions = admitSockets(io, sessions, onRejected)

  /* Handlers are shared by all sockets and use `this`: thousands of sockets need no closures of their own. */
  function onEvent(this: LiveSocket, event: string, ...args: unknown[]) {
    const { connection } = this.data
    const [first, second] = args
    const spending = spendEvent(connection, event, performance.now())
    if (spending !== 'allowed') {
      onRejected('too_many')
      // Not `disconnect`, which would first read what the client has sent.
      if (spending === 'flood') connection.web.terminate()
      else if (event === 'subscribe' && typeof second === 'function') second(tooManyEvents)
    } else if (event === 'subscribe' && typeof second === 'function') {
      void subscriptions.subscribe(connection, first, (subscribed) => void second(subscribed))
    } else if (event === 'renew' && tokenSchema.safeParse(first).success)
      sessions.renew(connection.session, `Bearer ${String(first)}`)
    else if (event === 'unsubscribe') subscriptions.unsubscribe(connection, first)
    else if (event === 'refresh') findWatch(connection, first)?.room.feed.refreshNow()
    else if (event === 'ack' && acknowledge(connection, args)) return
    else onRejected(event === 'ack' ? 'ack' : 'event')
  }
  function onDisconnect(this: LiveSocket) {
    const { connection } = this.data
    onDisconnected(connection)
    subscriptions.leaveAll(connection)
    sessions.leave(connection.session, connection)
  }
  io.on('connection', (socket) => {
    const admission = admissions.get(socket)
    const connection = admission && createConnection(socket, admission, sessions)
    if (connection === undefined) {
      socket.disconnect(true)
      return
    }
    admissions.delete(socket)
    socket.data = { connection }
    forgetHandshake(connection)
    onConnected(connection)
    connection.session.connections.add(connection)
    socket.onAny(onEvent)
    // No rooms are used: leaving the default room saves memory per socket.
    socket.nsp.adapter.delAll(socket.id)
    socket.on('disconnect', onDisconnect)
  })
}
