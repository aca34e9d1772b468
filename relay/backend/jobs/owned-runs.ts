import { setMaxListeners } from 'node:events'
import { readLastStarts, type JobRun } from '#relay/backend/jobs/job-history.ts'
import { WorkLost } from '#relay/backend/schedule/guarded-database.ts'
import { OwnedSchedules } from '#relay/backend/schedule/owned-schedules.ts'
import { systemClock } from '#relay/backend/schedule/clock.ts'
import type { LaneLimits } from '#relay/backend/schedule/lanes.ts'
import type { Schedule } from '#relay/backend/schedule/schedule.ts'
import type { RelayCalls } from '#relay/backend/schedule/relay-calls.ts'
import { Scheduler } from '#relay/backend/schedule/scheduler.ts'
import type { Work } from '#relay/backend/schedule/work.ts'
import type { Queryable } from '#relay/database/database.ts'
import { linkSignal } from '#relay/time-limit.ts'

export type RunOutcome = Pick<JobRun, 'succeeded' | 'failed' | 'errors' | 'details'>

interface OwnedRunsOptions extends Pick<JobRun, 'name' | 'resourceType'> {
  readonly work: Pick<Work, 'owns' | 'canStart' | 'follow'>
  readonly calls: Pick<RelayCalls, 'serve' | 'call'>
  readonly database: Queryable
  readonly limits: LaneLimits
  readonly findWork: (id: string, signal: AbortSignal) => (() => Promise<RunOutcome>) | undefined
  readonly onJob: (run: JobRun) => void
  readonly onEnd?: (id: string) => void
  readonly onLeft?: (id: string) => Promise<void>
}

const slowAfterMs = 1_000
const stopGraceMs = 3_000

/**
 * Runs on the relay instance that owns the work, never concurrently; a run ends when the work moves to another
 * one. Each run is a row of the job history with its missed starts.
 */
export class OwnedRuns {
  readonly #options: OwnedRunsOptions
  readonly #scheduler: Scheduler<JobRun | undefined>
  readonly #stopping = new AbortController()
  readonly #missed = new Map<string, number>()
  readonly #schedules: OwnedSchedules
  readonly #running = new Map<string, (reason: Error) => void>()
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
    const { work, database, name } = options
    this.#schedules = new OwnedSchedules({
      work,
      scheduler: this.#scheduler,
      readLastStarts: (ids) => readLastStarts(database, name, ids),
    })
    work.follow(() => this.#settle())
    options.calls.serve(name, (id) => this.#scheduler.runNow(id))
  }

  get signal(): AbortSignal {
    return this.#stopping.signal
  }

  get count(): number {
    return this.#schedules.count
  }

  begin(): void {
    this.#hasBegun = true
    this.#scheduler.resume()
  }

  set(id: string, schedule: Schedule, isChanged: boolean): void {
    this.#schedules.set(id, schedule)
    if (isChanged) this.#schedules.soon(id)
  }

  soon(id: string): void {
    this.#schedules.soon(id)
  }

  remove(id: string): void {
    this.#schedules.remove(id)
  }

  /** On the relay instance that owns the work. */
  async runNow(id: string): Promise<JobRun | undefined> {
    const { calls, name } = this.#options
    return this.#scheduler.runNow(id) ?? ((await calls.call(name, id)) as JobRun | undefined)
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#scheduler.stop(stopGraceMs)
  }

  async #settle(): Promise<void> {
    await this.#schedules.settle((id) => {
      this.#running.get(id)?.(new WorkLost())
      return this.#options.onLeft?.(id)
    })
  }

  async #run(id: string): Promise<JobRun | undefined> {
    const { work: owned, findWork, name, resourceType, onJob, onEnd } = this.#options
    if (!owned.canStart(id)) return undefined
    const { signal, abort, release } = linkSignal(this.signal)
    const work = findWork(id, signal)
    if (work === undefined) {
      release()
      return undefined
    }
    this.#running.set(id, abort)
    const startedAt = Date.now()
    const base = { name, resourceType, resourceId: id, startedAt }
    const underWay = () =>
      onJob({ ...base, state: 'running', endedAt: Date.now(), succeeded: 0, failed: 0, errors: [] })
    const slow = setTimeout(underWay, slowAfterMs)
    const done = await work().finally(() => {
      clearTimeout(slow)
      this.#running.delete(id)
      release()
    })
    const starts = this.#missed.get(id) ?? 0
    this.#missed.delete(id)
    const leftOut = starts === 1 ? '1 start was' : `${starts} starts were`
    const overrun = starts === 0 ? [] : [`Took longer than its interval: ${leftOut} skipped.`]
    const job = { ...base, ...done, endedAt: Date.now(), warnings: starts, errors: [...done.errors, ...overrun] }
    onJob(signal.aborted ? { ...job, state: 'stopped' } : job)
    onEnd?.(id)
    return job
  }
}
