import type { FastifyBaseLogger } from 'fastify'
import { toErrorMessage } from '#shared/primitives/thrown-error.ts'
import type { JobRun } from '#relay/backend/jobs/job-history.ts'
import { systemClock } from '#relay/backend/schedule/clock.ts'
import { parseSchedule } from '#relay/backend/schedule/schedule.ts'
import { Scheduler } from '#relay/backend/schedule/scheduler.ts'

export interface Job {
  readonly name: string
  readonly schedule: string
  readonly resourceType: string
  readonly run: () => Promise<{ readonly count: number; readonly details?: Record<string, unknown> }>
}

export interface Jobs {
  runNow(name: string): Promise<void>
  stop(): Promise<void>
}

const stopGraceMs = 3_000

export const startJobs = (jobs: readonly Job[], onRun: (run: JobRun) => void, log: FastifyBaseLogger): Jobs => {
  const byName = new Map(jobs.map((job) => [job.name, job]))
  const scheduler = new Scheduler<void>({
    clock: systemClock,
    run: async (name) => {
      const job = byName.get(name)
      if (job === undefined) return
      const startedAt = Date.now()
      const base = { name, resourceType: job.resourceType, resourceId: '', startedAt }
      try {
        const { count, details } = await job.run()
        onRun({
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
        onRun({ ...base, endedAt: Date.now(), succeeded: 0, failed: 1, errors: [reason] })
      }
    },
  })
  for (const { name, schedule } of jobs) scheduler.set(name, parseSchedule(schedule))
  return {
    runNow: async (name) => scheduler.runNow(name),
    stop: () => scheduler.stop(stopGraceMs),
  }
}
