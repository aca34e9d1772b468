import type { Server, Socket } from 'socket.io'
import type { Viewer } from '#shared/access/viewer.ts'
import type { ClientToServer, FeedMessage, Position, ServerToClient } from '#shared/live/messages.ts'
import type { TopicFeed } from '#relay/live/topic-feed.ts'

interface SocketData {
  viewer: Viewer
}
export type LiveServer = Server<ClientToServer, ServerToClient, Record<string, never>, SocketData>
export type LiveSocket = Socket<ClientToServer, ServerToClient, Record<string, never>, SocketData>

/** How much may wait for a socket that does not take it, in characters, before the socket counts as slow. */
const mostWaiting = 64 * 1024

/**
 * One connected tab. A feed's messages go to the feed's room, encoded once; being in the room means being up to date. A
 * socket that does not take its packets leaves the rooms and costs one position for each feed, nothing else, until it
 * has taken what waits; then it gets the net change and joins again.
 */
export interface ViewerSocket {
  readonly id: string
  readonly viewer: Viewer
  /** Brings it from `have` to the present and keeps it there. */
  readonly watch: (feed: TopicFeed, have: Position | undefined) => void
  readonly unwatch: (feedId: string) => void
  readonly watches: (feedId: string) => boolean
  readonly watched: () => readonly string[]
  readonly bytesWritten: () => number
  /** Before a broadcast: takes it out of the feed's room when it is slow; `at` is where the room stands, if anywhere. */
  readonly stepAsideIfSlow: (feed: TopicFeed, at: Position | undefined) => boolean
}

export const createViewerSocket = (socket: LiveSocket, onSent: (message: FeedMessage) => void): ViewerSocket => {
  const watched = new Set<string>()
  const aside = new Map<string, { feed: TopicFeed; at: Position | undefined }>()
  let waiting = 0

  const bringUp = (feed: TopicFeed, have: Position | undefined) => {
    for (const message of feed.repair(have)) {
      onSent(message)
      socket.emit('feed', message)
    }
    void socket.join(feed.id)
  }

  const { conn } = socket
  conn.on('packetCreate', ({ data }: { readonly data?: unknown }) => {
    if (typeof data === 'string') waiting += data.length
  })
  conn.on('flush', () => {
    waiting = 0
    if (aside.size === 0) return
    const due = [...aside.values()]
    aside.clear()
    setImmediate(() => {
      if (!socket.connected) return
      for (const { feed, at } of due) if (watched.has(feed.id)) bringUp(feed, at)
    })
  })

  return {
    id: socket.id,
    viewer: socket.data.viewer,
    watch: (feed, have) => {
      watched.add(feed.id)
      if (waiting > mostWaiting) aside.set(feed.id, { feed, at: have })
      else {
        aside.delete(feed.id)
        bringUp(feed, have)
      }
    },
    unwatch: (feedId) => {
      watched.delete(feedId)
      aside.delete(feedId)
      void socket.leave(feedId)
    },
    watches: (feedId) => watched.has(feedId),
    watched: () => [...watched],
    bytesWritten: () => socket.request.socket.bytesWritten,
    stepAsideIfSlow: (feed, at) => {
      if (aside.has(feed.id)) return true
      if (waiting <= mostWaiting) return false
      aside.set(feed.id, { feed, at })
      void socket.leave(feed.id)
      return true
    },
  }
}
