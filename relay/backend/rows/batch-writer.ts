import type { FastifyBaseLogger } from 'fastify'
import { emptyBatch, nextBatchState, type BatchEffect, type BatchInput, type BatchLimits } from './batch-state.ts'

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
  readonly #limits: BatchLimits
  #state = emptyBatch
  #rows: Row[] = []
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> | undefined

  constructor(options: BatchWriterOptions<Row>) {
    const { everyMs = 250, retryMs = 1_000, fullAt = 20_000, batchMax = 2_000 } = options
    this.#options = options
    this.#limits = { everyMs, retryMs, fullAt, batchMax }
  }

  get full(): boolean {
    return this.#state.waiting >= this.#limits.fullAt
  }

  add(row: Row, isUrgent = false): void {
    this.#rows.push(row)
    this.#apply({ kind: 'added', isUrgent, nowMs: performance.now() })
  }

  async flush(): Promise<void> {
    while (this.#state.waiting > 0) {
      this.#apply({ kind: 'due', nowMs: performance.now() })
      await this.#writing
      if (this.#state.isFailing) throw new Error(`Failed to write ${this.#options.name}.`)
    }
  }

  async stop(graceMs: number): Promise<number> {
    const until = Date.now() + graceMs
    while (this.#state.waiting > 0) {
      try {
        await this.flush()
      } catch {
        if (Date.now() >= until) break
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    }
    this.#apply({ kind: 'stopped' })
    return this.#state.waiting
  }

  #apply(input: BatchInput, error?: unknown): void {
    const { state, effects } = nextBatchState(this.#state, input, this.#limits)
    this.#state = state
    for (const effect of effects) this.#run(effect, error)
  }

  #run(effect: BatchEffect, error: unknown): void {
    const { log, name, onRoom } = this.#options
    switch (effect.kind) {
      case 'arm':
        clearTimeout(this.#timer)
        this.#timer = setTimeout(() => this.#apply({ kind: 'due', nowMs: performance.now() }), effect.inMs)
        break
      case 'disarm':
        clearTimeout(this.#timer)
        break
      case 'write':
        this.#writing = this.#write(effect.size, effect.isUrgent)
        break
      case 'reportFailure':
        log.warn({ err: error, batch: name }, 'batch write failed, retrying')
        break
      case 'reportRecovery':
        log.info({ batch: name }, 'batch writes recovered')
        break
      default:
        onRoom?.()
    }
  }

  async #write(size: number, isUrgent: boolean): Promise<void> {
    try {
      await this.#writeOrSplit(this.#rows.slice(0, size), isUrgent)
    } catch (error) {
      this.#apply({ kind: 'failed', nowMs: performance.now() }, error)
      return
    }
    this.#rows = this.#rows.slice(size)
    this.#apply({ kind: 'written', nowMs: performance.now() })
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
