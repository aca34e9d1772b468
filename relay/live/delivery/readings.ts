import type { LiveReadings } from './live-metrics.ts'
import type { Pacer } from '#relay/live/feeds/pacer.ts'
import type { Connection, Watch } from './watch.ts'

interface ReadingsOptions {
  readonly connections: ReadonlySet<Connection>
  readonly pacer: Pacer
  readonly feeds: () => number
}

interface Readings extends LiveReadings {
  readonly closed: (connection: Connection) => void
}

export const createReadings = ({ connections, pacer, feeds }: ReadingsOptions): Readings => {
  let closedBytes = 0
  const watches = function* (): Generator<Watch> {
    for (const connection of connections) yield* connection.watches
  }
  return {
    feeds,
    viewers: () => connections.size,
    sessions: () => new Set([...connections].map(({ session }) => session)).size,
    bytes: () => [...connections].reduce((sum, { net }) => sum + net.bytesWritten, closedBytes),
    waitingBytes: () => {
      let [all, most] = [0, 0]
      for (const { net } of connections) {
        all += net.writableLength
        most = Math.max(most, net.writableLength)
      }
      return { all, most }
    },
    aside: () => {
      let [count, longestMs] = [0, 0]
      for (const { asideSinceMs } of watches()) {
        if (asideSinceMs === null) continue
        count += 1
        longestMs = Math.max(longestMs, Date.now() - asideSinceMs)
      }
      return { count, longestS: longestMs / 1_000 }
    },
    lagVersions: () => {
      let most = 0
      for (const watch of watches()) most = Math.max(most, watch.room.countUnacknowledged(watch))
      return most
    },
    queued: pacer.waiting,
    closed: ({ net }) => {
      closedBytes += net.bytesWritten
    },
  }
}
