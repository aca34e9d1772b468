import { hasUnwrittenPackets } from './socket-io/socket-internals.ts'
import type { Connection } from './watch.ts'

type EngineSocket = Connection['socket']['conn']

export interface Readiness {
  /**
   * False while permissions are unconfirmed, above Node's high-water mark, or while Socket.IO packets are unwritten.
   * Also false once either side closes: no frame may follow a close frame.
   */
  readonly isReady: (connection: Connection) => boolean
  readonly await: (connection: Connection) => void
  readonly drained: (conn: EngineSocket) => void
}

export const createReadiness = (onReady: (connection: Connection) => void): Readiness => {
  /** Weak: a connection that ends before it drains is never removed. */
  const behind = new WeakMap<EngineSocket, Connection>()
  return {
    isReady: (connection) =>
      connection.session.suspension === null &&
      connection.web.readyState === connection.web.OPEN &&
      !connection.net.writableNeedDrain &&
      connection.net.writable &&
      !hasUnwrittenPackets(connection.socket),
    await: (connection) => {
      if (connection.net.writableNeedDrain) {
        if (connection.isAwaitingDrain) return
        connection.isAwaitingDrain = true
        connection.net.once('drain', () => {
          connection.isAwaitingDrain = false
          onReady(connection)
        })
      } else if (hasUnwrittenPackets(connection.socket)) behind.set(connection.socket.conn, connection)
    },
    drained: (conn) => {
      const connection = behind.get(conn)
      if (connection === undefined) return
      behind.delete(conn)
      onReady(connection)
    },
  }
}
