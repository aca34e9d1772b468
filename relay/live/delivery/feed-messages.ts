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

/** Snapshots of fewer characters are sent as they are. */
const plainBelow = 8 * 1024
/** Net changes with more rows than this, and more than half of all, are not even encoded. */
const manyRows = 64
const mostNetChanges = 64
const packing = { level: constants.Z_BEST_SPEED }
const gzipAsync = promisify(gzip)

export const toIsoTime = (ms: number): string => new Date(ms).toISOString()
const isSame = (a: Position, b: Position) => a.version === b.version && a.epoch === b.epoch

/** Encodes a message once for everybody who gets it. */
export const encode = (message: FeedMessage): Encoded => ({ kind: message.kind, frame: feedFrame(message) })

/** What one feed has to say, each encoded once however many hear it. Not to be asked before the feed knows any rows. */
export class FeedMessages {
  readonly #options: FeedMessagesOptions
  /** By position; all of them lead to the present version and tell of the latest observation. */
  readonly #netChanges = new Map<string, Encoded | null>()
  #madeFor = { epoch: '', version: -1, observedAtMs: -1 }
  #snapshot: Snapshot | null = null
  #isPacking = false

  constructor(options: FeedMessagesOptions) {
    this.#options = options
  }

  /** To those who stood at `from` until now; a bookmark when it changes nothing. */
  patch({ epoch, version }: Position, { put, set = [], drop }: FieldedChange): Encoded {
    const isOtherEpoch = epoch !== this.#options.feed.position().epoch
    const base = { ...this.#present(), from: version, ...(isOtherEpoch && { fromEpoch: epoch }) }
    if (put.length + set.length + drop.length === 0) return encode({ ...base, kind: 'bookmark' })
    const fields = set.length === 0 ? {} : { set: [...set] }
    return encode({ ...base, kind: 'patch', put: [...put], ...fields, drop: [...drop] })
  }

  bookmark(): Encoded {
    return encode({ ...this.#present(), kind: 'bookmark', from: this.#options.feed.position().version })
  }

  /** From a position to the present, in one message; null when a snapshot is the only way, or the smaller one. */
  netChange(from: Position): Encoded | null {
    const { epoch, version } = this.#options.feed.position()
    const observedAtMs = this.#observedAtMs()
    const { epoch: madeEpoch, version: madeVersion, observedAtMs: madeAtMs } = this.#madeFor
    const isMade = madeEpoch === epoch && madeVersion === version && madeAtMs === observedAtMs
    if (!isMade || this.#netChanges.size > mostNetChanges) {
      this.#netChanges.clear()
      this.#madeFor = { epoch, version, observedAtMs }
    }
    const key = `${from.epoch} ${from.version}`
    const known = this.#netChanges.get(key)
    if (known !== undefined) return known
    const made = this.#makeNetChange(from)
    this.#netChanges.set(key, made)
    return made
  }

  /** The present rows, or rows so near to them that the net change is small; null while they are being packed. */
  snapshot(): Snapshot | null {
    if (this.#snapshot !== null && this.#isNear(this.#snapshot)) return this.#snapshot
    if (this.#isPacking) return null
    const { feed } = this.#options
    const rows = [...feed.rows().values()]
    const text = JSON.stringify(rows)
    if (text.length >= plainBelow) {
      void this.#pack(text, feed.position(), this.#observedAtMs())
      return null
    }
    this.#snapshot = {
      position: feed.position(),
      observedAtMs: this.#observedAtMs(),
      ...encode({ ...this.#present(), kind: 'snapshot', rows }),
    }
    return this.#snapshot
  }

  #observedAtMs(): number {
    return this.#options.feed.observedAtMs() ?? 0
  }

  #present() {
    const { id, feed } = this.#options
    return { feed: id, ...feed.position(), observedAt: toIsoTime(this.#observedAtMs()) }
  }

  #makeNetChange(from: Position): Encoded | null {
    const { feed } = this.#options
    const snapshot = this.#snapshot
    const change = feed.since(from)
    if (change === null) return null
    const { put, drop } = change
    if (put.length === 0 && drop.length === 0) return this.patch(from, change)
    if (snapshot !== null && isSame(snapshot.position, from)) return this.patch(from, change)
    if (put.length > manyRows && put.length * 2 > feed.rows().size) return null
    const encoded = this.patch(from, change)
    return snapshot?.kind === 'packed' && snapshot.frame.length < encoded.frame.length ? null : encoded
  }

  #isNear({ position, frame }: Snapshot): boolean {
    if (isSame(position, this.#options.feed.position())) return true
    const change = this.netChange(position)
    return change !== null && change.frame.length * 2 < frame.length
  }

  async #pack(text: string, position: Position, observedAtMs: number): Promise<void> {
    const { id, onPacked, onSnapshot } = this.#options
    this.#isPacking = true
    try {
      const bytes = await gzipAsync(text, packing)
      onPacked(Buffer.byteLength(text), bytes.length)
      const observedAt = toIsoTime(observedAtMs)
      const encoded = encode({ feed: id, ...position, kind: 'packed', gzip: bytes, observedAt })
      this.#snapshot = { position, observedAtMs, ...encoded }
      this.#netChanges.clear()
      onSnapshot(this.#snapshot)
    } finally {
      this.#isPacking = false
    }
  }
}
