const bucketMs = 10_000
const buckets = 6

/** The longest delay of a start in the last minute, in steps of ten seconds. */
export class Lateness {
  readonly #longest = new Map<number, number>()
  readonly #nowMs: () => number

  constructor(nowMs = () => performance.now()) {
    this.#nowMs = nowMs
  }

  add(lateMs: number): void {
    const bucket = this.#bucket()
    this.#longest.set(bucket, Math.max(this.#longest.get(bucket) ?? 0, lateMs))
  }

  longestMs(): number {
    const oldest = this.#bucket() - buckets + 1
    for (const bucket of this.#longest.keys()) if (bucket < oldest) this.#longest.delete(bucket)
    return Math.max(0, ...this.#longest.values())
  }

  #bucket(): number {
    return Math.floor(this.#nowMs() / bucketMs)
  }
}
