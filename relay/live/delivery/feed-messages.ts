import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import type { FeedMessage, Position } from '#shared/live/messages.ts'
import type { FieldedChange } from '#relay/live/feeds/by-fields.ts'
import { feedFrame } from './socket-internals.ts'
import type { TopicFeed } from '#relay/live/feeds/topic-feed.ts'

/** A message as everybody gets it: the same bytes for all. */
export interface Encoded {
  readonly kind: FeedMessage['kind']
  readonly frame: Buffer
}

export interface Snapshot extends Encoded {
  readonly position: Position
  readonly observedAtMs: number
}

interface FeedMessagesOptions {
  /** The feed's name on the wire. */
  readonly id: string
  readonly feed: TopicFeed
  /** A snapshot that had to be packed is there. */
  readonly onSnapshot: (snapshot: Snapshot) => void
  readonly onPacked: (rowBytes: number, packedBytes: number) => void
}

/** What one feed has to say, each encoded once however many hear it. Not to be asked before the feed knows any rows. */
export interface FeedMessages {
  /** To those who stood at `from` until now; a bookmark when it changes nothing. */
  readonly patch: (from: Position, change: FieldedChange) => Encoded
  readonly bookmark: () => Encoded
  /** From a position to the present, in one message; null when a snapshot is the only way, or the smaller one. */
  readonly netChange: (from: Position) => Encoded | null
  /** The present rows, or rows so near to them that the net change is small; null while they are being packed. */
  readonly snapshot: () => Snapshot | null
}

/** Snapshots of fewer characters are sent as they are. */
const plainBelow = 8 * 1024
/** Net changes with more rows than this, and more than half of all, are not even encoded. */
const manyRows = 64
const mostNetChanges = 64
const packing = { level: constants.Z_BEST_SPEED }
const gzipAsync = promisify(gzip)

export const isoOf = (ms: number): string => new Date(ms).toISOString()
const isSame = (a: Position, b: Position) => a.version === b.version && a.epoch === b.epoch

/** Encodes a message once for everybody who gets it. */
export const encode = (message: FeedMessage): Encoded => ({ kind: message.kind, frame: feedFrame(message) })

export const createFeedMessages = ({ id, feed, onSnapshot, onPacked }: FeedMessagesOptions): FeedMessages => {
  /** By position; all of them lead to the present version and tell of the latest observation. */
  const netChanges = new Map<string, Encoded | null>()
  let madeFor = { epoch: '', version: -1, observedAtMs: -1 }
  let snapshot: Snapshot | null = null
  let isPacking = false

  const observedAtMs = () => feed.observedAtMs() ?? 0
  const present = () => ({ feed: id, ...feed.position(), observedAt: isoOf(observedAtMs()) })
  const patch = ({ epoch, version }: Position, { put, set = [], drop }: FieldedChange) => {
    const base = { ...present(), from: version, ...(epoch === feed.position().epoch ? {} : { fromEpoch: epoch }) }
    if (put.length + set.length + drop.length === 0) return encode({ ...base, kind: 'bookmark' })
    const fields = set.length === 0 ? {} : { set: [...set] }
    return encode({ ...base, kind: 'patch', put: [...put], ...fields, drop: [...drop] })
  }

  const makeNetChange = (from: Position): Encoded | null => {
    const change = feed.since(from)
    if (change === null) return null
    const { put, drop } = change
    if (put.length === 0 && drop.length === 0) return patch(from, change)
    if (snapshot !== null && isSame(snapshot.position, from)) return patch(from, change)
    if (put.length > manyRows && put.length * 2 > feed.rows().size) return null
    const encoded = patch(from, change)
    return snapshot?.kind === 'packed' && snapshot.frame.length < encoded.frame.length ? null : encoded
  }

  const netChange = (from: Position): Encoded | null => {
    const { epoch, version } = feed.position()
    if (
      madeFor.epoch !== epoch ||
      madeFor.version !== version ||
      madeFor.observedAtMs !== observedAtMs() ||
      netChanges.size > mostNetChanges
    ) {
      netChanges.clear()
      madeFor = { epoch, version, observedAtMs: observedAtMs() }
    }
    const key = `${from.epoch} ${from.version}`
    let made = netChanges.get(key)
    if (made === undefined) {
      made = makeNetChange(from)
      netChanges.set(key, made)
    }
    return made
  }

  const isNear = ({ position, frame }: Snapshot): boolean => {
    if (isSame(position, feed.position())) return true
    const change = netChange(position)
    return change !== null && change.frame.length * 2 < frame.length
  }

  const pack = async (text: string, position: Position, atMs: number) => {
    isPacking = true
    try {
      const bytes = await gzipAsync(text, packing)
      onPacked(Buffer.byteLength(text), bytes.length)
      snapshot = {
        position,
        observedAtMs: atMs,
        ...encode({ feed: id, ...position, kind: 'packed', gzip: bytes, observedAt: isoOf(atMs) }),
      }
      netChanges.clear()
      onSnapshot(snapshot)
    } finally {
      isPacking = false
    }
  }

  return {
    patch,
    bookmark: () => encode({ ...present(), kind: 'bookmark', from: feed.position().version }),
    netChange,
    snapshot: () => {
      if (snapshot !== null && isNear(snapshot)) return snapshot
      if (isPacking) return null
      const rows = [...feed.rows().values()]
      const text = JSON.stringify(rows)
      if (text.length >= plainBelow) {
        void pack(text, feed.position(), observedAtMs())
        return null
      }
      snapshot = {
        position: feed.position(),
        observedAtMs: observedAtMs(),
        ...encode({ ...present(), kind: 'snapshot', rows }),
      }
      return snapshot
    },
  }
}
