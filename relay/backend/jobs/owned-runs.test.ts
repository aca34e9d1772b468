import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import type { JobRun } from '#relay/backend/jobs/job-history.ts'
import { OwnedRuns, type RunOutcome } from './owned-runs.ts'
import { parseSchedule } from '#relay/backend/schedule/schedule.ts'

const hourly = parseSchedule('@every 1h')
const good: RunOutcome = { succeeded: 1, failed: 0, errors: [] }
let runs: OwnedRuns | undefined
afterEach(() => runs?.stop())

const startRuns = (isOwned: (isRequested: boolean) => boolean = () => true) => {
  const jobs: JobRun[] = []
  const left: string[] = []
  const ends: ((outcome: RunOutcome) => void)[] = []
  const started = new OwnedRuns({
    name: 'Job',
    resourceType: 'thing',
    owners: {
      begin: async (_id, isRequested) => isOwned(isRequested),
      end: async () => undefined,
      isOwned: async () => true,
    },
    limits: { quick: 1, slow: 1, total: 2, slowAfterMs: 5_000 },
    findWork: (id) => (id === 'none' ? undefined : () => new Promise((resolve) => ends.push(resolve))),
    log: pino({ enabled: false }),
    onJob: (job) => jobs.push(job),
    onLeft: (id) => left.push(id),
  })
  runs = started
  started.set('a', hourly, false)
  started.set('none', hourly, false)
  started.begin()
  return { started, jobs, left, end: (outcome: RunOutcome) => ends.shift()?.(outcome), ends }
}
const turn = () => new Promise((resolve) => setImmediate(resolve))

test('joins a requested run to the current one, as one row of the job history', async () => {
  const { started, jobs, end, ends } = startRuns()
  const both = [started.runNow('a'), started.runNow('a')]
  await turn()
  expect(ends).toHaveLength(1)
  end(good)
  const [one, other] = await Promise.all(both)
  expect(one).toBe(other)
  expect(jobs).toEqual([{ ...good, ...one }])
  expect(one).toMatchObject({ name: 'Job', resourceType: 'thing', resourceId: 'a', warnings: 0 })
})

test('leaves a run of another relay instance to it, unless it is requested here', async () => {
  const { started, jobs, left, end } = startRuns((isRequested) => isRequested)
  started.soon('a')
  await turn()
  expect([left, jobs]).toEqual([['a'], []])
  const requested = started.runNow('a')
  await turn()
  end(good)
  expect(await requested).toMatchObject({ succeeded: 1 })
})

test('does not run without work', async () => {
  const { started, jobs } = startRuns()
  expect(await started.runNow('none')).toBeUndefined()
  expect(jobs).toEqual([])
})

test('reports a run that the relay shutdown interrupted', async () => {
  const { started, jobs, end } = startRuns()
  const run = started.runNow('a')
  await turn()
  const stopped = started.stop()
  end({ succeeded: 0, failed: 1, errors: ['stopped'] })
  await Promise.all([run, stopped])
  expect(jobs).toMatchObject([{ state: 'stopped', failed: 1 }])
})
