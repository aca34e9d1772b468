import { expect, test } from 'vitest'
import { toJobStatus, type JobRun } from '#relay/backend/jobs/job-history.ts'
import { CanaryRuns } from './canary-runs.ts'

const setUp = (checks: number) => {
  const runs: JobRun[] = []
  return {
    runs,
    canaryRuns: new CanaryRuns(
      () => checks,
      (run) => runs.push(run),
    ),
  }
}
const part = (checkId: string, startedAt: number, error = '', invalid = false) => ({
  canaryId: 'k',
  canaryName: 'web',
  checkId,
  checkName: `check ${checkId}`,
  startedAt,
  endedAt: startedAt + 5,
  pass: error === '',
  invalid,
  error,
})

test('ends a run when every check has run', () => {
  const { runs, canaryRuns } = setUp(2)
  canaryRuns.add(part('a', 10))
  expect(runs).toEqual([])
  canaryRuns.add(part('b', 20, 'test: unknown name', true))
  expect(runs).toEqual([
    {
      name: 'Canary',
      resourceType: 'canary',
      resourceId: 'k',
      startedAt: 10,
      endedAt: 25,
      workMs: 10,
      succeeded: 1,
      failed: 1,
      warnings: 0,
      errors: ['check b: test: unknown name'],
      details: { canary: 'web', checks: { passed: 1, failed: 0, invalid: 1 } },
    },
  ])
})

test('a canary whose checks fail is not a failed job', () => {
  const { runs, canaryRuns } = setUp(2)
  canaryRuns.add(part('a', 10, 'Connection refused.'))
  canaryRuns.add(part('b', 20, 'Connection refused.'))
  expect(runs.map(toJobStatus)).toEqual(['SUCCESS'])
  expect(runs).toMatchObject([
    {
      succeeded: 2,
      failed: 0,
      errors: [],
      details: { checks: { passed: 0, failed: 2, invalid: 0 } },
    },
  ])
})

test('the work of a run excludes the time between its checks and counts overlapping checks once', () => {
  const { runs, canaryRuns } = setUp(4)
  canaryRuns.add({ ...part('a', 0), endedAt: 100 })
  canaryRuns.add({ ...part('c', 50), endedAt: 60 })
  canaryRuns.add({ ...part('b', 40), endedAt: 140 })
  canaryRuns.add({ ...part('d', 9_000), endedAt: 9_010 })
  expect(runs).toMatchObject([{ startedAt: 0, endedAt: 9_010, workMs: 150 }])
})

test('ends a run when a check runs again, although another one has not run', () => {
  const { runs, canaryRuns } = setUp(2)
  canaryRuns.add(part('a', 10))
  canaryRuns.add(part('a', 20))
  expect(runs.map(({ startedAt, succeeded }) => ({ startedAt, succeeded }))).toEqual([{ startedAt: 10, succeeded: 1 }])
})

test('a missed start turns a passed run into one with a warning', () => {
  const { runs, canaryRuns } = setUp(1)
  canaryRuns.missed('k', 'web', 'check a', 5)
  canaryRuns.add(part('a', 10))
  expect(runs.map((run) => ({ status: toJobStatus(run), errors: run.errors }))).toEqual([
    {
      status: 'WARNING',
      errors: ['check a: skipped a run because the previous one was still running.'],
    },
  ])
})

const summed = (runs: readonly JobRun[]) =>
  runs.map((run) => `${toJobStatus(run)} from ${run.startedAt}: ${run.succeeded} passed, ${run.failed} failed`)

test('publishes a long run while it is running, after each check and at its end', () => {
  const { runs, canaryRuns } = setUp(2)
  canaryRuns.underWay({ canaryId: 'k', canaryName: 'web', checkId: 'a', startedAt: 10 })
  canaryRuns.add(part('a', 10))
  canaryRuns.add(part('b', 20, 'test: unknown name', true))
  canaryRuns.add(part('a', 30))
  expect(summed(runs)).toEqual([
    'RUNNING from 10: 0 passed, 0 failed',
    'RUNNING from 10: 1 passed, 0 failed',
    'WARNING from 10: 1 passed, 1 failed',
  ])
})

test('stops a published run that cannot end, with the reason, and leaves other runs alone', () => {
  const { runs, canaryRuns } = setUp(2)
  canaryRuns.add({ ...part('z', 5), canaryId: 'quiet' })
  canaryRuns.underWay({ canaryId: 'k', canaryName: 'web', checkId: 'a', startedAt: 10 })
  canaryRuns.stop(() => undefined, 40)
  canaryRuns.stop(() => 'The relay was stopped.', 50)
  canaryRuns.stop(() => 'The relay was stopped.', 60)
  expect(summed(runs)).toEqual(['RUNNING from 10: 0 passed, 0 failed', 'STOPPED from 10: 0 passed, 0 failed'])
  expect(runs.at(-1)).toMatchObject({ endedAt: 50, errors: ['The relay was stopped.'] })
})

test.each([
  [2, 0, 0, 'SUCCESS'],
  [1, 1, 0, 'WARNING'],
  [0, 2, 0, 'FAILED'],
  [1, 0, 1, 'WARNING'],
])('%d passed, %d failed, %d missed is %s', (succeeded, failed, warnings, status) => {
  expect(
    toJobStatus({
      name: '',
      resourceType: '',
      resourceId: '',
      startedAt: 0,
      endedAt: 0,
      succeeded,
      failed,
      warnings,
      errors: [],
    }),
  ).toBe(status)
})

test('drops an unpublished run with its canary, and keeps it while the canary has checks', () => {
  const runs: JobRun[] = []
  let checks = 2
  const canaryRuns = new CanaryRuns(
    () => checks,
    (run) => runs.push(run),
  )
  canaryRuns.add(part('a', 10))
  canaryRuns.stop(() => 'The canary has no schedule.', 20)
  expect(canaryRuns.size).toBe(1)
  checks = 0
  canaryRuns.stop(() => 'The canary was removed.', 20)
  expect(canaryRuns.size).toBe(0)
  expect(runs).toEqual([])
})
