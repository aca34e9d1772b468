import type { JobRun } from '#relay/backend/jobs/job-history.ts'

interface Round {
  /** Was told while it was under way. */
  isTold: boolean
  readonly canaryName: string
  readonly seen: Set<string>
  readonly errors: string[]
  startedAt: number
  endedAt: number
  passed: number
  failed: number
  missed: number
}

/** One check's part in a run of its canary. Times in milliseconds since the epoch. */
export interface CanaryPart {
  readonly canaryId: string
  readonly canaryName: string
  readonly checkId: string
  readonly checkName: string
  readonly startedAt: number
  readonly endedAt: number
  readonly pass: boolean
  readonly error: string
}

/** A check of a canary that has been running for a while. */
export type CanaryStart = Pick<CanaryPart, 'canaryId' | 'canaryName' | 'checkId' | 'startedAt'>

const errorsMax = 50

/**
 * Puts the results of a canary's checks together into runs of the canary: a run is over when every check of it that can run
 * had its turn, or when one comes round again. A run is told while it is under way only when one of its checks takes long.
 */
export class CanaryRuns {
  readonly #rounds = new Map<string, Round>()
  readonly #countOf: (canaryId: string) => number
  readonly #onRun: (run: JobRun) => void

  constructor(countOf: (canaryId: string) => number, onRun: (run: JobRun) => void) {
    this.#countOf = countOf
    this.#onRun = onRun
  }

  /** How many runs have begun and are not over. */
  get size(): number {
    return this.#rounds.size
  }

  /** Tells that the run of a canary is under way. */
  underWay(start: CanaryStart): void {
    const round = this.#roundOf(start)
    round.startedAt = Math.min(round.startedAt, start.startedAt)
    round.isTold = true
    this.#tell(start.canaryId, round, 'running')
  }

  /**
   * Ends what was told to be under way and cannot come to its end, for the reason that `reasonOf` a canary gives. Of a canary
   * without checks nothing is kept.
   */
  stop(reasonOf: (canaryId: string) => string | undefined, at: number): void {
    for (const [canaryId, round] of this.#rounds) {
      const reason = round.isTold ? reasonOf(canaryId) : undefined
      if (reason === undefined) {
        if (!round.isTold && this.#countOf(canaryId) === 0) this.#rounds.delete(canaryId)
        continue
      }
      this.#rounds.delete(canaryId)
      round.errors.unshift(reason)
      round.endedAt = Math.max(round.endedAt, at)
      this.#tell(canaryId, round, 'stopped')
    }
  }

  add(part: CanaryPart): void {
    const round = this.#roundOf(part)
    round.seen.add(part.checkId)
    round.startedAt = Math.min(round.startedAt, part.startedAt)
    round.endedAt = Math.max(round.endedAt, part.endedAt)
    if (part.pass) round.passed += 1
    else {
      round.failed += 1
      note(round, `${part.checkName}: ${part.error}`)
    }
    if (round.seen.size >= this.#countOf(part.canaryId)) this.#close(part.canaryId, round)
    else if (round.isTold) this.#tell(part.canaryId, round, 'running')
  }

  /** A start that did not take place, because the run before it was not over. */
  missed(canaryId: string, canaryName: string, checkName: string, at: number): void {
    const round = this.#rounds.get(canaryId) ?? this.#open(canaryId, canaryName, at)
    round.missed += 1
    note(round, `${checkName}: still running when its next run was due, so that one was left out.`)
  }

  #roundOf({ canaryId, canaryName, checkId, startedAt }: CanaryStart): Round {
    const round = this.#rounds.get(canaryId)
    if (round?.seen.has(checkId) === false) return round
    if (round !== undefined) this.#close(canaryId, round)
    return this.#open(canaryId, canaryName, startedAt)
  }

  #open(canaryId: string, canaryName: string, at: number): Round {
    const round: Round = {
      isTold: false,
      canaryName,
      seen: new Set(),
      errors: [],
      startedAt: at,
      endedAt: at,
      passed: 0,
      failed: 0,
      missed: 0,
    }
    this.#rounds.set(canaryId, round)
    return round
  }

  #close(canaryId: string, round: Round): void {
    this.#rounds.delete(canaryId)
    this.#tell(canaryId, round)
  }

  #tell(canaryId: string, round: Round, state?: 'running' | 'stopped'): void {
    const { canaryName, startedAt, endedAt, passed, failed, missed, errors } = round
    this.#onRun({
      ...(state !== undefined && { state }),
      name: 'Canary',
      resourceType: 'canary',
      resourceId: canaryId,
      startedAt,
      endedAt,
      succeeded: passed,
      failed,
      warnings: missed,
      errors: [...errors],
      details: { canary: canaryName },
    })
  }
}

const note = (round: Round, error: string): void => {
  if (round.errors.length < errorsMax) round.errors.push(error)
}
