import { expect, test } from 'vitest'
import { statusOf, type JobRun } from '#relay/backend/jobs/job-history.ts'
import { CanaryRuns } from './canary-runs.ts'

const setUp = (checks: number) => {
  const runs: JobRun[] = []
  return {
    runs,
    rounds: new CanaryRuns(
      () => checks,
      (run) => runs.push(run),
    ),
  }
}
const part = (checkId: string, startedAt: number, error = '') => ({
  canaryId: 'k',
  canaryName: 'web',
  checkId,
  checkName: `check ${checkId}`,
  startedAt,
  endedAt: startedAt + 5,
  pass: error === '',
  error,
})

test('a run is over when every check had its turn', () => {
  const { runs, rounds } = setUp(2)
  rounds.add(part('a', 10))
  expect(runs).toEqual([])
  rounds.add(part('b', 20, 'refused'))
  expect(runs).toEqual([
    {
      name: 'Canary',
      resourceType: 'canary',
      resourceId: 'k',
      startedAt: 10,
      endedAt: 25,
      succeeded: 1,
      failed: 1,
      warnings: 0,
      errors: ['check b: refused'],
      details: { canary: 'web' },
    },
  ])
})

test('a run is over when a check comes round again, although another one never had its turn', () => {
  const { runs, rounds } = setUp(2)
  rounds.add(part('a', 10))
  rounds.add(part('a', 20))
  expect(runs.map(({ startedAt, succeeded }) => ({ startedAt, succeeded }))).toEqual([{ startedAt: 10, succeeded: 1 }])
})

test('a missed start makes a good run one with a warning', () => {
  const { runs, rounds } = setUp(1)
  rounds.missed('k', 'web', 'check a', 5)
  rounds.add(part('a', 10))
  expect(runs.map((run) => ({ status: statusOf(run), errors: run.errors }))).toEqual([
    {
      status: 'WARNING',
      errors: ['check a: still running when its next run was due, so that one was left out.'],
    },
  ])
})

test.each([
  [2, 0, 0, 'SUCCESS'],
  [1, 1, 0, 'WARNING'],
  [0, 2, 0, 'FAILED'],
  [1, 0, 1, 'WARNING'],
])('%d passed, %d failed, %d missed is %s', (succeeded, failed, warnings, status) => {
  expect(
    statusOf({
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
