import { createHash } from 'node:crypto'
import type { Expression } from '#relay/backend/templates/template-language.ts'
import { ExpressionLane, type LaneLimits, type LaneWork } from './expression-lane.ts'
import { heapMaxMb } from './expression-process.ts'
import type { EvaluationResult } from './messages.ts'

interface PoolLimits {
  readonly promptMs: number
  readonly prompt: LaneLimits
  readonly patient: LaneLimits
  readonly slowForMs: number
}

const idleMs = 60_000
const defaultLimits: PoolLimits = {
  promptMs: 100,
  prompt: { graceMs: 1_000, waitMaxMs: 60_000, idleMs },
  patient: { graceMs: 2_000, waitMaxMs: 10_000, idleMs },
  slowForMs: 600_000,
}
const slowMax = 5_000

/**
 * Two processes, started on demand. An expression that exceeds the prompt lane's limit is restarted in the patient lane
 * with its full timeout, and goes there directly for a while. So endless expressions do not block others.
 */
export class ExpressionPool {
  readonly #limits: PoolLimits
  readonly #prompt: ExpressionLane
  readonly #patient: ExpressionLane
  readonly #slow = new Map<string, number>()

  constructor(limits: PoolLimits = defaultLimits) {
    this.#limits = limits
    this.#prompt = new ExpressionLane(limits.prompt)
    this.#patient = new ExpressionLane(limits.patient)
  }

  get running(): number {
    return [this.#prompt, this.#patient].filter(({ isRunning }) => isRunning).length
  }

  get startFailure(): string | undefined {
    return this.#prompt.startFailure ?? this.#patient.startFailure
  }

  async retryFailedStarts(): Promise<void> {
    const work = { expressions: [], values: undefined, timeoutMs: 0, owner: '', isAborted: () => false }
    const lanes = [this.#prompt, this.#patient].filter(({ startFailure }) => startFailure !== undefined)
    await Promise.all(lanes.map((lane) => lane.run(work)))
  }

  async evaluate(work: LaneWork): Promise<readonly EvaluationResult[]> {
    if (work.expressions.some((expression) => this.#isSlow(expression))) return this.#patiently(work)
    const timeoutMs = Math.min(work.timeoutMs, this.#limits.promptMs)
    const outcome = await this.#prompt.run({ ...work, timeoutMs })
    if (outcome.kind === 'refused') return failed(work, outcome.reason)
    const late =
      outcome.kind === 'ended'
        ? work.expressions
        : work.expressions.filter((_, index) => outcome.results[index]?.kind === 'late')
    if (outcome.kind === 'done' && (late.length === 0 || timeoutMs === work.timeoutMs)) return outcome.results
    for (const expression of late) this.#rememberSlow(expression)
    return this.#patiently(work)
  }

  async #patiently(work: LaneWork): Promise<readonly EvaluationResult[]> {
    const outcome = await this.#patient.run(work)
    if (outcome.kind === 'done') return outcome.results
    if (outcome.kind === 'refused') return failed(work, outcome.reason)
    if (work.expressions.length > 1) {
      const alone = work.expressions.map((expression) => this.#patiently({ ...work, expressions: [expression] }))
      return (await Promise.all(alone)).flat()
    }
    if (outcome.by === 'time') return work.expressions.map(() => ({ kind: 'late', position: undefined }))
    return failed(work, `Stopped: needs more than ${heapMaxMb} MB of memory.`)
  }

  #isSlow(expression: Expression): boolean {
    if (this.#slow.size === 0) return false
    return (this.#slow.get(toKey(expression)) ?? 0) > performance.now()
  }

  #rememberSlow(expression: Expression): void {
    const [oldest] = this.#slow.keys()
    if (this.#slow.size >= slowMax && oldest !== undefined) this.#slow.delete(oldest)
    this.#slow.set(toKey(expression), performance.now() + this.#limits.slowForMs)
  }
}

const toKey = ({ language, source }: Expression): string =>
  createHash('sha1').update(language).update(source).digest('base64')

const failed = ({ expressions }: LaneWork, reason: string): EvaluationResult[] =>
  expressions.map(({ language }) => ({ kind: 'failed', language, reason, position: undefined }))
