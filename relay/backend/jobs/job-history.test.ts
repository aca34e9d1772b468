import { expect, test } from 'vitest'
import { JobRows } from './job-history.ts'

const run = (resourceId: string) => ({
  name: 'Canary',
  resourceType: 'canary',
  resourceId,
  startedAt: 0,
  endedAt: 1,
  succeeded: 1,
  failed: 0,
  errors: [],
})

test('a successful run replaces the oldest of three', () => {
  const rows = new JobRows()
  const ids = Array.from({ length: 6 }, () => rows.assignRow(run('k')).id)
  expect(new Set(ids.slice(0, 3)).size).toBe(3)
  expect(ids.slice(3)).toEqual(ids.slice(0, 3))
})

test('bounds the tracked jobs regardless of the number of canaries', () => {
  const rows = new JobRows()
  for (let n = 0; n < 30_000; n += 1) rows.assignRow(run(`k${n}`))
  expect(rows.size).toBe(20_000)
})
