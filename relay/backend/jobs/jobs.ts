import type { FastifyBaseLogger } from 'fastify'
import { toErrorMessage } from '#shared/primitives/thrown-error.ts'
import type { JobRun } from '#relay/backend/jobs/job-history.ts'
import { systemClock } from '#relay/backend/schedule/clock.ts'
import { parseSchedule } from '#relay/backend/schedule/schedule.ts'
import { OwnedSchedules } from '#relay/backend/schedule/owned-schedules.ts'
import { Scheduler } from '#relay/backend/schedule/scheduler.ts'
import type { Work } from '#relay/backend/schedule/work.ts'

export interface Job {
  readonly name: string
  readonly schedule: string
  readonly resourceType: string
  readonly run: () => Promise<{ readonly count: number; readonly details?: Record<string, unknown> }>
}

interface Jobs {
  runNow(name: string): Promise<void>
  countOwned(): number
  stop(): Promise<void>
}

const stopGraceMs = 3_000

/** Keys of engine work that exists once. */
export const jobWork = (name: string): string => `job ${name}`

interface JobsOptions {
  readonly work: Pick<Work, 'owns' | 'canStart' | 'follow'>
  readonly onJob: (run: JobRun) => void
  readonly log: FastifyBaseLogger
}

export const startJobs = (jobs: readonly Job[], { work, onJob, log }: JobsOptions): Jobs => {
  const byName = new Map(jobs.map((job) => [job.name, job]))
  const scheduler = new Scheduler<void>({
    clock: systemClock,
    run: async (name) => {
      const job = byName.get(name)
      if (job === undefined || !work.canStart(jobWork(name))) return
      const startedAt = Date.now()
      const base = { name, resourceType: job.resourceType, resourceId: '', startedAt }
      try {
        const { count, details } = await job.run()
        onJob({
          ...base,
          endedAt: Date.now(),
          succeeded: count,
          failed: 0,
          errors: [],
          ...(details ? { details } : {}),
        })
      } catch (error) {
        log.warn({ err: error, job: name }, 'job failed, retrying at its next scheduled time')
        const reason = toErrorMessage(error)
        onJob({ ...base, endedAt: Date.now(), succeeded: 0, failed: 1, errors: [reason] })
      }
    },
  })
  const schedules = new OwnedSchedules({ work, scheduler, readLastStarts: async () => new Map() })
  for (const { name, schedule } of jobs) schedules.set(name, parseSchedule(schedule), jobWork(name))
  work.follow(() => schedules.settle())
  return {
    runNow: async (name) => scheduler.runNow(name),
    countOwned: () => schedules.count,
    stop: () => scheduler.stop(stopGraceMs),
  }
}
