import { setMaxListeners } from 'node:events'
import type { FastifyBaseLogger } from 'fastify'
import type { JobRun } from '#relay/backend/jobs/job-history.ts'
import type { RunOwners } from '#relay/backend/schedule/run-owners.ts'
import { systemClock } from '#relay/backend/schedule/clock.ts'
import type { LaneLimits } from '#relay/backend/schedule/lanes.ts'
import type { Schedule } from '#relay/backend/schedule/schedule.ts'
import { Scheduler } from '#relay/backend/schedule/scheduler.ts'

export type RunOutcome = Pick<JobRun, 'succeeded' | 'failed' | 'errors' | 'details'>

export interface OwnedRunsOptions extends Pick<JobRun, 'name' | 'resourceType'> {
  readonly owners: RunOwners
  readonly limits: LaneLimits
  readonly findWork: (id: string, signal: AbortSignal) => (() => Promise<RunOutcome>) | undefined
  readonly log: FastifyBaseLogger
  readonly onJob: (run: JobRun) => void
  readonly onEnd?: (id: string) => void
  readonly onLeft?: (id: string) => void
}

const slowAfterMs = 1_000
const stopGraceMs = 3_000

/**
 * Runs on one of several relay instances, never concurrently. Each run is a row of the job history with its
 * missed starts.
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

  get signal(): AbortSignal {
    return this.#stopping.signal
  }

  begin(): void {
    this.#hasBegun = true
    this.#scheduler.resume()
  }

  set(id: string, schedule: Schedule, isChanged: boolean): void {
    this.#scheduler.set(id, schedule)
    if (isChanged) this.#scheduler.soon(id)
  }

  soon(id: string): void {
    this.#scheduler.soon(id)
  }

  remove(id: string): void {
    this.#scheduler.remove(id)
  }

  async runNow(id: string): Promise<JobRun | undefined> {
    // The first attempt may join a run that was left to another relay instance, so it is requested again.
    for (let turn = 0; turn < 2; turn += 1) {
      this.#requested.add(id)
      const done = await this.#scheduler.runNow(id)
      this.#requested.delete(id)
      if (done !== undefined) return done
    }
    return undefined
  }

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
      .catch((error: unknown) => log.warn({ err: error, job: name, resourceId: id }, 'run end not recorded'))
    const starts = this.#missed.get(id) ?? 0
    this.#missed.delete(id)
    const leftOut = starts === 1 ? '1 start was' : `${starts} starts were`
    const overrun = starts === 0 ? [] : [`Took longer than its interval: ${leftOut} skipped.`]
    const job = { ...base, ...done, endedAt: Date.now(), warnings: starts, errors: [...done.errors, ...overrun] }
    onJob(this.signal.aborted ? { ...job, state: 'stopped' } : job)
    onEnd?.(id)
    return job
  }
}
