import { hasUnwrittenPackets } from './socket-internals.ts'
import type { Connection } from './watch.ts'

/** The part of an Engine.IO connection that says what it has not handed to its socket yet. */
type EngineSocket = Connection['socket']['conn']

/** Whether a connection takes more right now, and who tells when it does again. */
export interface Readiness {
  /**
   * Not while its rights are in doubt, nor while its socket has more waiting than it takes (Node's high-water mark), nor
   * while an answer waits that must come first; and never again once either side has begun to close it, since no frame may
   * follow a close frame.
   */
  readonly isReady: (connection: Connection) => boolean
  /** Tells once when what waits has been taken; does nothing when nothing does. */
  readonly await: (connection: Connection) => void
  /** An Engine.IO connection has handed everything to its socket. */
  readonly drained: (conn: EngineSocket) => void
}

export const createReadiness = (onReady: (connection: Connection) => void): Readiness => {
  /** One that ends while something waits in it is never drained. */
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
