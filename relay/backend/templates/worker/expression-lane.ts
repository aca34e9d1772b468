import type { Expression } from '#relay/backend/templates/template-language.ts'
import type { CarriedValues } from './carried-values.ts'
import { ExpressionProcess, type ProcessEnd } from './expression-process.ts'
import { FairQueue } from './fair-queue.ts'
import type { EvaluationResult } from './messages.ts'

/** Expressions that are evaluated together, over the same values. */
export interface LaneWork {
  readonly expressions: readonly Expression[]
  readonly values: CarriedValues | undefined
  /** How long each of them may take. */
  readonly timeoutMs: number
  /** Whose turn it takes. */
  readonly owner: string
  /** Nobody waits for it any more. */
  readonly isAborted: () => boolean
}

export type LaneOutcome =
  | { readonly kind: 'done'; readonly results: readonly EvaluationResult[] }
  /** Its process had to be ended, because it took too long or too much. */
  | { readonly kind: 'ended'; readonly by: 'time' | 'memory' }
  | { readonly kind: 'refused'; readonly reason: string }

interface Waiting {
  readonly work: LaneWork
  readonly sinceMs: number
  readonly settle: (outcome: LaneOutcome) => void
}

export interface LaneLimits {
  /** How much longer than it may an expression is waited for before its process is ended. */
  readonly graceMs: number
  readonly waitMaxMs: number
  /** A process without work for so long is let go. */
  readonly idleMs: number
}

const inFlightMax = 8
const lengthInFlightMax = 1_000_000
const startsMax = 3

/**
 * One process, and what waits for it. It is started by the first work, works in the order of a fair queue, is ended when an
 * expression overruns and started again, and let go when there was nothing to do for a while.
 */
export class ExpressionLane {
  readonly #limits: LaneLimits
  readonly #queue = new FairQueue<Waiting>()
  /** What it has been given and has not answered; it works on the first of them. */
  #inFlight: Waiting[] = []
  #process: ExpressionProcess | undefined
  #overrun: NodeJS.Timeout | undefined
  #idle: NodeJS.Timeout | undefined
  #waiting = 0
  #lastId = 0
  #failedStarts = 0
  #startFailure: string | undefined

  constructor(limits: LaneLimits) {
    this.#limits = limits
  }

  run(work: LaneWork): Promise<LaneOutcome> {
    return new Promise((settle) => {
      this.#wait({ work, sinceMs: performance.now(), settle })
      this.#pump()
    })
  }

  /** Whether there is a process now. */
  get isRunning(): boolean {
    return this.#process !== undefined
  }

  /** The reason why the process could not be started; undefined once it could. */
  get startFailure(): string | undefined {
    return this.#startFailure
  }

  #wait(waiting: Waiting): void {
    this.#queue.push(waiting.work.owner, waiting)
    this.#waiting += 1
  }

  #pump(): void {
    if (this.#waiting === 0 && this.#inFlight.length === 0) return this.#rest()
    clearTimeout(this.#idle)
    this.#process ??= this.#start()
    this.#process.setBusy(true)
    if (!this.#process.isReady) return undefined
    const wasIdle = this.#inFlight.length === 0
    while (this.#inFlight.length < inFlightMax && this.#letters() < lengthInFlightMax) {
      const next = this.#take()
      if (next === undefined) break
      const { expressions, values, timeoutMs } = next.work
      this.#inFlight.push(next)
      this.#process.send({ id: ++this.#lastId, expressions, values, timeoutMs })
    }
    if (this.#inFlight.length === 0) return this.#rest()
    return wasIdle ? this.#watch() : undefined
  }

  #letters(): number {
    return this.#inFlight.reduce((sum, { work }) => sum + (work.values?.json.length ?? 0), 0)
  }

  /** The next that somebody still waits for. */
  #take(): Waiting | undefined {
    for (let next = this.#queue.take(); next !== undefined; next = this.#queue.take()) {
      this.#waiting -= 1
      if (next.work.isAborted()) next.settle(reject('Nobody waits for it any more.'))
      else if (performance.now() - next.sinceMs > this.#limits.waitMaxMs)
        next.settle(reject('Too many expressions are being evaluated; this one had to wait too long.'))
      else return next
    }
    return undefined
  }

  /** Ends the process when what it works on takes too long. What it has already said is heard first. */
  #watch(): void {
    clearTimeout(this.#overrun)
    const [first] = this.#inFlight
    if (first === undefined) return
    const { expressions, timeoutMs } = first.work
    this.#overrun = setTimeout(
      () => setImmediate(() => (this.#inFlight[0] === first ? this.#process?.stop() : undefined)),
      expressions.length * timeoutMs + this.#limits.graceMs,
    )
  }

  #rest(): void {
    this.#process?.setBusy(false)
    clearTimeout(this.#idle)
    this.#idle = setTimeout(() => this.#process?.stop(), this.#limits.idleMs).unref()
  }

  #start(): ExpressionProcess {
    const process = new ExpressionProcess({
      onReady: () => {
        this.#failedStarts = 0
        this.#startFailure = undefined
        this.#pump()
      },
      onDone: ({ results }) => {
        const first = this.#inFlight.shift()
        this.#watch()
        first?.settle({ kind: 'done', results })
        this.#pump()
      },
      onEnd: (end) => this.#ended(end),
    })
    return process
  }

  /** The first in flight is what ended the process; the others are begun again. */
  #ended(end: ProcessEnd): void {
    clearTimeout(this.#overrun)
    this.#process = undefined
    const [first, ...others] = this.#inFlight
    this.#inFlight = []
    for (const waiting of others) this.#wait(waiting)
    first?.settle({ kind: 'ended', by: end.kind === 'stopped' ? 'time' : 'memory' })
    if (end.kind === 'unstartable' && ++this.#failedStarts >= startsMax) {
      this.#failedStarts = 0
      this.#startFailure = end.reason
      for (let next = this.#take(); next !== undefined; next = this.#take())
        next.settle(reject(`The process for expressions cannot be started: ${end.reason}`))
    }
    if (this.#waiting > 0) this.#pump()
  }
}

const reject = (reason: string): LaneOutcome => ({ kind: 'refused', reason })
