import { expect, test } from 'vitest'
import type { ListedRun } from '#shared/playbooks/listed-run.ts'
import { foldEqual, toUrgent, urgentFirst } from './urgent-first.ts'

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

test('folds runs that look equal, and names only what they have in common', () => {
  const [node1, node2] = ['n1', 'n2'].map((id) => ({ id, name: id, type: 'Node' }))
  const [ann, ben] = ['ann', 'ben'].map((id) => ({ id, name: id }))
  const drain = { playbook_id: 'drain', status: 'pending_approval', step: null, stepError: null, error: null }
  const failed = { playbook_id: 'drain', status: 'failed', step: 'cordon', created_by: ann, config: null }
  const folded = foldEqual([
    { id: 'r1', ...drain, config: node1, created_by: ann },
    { id: 'r2', ...failed, stepError: 'node not found' },
    { id: 'r3', ...drain, config: node2, created_by: ann },
    { id: 'r4', ...failed, stepError: 'timeout' },
    { id: 'r5', ...drain, config: node1, created_by: ann },
    { id: 'r6', ...failed, created_by: ben, stepError: 'timeout' },
  ] as ListedRun[])
  const facts = folded.map((row) => [row.id, row.count, row.config, row.created_by])
  expect(facts).toEqual([
    ['r1', 3, null, ann],
    ['r2', undefined, null, ann],
    ['r4', 2, null, null],
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
