import type { Socket as NetSocket } from 'node:net'
import type { Server, Socket } from 'socket.io'
import type { WebSocket } from 'ws'
import type { ClientToServer, Position, ServerToClient } from '#shared/live/messages.ts'
import type { FeedRoom } from './feed-room.ts'
import type { Session } from './sessions.ts'

interface SocketData {
  connection: Connection
}
export type LiveServer = Server<ClientToServer, ServerToClient, Record<string, never>, SocketData>
export type LiveSocket = Socket<ClientToServer, ServerToClient, Record<string, never>, SocketData>

/** One connected tab: few fields, because there are thousands of it. */
export interface Connection {
  readonly socket: LiveSocket
  /** What frames are written to, while `web` is open. */
  readonly net: NetSocket
  readonly web: WebSocket
  readonly session: Session
  /** What it watches; few enough to look through, and another list after each change. */
  watches: readonly Watch[]
  isAwaitingDrain: boolean
  /** Subscriptions asked for since `askedSinceMs`. */
  requested: number
  requestedSinceMs: number
}

/** One feed on one connection. */
export interface Watch {
  readonly connection: Connection
  readonly room: FeedRoom
  /** Where it stands while it is not in the room; in the room it stands where the room does. Null: nowhere. */
  at: Position | null
  /** The version that the viewer acknowledged last, or that it began with. */
  ackedVersion: number
  /** Since when it is not up to date; null while it is. */
  asideSinceMs: number | null
}

/** What a connection watches under a feed's name on the wire. */
export const findWatch = ({ watches }: Connection, feedId: unknown): Watch | undefined =>
  watches.find(({ room }) => room.id === feedId)
