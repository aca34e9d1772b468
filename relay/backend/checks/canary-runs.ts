import type { JobRun } from '#relay/backend/jobs/job-history.ts'

interface Round {
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

const errorsMax = 50

/**
 * Puts the results of a canary's checks together into runs of the canary: a run is over when every check of it that can run
 * had its turn, or when one comes round again.
 */
export class CanaryRuns {
  readonly #rounds = new Map<string, Round>()
  readonly #countOf: (canaryId: string) => number
  readonly #onRun: (run: JobRun) => void

  constructor(countOf: (canaryId: string) => number, onRun: (run: JobRun) => void) {
    this.#countOf = countOf
    this.#onRun = onRun
  }

  add(part: CanaryPart): void {
    let round = this.#rounds.get(part.canaryId)
    if (round?.seen.has(part.checkId) === true) {
      this.#close(part.canaryId, round)
      round = undefined
    }
    round ??= this.#open(part.canaryId, part.canaryName, part.startedAt)
    round.seen.add(part.checkId)
    round.startedAt = Math.min(round.startedAt, part.startedAt)
    round.endedAt = Math.max(round.endedAt, part.endedAt)
    if (part.pass) round.passed += 1
    else {
      round.failed += 1
      note(round, `${part.checkName}: ${part.error}`)
    }
    if (round.seen.size >= this.#countOf(part.canaryId)) this.#close(part.canaryId, round)
  }

  /** A start that did not take place, because the run before it was not over. */
  missed(canaryId: string, canaryName: string, checkName: string, at: number): void {
    const round = this.#rounds.get(canaryId) ?? this.#open(canaryId, canaryName, at)
    round.missed += 1
    note(round, `${checkName}: still running when its next run was due, so that one was left out.`)
  }

  #open(canaryId: string, canaryName: string, at: number): Round {
    const round: Round = {
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

  #close(canaryId: string, { canaryName, startedAt, endedAt, passed, failed, missed, errors }: Round): void {
    this.#rounds.delete(canaryId)
    this.#onRun({
      name: 'Canary',
      resourceType: 'canary',
      resourceId: canaryId,
      startedAt,
      endedAt,
      succeeded: passed,
      failed,
      warnings: missed,
      errors,
      details: { canary: canaryName },
    })
  }
}

const note = (round: Round, error: string): void => {
  if (round.errors.length < errorsMax) round.errors.push(error)
}
