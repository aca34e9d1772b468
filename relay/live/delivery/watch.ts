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

export interface Connection {
  readonly socket: LiveSocket
  readonly net: NetSocket
  readonly web: WebSocket
  readonly session: Session
  watches: readonly Watch[]
  isAwaitingDrain: boolean
  requested: number
  requestedSinceMs: number
}

export interface Watch {
  readonly connection: Connection
  readonly room: FeedRoom
  /** Only valid outside of the room; members have the room's position. Null: no rows received. */
  at: Position | null
  ackedVersion: number
  asideSinceMs: number | null
}

export const findWatch = ({ watches }: Connection, feedId: unknown): Watch | undefined =>
  watches.find(({ room }) => room.id === feedId)
