import type { Expression } from '#relay/backend/templates/template-language.ts'
import type { CarriedValues } from './carried-values.ts'
import { ExpressionProcess, type ProcessEnd } from './expression-process.ts'
import { FairQueue } from './fair-queue.ts'
import type { EvaluationResult } from './messages.ts'

export interface LaneWork {
  readonly expressions: readonly Expression[]
  readonly values: CarriedValues | undefined
  readonly timeoutMs: number
  readonly owner: string
  readonly isAborted: () => boolean
}

type LaneOutcome =
  | { readonly kind: 'done'; readonly results: readonly EvaluationResult[] }
  | { readonly kind: 'ended'; readonly by: 'time' | 'memory' }
  | { readonly kind: 'refused'; readonly reason: string }

interface Waiting {
  readonly work: LaneWork
  readonly sinceMs: number
  readonly settle: (outcome: LaneOutcome) => void
}

export interface LaneLimits {
  readonly graceMs: number
  readonly waitMaxMs: number
  readonly idleMs: number
}

const inFlightMax = 8
const lengthInFlightMax = 1_000_000
const startsMax = 3

export class ExpressionLane {
  readonly #limits: LaneLimits
  readonly #queue = new FairQueue<Waiting>()
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

  get isRunning(): boolean {
    return this.#process !== undefined
  }

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

  #take(): Waiting | undefined {
    for (let next = this.#queue.take(); next !== undefined; next = this.#queue.take()) {
      this.#waiting -= 1
      if (next.work.isAborted()) next.settle(reject('The request was aborted.'))
      else if (performance.now() - next.sinceMs > this.#limits.waitMaxMs)
        next.settle(reject('Too many expressions are being evaluated; this one waited too long.'))
      else return next
    }
    return undefined
  }

  /** Replies that already arrived are processed before the process is killed. */
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

  /** The first item in flight caused the end; the others are started again. */
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
        next.settle(reject(`Cannot start the expression process: ${end.reason}`))
    }
    if (this.#waiting > 0) this.#pump()
  }
}

const reject = (reason: string): LaneOutcome => ({ kind: 'refused', reason })
