import { expect, test } from 'vitest'
import type { JobRun } from '#shared/jobs/job-run.ts'
import { foldRuns, toResultKey } from './fold-runs.ts'

const run = (id: string, change: Partial<JobRun> = {}): JobRun => ({
  kind: 'run',
  id,
  name: 'Scrape',
  agent: null,
  resourceType: 'config_scraper',
  resourceId: 's1',
  resourceName: 'aws',
  status: 'FAILED',
  succeeded: 0,
  failed: 1,
  durationMs: 10,
  startedAt: '2026-11-29T08:00:00.000Z',
  message: 'denied',
  parts: ['errors'],
  usual: null,
  ...change,
})
const [first, other, second, running] = [
  run('r4'),
  run('r3', { message: 'timeout' }),
  run('r2'),
  run('r1', { status: 'RUNNING', message: '' }),
]
const fold = (open: readonly string[] = []) =>
  foldRuns([first, other, second, running, { ...running, id: 'r0' }], new Set(open)).map(
    ({ id, repeats, isRepeat }) => `${id} ${repeats}${isRepeat ? ' repeat' : ''}`,
  )

test('runs of a job with the same result fold into the newest; running ones do not', () => {
  expect(fold()).toEqual(['r4 1', 'r3 0', 'r1 0', 'r0 0'])
})

test('an opened group lists its older runs below the newest', () => {
  expect(fold([toResultKey(first)])).toEqual(['r4 1', 'r2 0 repeat', 'r3 0', 'r1 0', 'r0 0'])
})
