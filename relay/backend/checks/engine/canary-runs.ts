import type { JobRun } from '#relay/backend/jobs/job-history.ts'

interface Run {
  isPublished: boolean
  readonly canaryName: string
  readonly seen: Set<string>
  readonly errors: string[]
  startedAt: number
  endedAt: number
  readonly spans: Span[]
  passed: number
  failed: number
  invalid: number
  missed: number
}

interface Span {
  readonly startedAt: number
  readonly endedAt: number
}

/** Checks are spread over the interval: only the time during which at least one of them ran is work. */
const computeWorkMs = (spans: readonly Span[]): number => {
  let workMs = 0
  let coveredUntil = Number.NEGATIVE_INFINITY
  for (const { startedAt, endedAt } of spans.toSorted((a, b) => a.startedAt - b.startedAt)) {
    workMs += Math.max(0, endedAt - Math.max(startedAt, coveredUntil))
    coveredUntil = Math.max(coveredUntil, endedAt)
  }
  return workMs
}

interface CanaryPart {
  readonly canaryId: string
  readonly canaryName: string
  readonly checkId: string
  readonly checkName: string
  readonly startedAt: number
  readonly endedAt: number
  readonly pass: boolean
  /** The check could not be carried out or judged, as opposed to a check whose target fails. */
  readonly invalid: boolean
  readonly error: string
}

type CanaryStart = Pick<CanaryPart, 'canaryId' | 'canaryName' | 'checkId' | 'startedAt'>

const errorsMax = 50

/**
 * A run ends when each of the canary's runnable checks has run, or when one runs again. It is published early only when
 * one of its checks takes long.
 */
export class CanaryRuns {
  readonly #runs = new Map<string, Run>()
  readonly #countChecks: (canaryId: string) => number
  readonly #onRun: (run: JobRun) => void

  constructor(countChecks: (canaryId: string) => number, onRun: (run: JobRun) => void) {
    this.#countChecks = countChecks
    this.#onRun = onRun
  }

  get size(): number {
    return this.#runs.size
  }

  underWay(start: CanaryStart): void {
    const run = this.#createRun(start)
    run.startedAt = Math.min(run.startedAt, start.startedAt)
    run.isPublished = true
    this.#publish(start.canaryId, run, 'running')
  }

  stop(findReason: (canaryId: string) => string | undefined, at: number): void {
    for (const [canaryId, run] of this.#runs) {
      const reason = run.isPublished ? findReason(canaryId) : undefined
      if (reason === undefined) {
        if (!run.isPublished && this.#countChecks(canaryId) === 0) this.#runs.delete(canaryId)
        continue
      }
      this.#runs.delete(canaryId)
      run.errors.unshift(reason)
      run.endedAt = Math.max(run.endedAt, at)
      this.#publish(canaryId, run, 'stopped')
    }
  }

  add(part: CanaryPart): void {
    const run = this.#createRun(part)
    run.seen.add(part.checkId)
    run.startedAt = Math.min(run.startedAt, part.startedAt)
    run.endedAt = Math.max(run.endedAt, part.endedAt)
    run.spans.push({ startedAt: part.startedAt, endedAt: part.endedAt })
    if (part.pass) run.passed += 1
    else if (part.invalid) {
      run.invalid += 1
      note(run, `${part.checkName}: ${part.error}`)
    } else run.failed += 1
    if (run.seen.size >= this.#countChecks(part.canaryId)) this.#close(part.canaryId, run)
    else if (run.isPublished) this.#publish(part.canaryId, run, 'running')
  }

  skip(canary: Pick<CanaryPart, 'canaryId' | 'canaryName'>, checkId: string, at: number): void {
    if (this.#countChecks(canary.canaryId) === 0) return
    const run = this.#createRun({ ...canary, checkId, startedAt: at })
    run.seen.add(checkId)
    if (run.seen.size >= this.#countChecks(canary.canaryId)) this.#close(canary.canaryId, run)
  }

  missed(canaryId: string, canaryName: string, checkName: string, at: number): void {
    const run = this.#runs.get(canaryId) ?? this.#open(canaryId, canaryName, at)
    run.missed += 1
    note(run, `${checkName}: skipped a run because the previous one was still running.`)
  }

  #createRun({ canaryId, canaryName, checkId, startedAt }: CanaryStart): Run {
    const run = this.#runs.get(canaryId)
    if (run?.seen.has(checkId) === false) return run
    if (run !== undefined) this.#close(canaryId, run)
    return this.#open(canaryId, canaryName, startedAt)
  }

  #open(canaryId: string, canaryName: string, at: number): Run {
    const run: Run = {
      isPublished: false,
      canaryName,
      seen: new Set(),
      errors: [],
      startedAt: at,
      endedAt: at,
      spans: [],
      passed: 0,
      failed: 0,
      invalid: 0,
      missed: 0,
    }
    this.#runs.set(canaryId, run)
    return run
  }

  #close(canaryId: string, run: Run): void {
    this.#runs.delete(canaryId)
    this.#publish(canaryId, run)
  }

  #publish(canaryId: string, run: Run, state?: 'running' | 'stopped'): void {
    const { canaryName, startedAt, endedAt, spans, passed, failed, invalid, missed, errors } = run
    this.#onRun({
      ...(state !== undefined && { state }),
      name: 'Canary',
      resourceType: 'canary',
      resourceId: canaryId,
      startedAt,
      endedAt,
      ...(spans.length > 0 && { workMs: computeWorkMs(spans) }),
      succeeded: passed + failed,
      failed: invalid,
      warnings: missed,
      errors: [...errors],
      details: { canary: canaryName, checks: { passed, failed, invalid } },
    })
  }
}

const note = (run: Run, error: string): void => {
  if (run.errors.length < errorsMax) run.errors.push(error)
}
