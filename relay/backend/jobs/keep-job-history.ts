import type { FastifyBaseLogger } from 'fastify'
import { BatchWriter } from '#relay/backend/rows/batch-writer.ts'
import type { OnChange } from '#relay/backend/rows/change.ts'
import type { RelayInstances } from '#relay/backend/schedule/relay-instances.ts'
import type { Database } from '#relay/database/database.ts'
import { JobRows, removeOldGoodRuns, stopLostRuns, writeJobRuns, type JobRow, type JobRun } from './job-history.ts'

interface JobHistoryOptions {
  readonly database: Database
  readonly relayInstances: RelayInstances
  readonly log: FastifyBaseLogger
  readonly onChange: OnChange
}

export interface JobHistory {
  readonly onJob: (run: JobRun) => void
  stop(): Promise<void>
}

const stopGraceMs = 10_000

export const keepJobHistory = async (options: JobHistoryOptions): Promise<JobHistory> => {
  const { database, relayInstances, log, onChange } = options
  await relayInstances.follow(async (living) => {
    const ids = await stopLostRuns(database, living)
    if (ids.length > 0) onChange({ relation: 'job_history', ids })
  })
  await removeOldGoodRuns(database)
  const rows = new JobRows()
  const history = new BatchWriter<JobRow>({
    name: 'job history rows',
    log,
    write: async (runs) => {
      await writeJobRuns(database, runs, relayInstances.id)
      const ids = runs.flatMap(({ id, replaces }) => [id, ...(replaces === undefined ? [] : [replaces])])
      onChange({ relation: 'job_history', ids })
    },
  })
  return {
    onJob: (run) => history.add(rows.assignRow(run)),
    stop: async () => void (await history.stop(stopGraceMs)),
  }
}
