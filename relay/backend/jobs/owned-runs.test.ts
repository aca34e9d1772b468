import { afterEach, expect, test } from 'vitest'
import type { JobRun } from '#relay/backend/jobs/job-history.ts'
import { OwnedRuns, type RunOutcome } from './owned-runs.ts'
import type { SettleWork } from '#relay/backend/schedule/work.ts'
import { parseSchedule } from '#relay/backend/schedule/schedule.ts'

const hourly = parseSchedule('@every 1h')
const good: RunOutcome = { succeeded: 1, failed: 0, errors: [] }
let runs: OwnedRuns | undefined
afterEach(() => runs?.stop())

const startRuns = (owns: () => boolean = () => true) => {
  const jobs: JobRun[] = []
  const left: string[] = []
  const signals: AbortSignal[] = []
  const ends: ((outcome: RunOutcome) => void)[] = []
  const followers: SettleWork[] = []
  const answers = new Map<string, (id: string) => Promise<unknown> | undefined>()
  const started = new OwnedRuns({
    name: 'Job',
    resourceType: 'thing',
    work: { owns, canStart: owns, follow: (follower) => void followers.push(follower) },
    calls: {
      serve: (name, answer) => void answers.set(name, answer),
      call: async (name, id) => ({ ...good, name, resourceId: id, resourceType: 'elsewhere' }),
    },
    database: { query: async () => ({ rows: [], affectedRows: 0 }) },
    limits: { quick: 1, slow: 1, total: 2, slowAfterMs: 5_000 },
    findWork: (id, signal) => {
      if (id === 'none') return undefined
      signals.push(signal)
      return () => new Promise((resolve) => ends.push(resolve))
    },
    onJob: (job) => jobs.push(job),
    onLeft: async (id) => void left.push(id),
  })
  runs = started
  started.set('a', hourly, false)
  started.set('none', hourly, false)
  started.begin()
  const end = (outcome: RunOutcome) => ends.shift()?.(outcome)
  return {
    started,
    jobs,
    left,
    end,
    ends,
    signals,
    settle: async () => void (await Promise.all(followers.map((settle) => settle()))),
    answer: (id: string) => answers.get('Job')?.(id),
  }
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

test('passes a request to the relay instance that owns the work', async () => {
  const { started, jobs, answer } = startRuns(() => false)
  started.soon('a')
  expect(await started.runNow('a')).toMatchObject({ resourceType: 'elsewhere', resourceId: 'a' })
  expect(answer('a')).toBeUndefined()
  expect(jobs).toEqual([])
})

test('interrupts a run whose work moves away, and waits for its end', async () => {
  let isOwner = true
  const { started, jobs, left, end, signals, settle } = startRuns(() => isOwner)
  const run = started.runNow('a')
  await turn()
  isOwner = false
  const settled = settle()
  await turn()
  expect([left, signals.map(({ aborted }) => aborted)]).toEqual([['a', 'none'], [true]])
  end({ succeeded: 0, failed: 1, errors: ['moved'] })
  await Promise.all([run, settled])
  expect(jobs).toMatchObject([{ state: 'stopped', failed: 1 }])
})

test('runs what it takes over at once if a start was missed', async () => {
  let isOwner = false
  const { jobs, end, ends, settle } = startRuns(() => isOwner)
  isOwner = true
  await settle()
  await turn()
  expect(ends).toHaveLength(1)
  end(good)
  await turn()
  expect(jobs).toMatchObject([{ resourceId: 'a', succeeded: 1 }])
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
