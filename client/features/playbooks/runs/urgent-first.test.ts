import { expect, test } from 'vitest'
import type { ListedRun } from '#shared/playbooks/listed-run.ts'
import { toUrgent, urgentFirst } from './urgent-first.ts'

const run = (minute: number, status: string) =>
  ({ id: `${status} ${minute}`, status, created_at: `2026-11-21T08:0${minute}:00Z` }) as ListedRun

test('failed and waiting runs come first, then runs in progress, each newest first and once', () => {
  const listed = [run(9, 'completed'), run(8, 'running'), run(7, 'failed'), run(6, 'cancelled'), run(5, 'timed_out')]
  const urgent = [run(8, 'running'), run(7, 'failed'), run(2, 'sleeping'), run(1, 'pending_approval')]
  expect(urgentFirst([...urgent, ...listed]).map(({ id }) => id)).toEqual([
    'failed 7',
    'timed_out 5',
    'pending_approval 1',
    'running 8',
    'sleeping 2',
    'completed 9',
    'cancelled 6',
  ])
})

test('urgent runs are read from the whole time range, not from the shown page', () => {
  expect(toUrgent({ lastMs: 1_000, offset: 50, limit: 50 })).toEqual({
    lastMs: 1_000,
    offset: 0,
    limit: 100,
    status: 'scheduled,pending_approval,running,sleeping,retrying,waiting,failed,timed_out',
  })
})
