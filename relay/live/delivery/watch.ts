import type { Socket as NetSocket } from 'node:net'
import type { Server, Socket } from 'socket.io'
import type { WebSocket } from 'ws'
import type { ClientToServer, Position, ServerToClient } from '#shared/live/messages.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import type { TopicInstance } from '#relay/live/feeds/topic-binding.ts'
import type { TopicFeed } from '#relay/live/feeds/topic-feed.ts'
import type { Credentials } from './live-access.ts'

interface SocketData {
  connection: Connection
}
export type LiveServer = Server<ClientToServer, ServerToClient, Record<string, never>, SocketData>
export type LiveSocket = Socket<ClientToServer, ServerToClient, Record<string, never>, SocketData>

export interface Suspension {
  readonly over: Promise<void>
  readonly end: () => void
}

export interface Session {
  readonly key: string
  credentials: Credentials
  viewer: Viewer
  readonly connections: Set<Connection>
  /** While set, nothing may be sent. Null while the permissions are known. */
  suspension: Suspension | null
  /** Counts permission changes; a lookup that started before the last one is discarded. */
  doubts: number
  checking: Promise<void> | null
  failingSinceMs: number | null
}

export interface Connection {
  readonly socket: LiveSocket
  readonly net: NetSocket
  readonly web: WebSocket
  readonly session: Session
  watches: readonly Watch[]
  isAwaitingDrain: boolean
  spent: number
  spentAtMs: number
}

/** The room of a feed, as its watches use it. */
interface WatchedRoom {
  readonly id: string
  readonly instance: TopicInstance
  readonly feed: Pick<TopicFeed, 'name' | 'refreshNow'>
  enter(watch: Watch): void
  setAside(watch: Watch): void
  acknowledge(watch: Watch, version: number): boolean
  countUnacknowledged(watch: Watch): number
}

export interface Watch {
  readonly connection: Connection
  readonly room: WatchedRoom
  /** Only valid outside of the room; members have the room's position. Null: no rows received. */
  at: Position | null
  ackedVersion: number
  asideSinceMs: number | null
}

export const findWatch = ({ watches }: Connection, feedId: unknown): Watch | undefined =>
  watches.find(({ room }) => room.id === feedId)
