import type { FastifyBaseLogger } from 'fastify'
import { urgentBucket } from '#relay/token-bucket.ts'

export interface BatchWriterOptions<Row> {
  readonly name: string
  /** Must write all rows or reject. `isUrgent` is true if any of them is. */
  readonly write: (rows: readonly Row[], isUrgent: boolean) => Promise<void>
  readonly log: FastifyBaseLogger
  readonly everyMs?: number
  readonly fullAt?: number
  readonly batchMax?: number
  readonly retryMs?: number
  readonly onRoom?: () => void
}

/** Classes 21 to 23: the row's data is rejected, so a retry cannot succeed. */
const isDataError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && /^2[123]/.test(error.code)

export class BatchWriter<Row> {
  readonly #options: BatchWriterOptions<Row>
  readonly #everyMs: number
  readonly #fullAt: number
  #waiting: Row[] = []
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> | undefined
  #failing = false
  #hasUrgent = false
  #urgent = urgentBucket
  #endedAtMs = -Infinity
  #tookMs = 0
  #wasFull = false

  constructor(options: BatchWriterOptions<Row>) {
    this.#options = options
    this.#everyMs = options.everyMs ?? 250
    this.#fullAt = options.fullAt ?? 20_000
  }

  get full(): boolean {
    return this.#waiting.length >= this.#fullAt
  }

  add(row: Row, isUrgent = false): void {
    this.#waiting.push(row)
    if (this.full) this.#wasFull = true
    if (isUrgent && !this.#hasUrgent) {
      this.#hasUrgent = true
      if (!this.#failing) this.#disarm()
    }
    this.#arm(this.#pauseMs())
  }

  async flush(): Promise<void> {
    while (this.#writing !== undefined || this.#waiting.length > 0) {
      await (this.#writing ?? this.#writeBatch())
      if (this.#failing) throw new Error(`Failed to write ${this.#options.name}.`)
    }
  }

  async stop(graceMs: number): Promise<number> {
    const until = Date.now() + graceMs
    while (this.#waiting.length > 0 || this.#writing !== undefined) {
      try {
        await this.flush()
      } catch {
        if (Date.now() >= until) break
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    }
    this.#disarm()
    return this.#waiting.length
  }

  #pauseMs(): number {
    if (this.#failing) return this.#options.retryMs ?? 1_000
    if (!this.#hasUrgent) return this.#everyMs
    const dueAtMs = Math.max(this.#endedAtMs + this.#tookMs, this.#urgent.dueAtMs)
    return Math.min(Math.max(0, dueAtMs - performance.now()), this.#everyMs)
  }

  #disarm(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #arm(ms: number): void {
    if (this.#timer !== undefined || this.#writing !== undefined) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      void this.#writeBatch()
    }, ms)
  }

  #writeBatch(): Promise<void> {
    this.#disarm()
    const startedAtMs = performance.now()
    const isUrgent = this.#hasUrgent
    if (isUrgent) this.#urgent = this.#urgent.after(startedAtMs)
    this.#hasUrgent = false
    this.#writing ??= this.#write(isUrgent).finally(() => {
      this.#writing = undefined
      this.#endedAtMs = performance.now()
      this.#tookMs = this.#endedAtMs - startedAtMs
      if (this.#waiting.length > 0) this.#arm(this.#pauseMs())
    })
    return this.#writing
  }

  async #write(isUrgent: boolean): Promise<void> {
    const rows = this.#waiting.slice(0, this.#options.batchMax ?? 2_000)
    try {
      await this.#writeOrSplit(rows, isUrgent)
    } catch (error) {
      const { log, name } = this.#options
      if (!this.#failing) log.warn({ err: error, batch: name }, 'batch write failed, retrying')
      this.#failing = true
      return
    }
    if (this.#failing) this.#options.log.info({ batch: this.#options.name }, 'batch writes recovered')
    this.#failing = false
    this.#waiting = this.#waiting.slice(rows.length)
    if (this.#wasFull && !this.full) {
      this.#wasFull = false
      this.#options.onRoom?.()
    }
  }

  async #writeOrSplit(rows: readonly Row[], isUrgent: boolean): Promise<void> {
    try {
      await this.#options.write(rows, isUrgent)
    } catch (error) {
      if (!isDataError(error)) throw error
      if (rows.length === 1) {
        this.#options.log.error({ err: error, batch: this.#options.name }, 'row rejected by the database, skipped')
        return
      }
      await this.#writeOrSplit(rows.slice(0, rows.length >> 1), isUrgent)
      await this.#writeOrSplit(rows.slice(rows.length >> 1), isUrgent)
    }
  }
}
