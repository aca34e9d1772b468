import { expect, test } from 'vitest'
import { findLastSuccess, usualDurationMs, type EarlierRun } from './earlier-runs.ts'

const target = { config_id: null, component_id: null, check_id: 'c1' }
const run = (id: string, seconds: number, more: Partial<EarlierRun> = {}): EarlierRun => ({
  id,
  status: 'completed',
  created_at: '2026-11-21T08:00:00Z',
  start_time: '2026-11-21T08:00:00.000Z',
  end_time: new Date(Date.UTC(2026, 10, 21, 8, 0, seconds)).toISOString(),
  ...target,
  ...more,
})

test('the usual duration is the median of completed runs', () => {
  expect(usualDurationMs([])).toBeNull()
  expect(usualDurationMs([run('a', 500, { status: 'failed' })])).toBeNull()
  expect(usualDurationMs([run('a', 9), run('b', 2), run('c', 4)])).toBe(4_000)
  expect(usualDurationMs([run('a', 9), run('b', 2), run('c', 4), run('d', 6)])).toBe(5_000)
})

test('the last successful run is one on the same target if there is one', () => {
  const [elsewhere, here] = [run('a', 1, { check_id: 'c2' }), run('b', 1)]
  expect(findLastSuccess(target, [run('x', 1, { status: 'failed' }), elsewhere, here])?.id).toBe('b')
  expect(findLastSuccess(target, [elsewhere])?.id).toBe('a')
  expect(findLastSuccess(target, [])).toBeNull()
})
