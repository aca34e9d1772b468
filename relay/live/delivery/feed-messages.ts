import { promisify } from 'node:util'
import { constants, gzip, gzipSync } from 'node:zlib'
import type { PlainMessage, Position } from '#shared/live/messages.ts'
import type { FieldedChange } from '#relay/live/feeds/by-fields.ts'
import { feedFrame } from './socket-io/socket-internals.ts'
import type { TopicFeed } from '#relay/live/feeds/topic-feed.ts'

export interface Encoded {
  readonly kind: PlainMessage['kind']
  readonly frame: Buffer
}

export interface Snapshot extends Encoded {
  readonly position: Position
  readonly observedAtMs: number
}

interface FeedMessagesOptions {
  readonly id: string
  readonly feed: TopicFeed
  readonly onSnapshot: (snapshot: Snapshot) => void
  readonly onPacked: (rowBytes: number, packedBytes: number) => void
}

/** In characters of JSON. A larger snapshot is compressed outside the event loop. */
const plainSnapshotBelow = 8 * 1024
/** A smaller patch gains less than its second WebSocket frame costs. */
const plainPatchBelow = 512
const manyRows = 64
const mostNetChanges = 64
const packing = { level: constants.Z_BEST_SPEED }
const gzipAsync = promisify(gzip)

export const toIsoTime = (ms: number): string => new Date(ms).toISOString()
const isSame = (a: Position, b: Position) => a.version === b.version && a.epoch === b.epoch

export const encode = (message: PlainMessage): Encoded => ({ kind: message.kind, frame: feedFrame(message) })

const pack = (kind: Encoded['kind'], gzipped: Buffer<ArrayBuffer>): Encoded => ({
  kind,
  frame: feedFrame({ kind: 'packed', gzip: gzipped }),
})

export class FeedMessages {
  readonly #options: FeedMessagesOptions
  /** By start position; valid for the current version and observation only. */
  readonly #netChanges = new Map<string, Encoded | null>()
  #madeFor = { epoch: '', version: -1, observedAtMs: -1 }
  #snapshot: Snapshot | null = null
  #isPacking = false

  constructor(options: FeedMessagesOptions) {
    this.#options = options
  }

  patch({ epoch, version }: Position, { put, set = [], drop }: FieldedChange): Encoded {
    const isOtherEpoch = epoch !== this.#options.feed.position().epoch
    const base = { ...this.#present(), from: version, ...(isOtherEpoch && { fromEpoch: epoch }) }
    if (put.length + set.length + drop.length === 0) return encode({ ...base, kind: 'bookmark' })
    const fields = set.length === 0 ? {} : { set: [...set] }
    const message: PlainMessage = { ...base, kind: 'patch', put: [...put], ...fields, drop: [...drop] }
    const json = JSON.stringify(message)
    return json.length < plainPatchBelow ? encode(message) : pack('patch', gzipSync(json, packing))
  }

  bookmark(): Encoded {
    return encode({ ...this.#present(), kind: 'bookmark', from: this.#options.feed.position().version })
  }

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

  /**
   * May lag a little behind the current rows, as long as the net change is small. Null while it is being compressed.
   */
  snapshot(): Snapshot | null {
    if (this.#snapshot !== null && this.#isNear(this.#snapshot)) return this.#snapshot
    if (this.#isPacking) return null
    const { feed } = this.#options
    const message: PlainMessage = { ...this.#present(), kind: 'snapshot', rows: [...feed.rows().values()] }
    const json = JSON.stringify(message)
    const at = { position: feed.position(), observedAtMs: this.#observedAtMs() }
    if (json.length >= plainSnapshotBelow) {
      void this.#pack(json, at)
      return null
    }
    this.#snapshot = { ...at, ...encode(message) }
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
    return snapshot !== null && snapshot.frame.length < encoded.frame.length ? null : encoded
  }

  #isNear({ position, frame }: Snapshot): boolean {
    if (isSame(position, this.#options.feed.position())) return true
    const change = this.netChange(position)
    return change !== null && change.frame.length * 2 < frame.length
  }

  async #pack(json: string, at: Pick<Snapshot, 'position' | 'observedAtMs'>): Promise<void> {
    const { onPacked, onSnapshot } = this.#options
    this.#isPacking = true
    try {
      const bytes = await gzipAsync(json, packing)
      onPacked(Buffer.byteLength(json), bytes.length)
      this.#snapshot = { ...at, ...pack('snapshot', bytes) }
      this.#netChanges.clear()
      onSnapshot(this.#snapshot)
    } finally {
      this.#isPacking = false
    }
  }
}
