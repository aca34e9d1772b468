import { toErrorSentence } from '#shared/primitives/thrown-error.ts'
import type { JobRun } from '#relay/backend/jobs/job-history.ts'
import type { PlaybookDeps } from '#relay/backend/playbooks/playbook-deps.ts'
import { startRun } from '#relay/backend/playbooks/runs/start-run.ts'
import { readPlaybooks } from '#relay/backend/playbooks/spec/playbook-store.ts'
import { readPlaybookSpec } from '#relay/backend/playbooks/spec/read-spec.ts'
import { systemClock } from '#relay/backend/schedule/clock.ts'
import { OwnedSchedules } from '#relay/backend/schedule/owned-schedules.ts'
import { parseSchedule } from '#relay/backend/schedule/schedule.ts'
import { Scheduler } from '#relay/backend/schedule/scheduler.ts'
import type { Work } from '#relay/backend/schedule/work.ts'

export interface ScheduleTriggersDeps extends PlaybookDeps {
  readonly work: Pick<Work, 'owns' | 'canStart' | 'follow'>
  readonly onJob: (run: JobRun) => void
}

const stopGraceMs = 3_000

/** Starts that were due while no relay ran are not made up for. */
export class ScheduleTriggers {
  readonly #deps: ScheduleTriggersDeps
  readonly #scheduler: Scheduler<void>
  readonly #schedules: OwnedSchedules
  #playbookIds = new Map<string, string>()
  #reading: Promise<void> = Promise.resolve()
  #hasBegun = false

  constructor(deps: ScheduleTriggersDeps) {
    this.#deps = deps
    this.#scheduler = new Scheduler({ clock: systemClock, run: (id) => this.#start(id) })
    this.#schedules = new OwnedSchedules({
      work: deps.work,
      scheduler: this.#scheduler,
      readLastStarts: async (ids) => new Map(ids.map((id) => [id, Date.now()])),
    })
    deps.work.follow(() => this.#schedules.settle())
  }

  begin(): void {
    this.#hasBegun = true
    this.reconcile()
  }

  reconcile(): void {
    if (!this.#hasBegun) return
    this.#reading = this.#reading
      .then(() => this.#read())
      .catch((error: unknown) => this.#deps.log.error({ err: error }, 'playbook schedules not read'))
  }

  async stop(): Promise<void> {
    await this.#reading
    await this.#scheduler.stop(stopGraceMs)
  }

  async #read(): Promise<void> {
    const found = new Map<string, string>()
    for (const { id: playbookId, spec } of await readPlaybooks(this.#deps.database)) {
      const read = await readPlaybookSpec(spec)
      if (!('spec' in read)) continue
      for (const [index, { schedule }] of (read.spec.on?.schedule ?? []).entries()) {
        const id = `${playbookId} ${index}`
        found.set(id, playbookId)
        this.#schedules.set(id, parseSchedule(schedule), playbookId)
      }
    }
    for (const id of this.#playbookIds.keys()) if (!found.has(id)) this.#schedules.remove(id)
    this.#playbookIds = found
  }

  async #start(id: string): Promise<void> {
    const { work, log, onJob } = this.#deps
    const playbookId = this.#playbookIds.get(id)
    if (playbookId === undefined || !work.canStart(playbookId)) return
    const startedAt = Date.now()
    const errors: string[] = []
    try {
      await startRun(this.#deps, { id: playbookId }, null)
    } catch (error) {
      log.warn({ err: error, playbookId }, 'scheduled playbook start failed')
      errors.push(toErrorSentence(error))
    }
    const [succeeded, failed] = [1 - errors.length, errors.length]
    const job = { name: 'PlaybookSchedule', resourceType: 'playbook', resourceId: playbookId }
    onJob({ ...job, startedAt, endedAt: Date.now(), succeeded, failed, errors })
  }
}
