import { setMaxListeners } from 'node:events'
import type { FastifyBaseLogger } from 'fastify'
import type { JobRun } from '#relay/backend/jobs/job-history.ts'
import type { RunOwners } from '#relay/backend/run-owners.ts'
import { systemClock } from '#relay/backend/schedule/clock.ts'
import type { LaneLimits } from '#relay/backend/schedule/lanes.ts'
import type { Schedule } from '#relay/backend/schedule/schedule.ts'
import { Scheduler } from '#relay/backend/schedule/scheduler.ts'

/** What one run came to. */
export type RunOutcome = Pick<JobRun, 'succeeded' | 'failed' | 'errors' | 'details'>

export interface OwnedRunsOptions extends Pick<JobRun, 'name' | 'resourceType'> {
  readonly owners: RunOwners
  readonly limits: LaneLimits
  /** What a run of it does, which never rejects; undefined when there is nothing to run. */
  readonly findWork: (id: string, signal: AbortSignal) => (() => Promise<RunOutcome>) | undefined
  readonly log: FastifyBaseLogger
  readonly onJob: (run: JobRun) => void
  /** A run ended, after its row of the job history was handed over. */
  readonly onEnd?: (id: string) => void
  /** Another relay runs it. */
  readonly onLeft?: (id: string) => void
}

/** A run of so long is shown as under way. */
const slowAfterMs = 1_000
const stopGraceMs = 3_000

/**
 * Runs documents by their schedules, of several relays on one database in one of them, never twice at a time. Each run is a row of
 * the job history, which says how many starts it made others miss.
 */
export class OwnedRuns {
  readonly #options: OwnedRunsOptions
  readonly #scheduler: Scheduler<JobRun | undefined>
  readonly #stopping = new AbortController()
  readonly #missed = new Map<string, number>()
  readonly #requested = new Set<string>()
  #hasBegun = false

  constructor(options: OwnedRunsOptions) {
    this.#options = options
    setMaxListeners(0, this.#stopping.signal)
    this.#scheduler = new Scheduler<JobRun | undefined>({
      clock: systemClock,
      canStart: () => this.#hasBegun,
      run: (id) => this.#run(id),
      onMissed: (id) => this.#missed.set(id, (this.#missed.get(id) ?? 0) + 1),
      limits: options.limits,
    })
  }

  /** Fires when the engine stops. */
  get signal(): AbortSignal {
    return this.#stopping.signal
  }

  /** Lets schedules start; until then they wait. */
  begin(): void {
    this.#hasBegun = true
    this.#scheduler.resume()
  }

  /** Runs `id` by this schedule from now on, and soon where it is new or another. */
  set(id: string, schedule: Schedule, isChanged: boolean): void {
    this.#scheduler.set(id, schedule)
    if (isChanged) this.#scheduler.soon(id)
  }

  /** One run beside the schedule, unless one waits or is under way. */
  soon(id: string): void {
    this.#scheduler.soon(id)
  }

  remove(id: string): void {
    this.#scheduler.remove(id)
  }

  /** Runs at once or joins the run under way; undefined when another relay runs it right now. */
  async runNow(id: string): Promise<JobRun | undefined> {
    // A run under way may be one that was left to another relay: then it is asked for once more.
    for (let turn = 0; turn < 2; turn += 1) {
      this.#requested.add(id)
      const done = await this.#scheduler.runNow(id)
      this.#requested.delete(id)
      if (done !== undefined) return done
    }
    return undefined
  }

  /** No further starts; resolves when the runs under way have ended, or soon after. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#scheduler.stop(stopGraceMs)
  }

  async #run(id: string): Promise<JobRun | undefined> {
    const { owners, findWork, name, resourceType, log, onJob, onEnd, onLeft } = this.#options
    const work = findWork(id, this.signal)
    if (work === undefined) return undefined
    if (!(await owners.begin(id, this.#requested.delete(id)))) {
      onLeft?.(id)
      return undefined
    }
    const startedAt = Date.now()
    const base = { name, resourceType, resourceId: id, startedAt }
    const underWay = () =>
      onJob({ ...base, state: 'running', endedAt: Date.now(), succeeded: 0, failed: 0, errors: [] })
    const slow = setTimeout(underWay, slowAfterMs)
    const done = await work().finally(() => clearTimeout(slow))
    await owners
      .end(id)
      .catch((error: unknown) => log.warn({ err: error }, `The end of a run of ${name} could not be noted.`))
    const starts = this.#missed.get(id) ?? 0
    this.#missed.delete(id)
    const leftOut = starts === 1 ? '1 start was' : `${starts} starts were`
    const overrun = starts === 0 ? [] : [`It took longer than its interval: ${leftOut} left out.`]
    const job = { ...base, ...done, endedAt: Date.now(), warnings: starts, errors: [...done.errors, ...overrun] }
    onJob(this.signal.aborted ? { ...job, state: 'stopped' } : job)
    onEnd?.(id)
    return job
  }
}
