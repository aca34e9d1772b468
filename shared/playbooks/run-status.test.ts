import { expect, test } from 'vitest'
import { actionStatuses, isFinalAction, isFinalRun, runStatuses } from './run-status.ts'

test('a run is over when it is completed, failed, cancelled or timed out', () => {
  expect(runStatuses.filter(isFinalRun)).toEqual(['completed', 'failed', 'cancelled', 'timed_out'])
})

test('an action is over when it is skipped, completed or failed', () => {
  expect(actionStatuses.filter(isFinalAction)).toEqual(['skipped', 'completed', 'failed'])
})
