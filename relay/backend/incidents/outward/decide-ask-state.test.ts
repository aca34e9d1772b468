import { expect, test } from 'vitest'
import { decideAskState } from './decide-ask-state.ts'

const failure = { error: 'HTTP 503', isFinal: false }

test.each([
  [1, 'waiting', 30_000],
  [2, 'waiting', 60_000],
  [4, 'waiting', 240_000],
  [5, 'failed', 480_000],
  [6, 'failed', 960_000],
])('after attempt %d a failed request is %s', (attempts, state, waitMs) => {
  expect(decideAskState(failure, attempts)).toEqual({ state, waitMs })
})

test.each([
  ['asked', { error: null, isFinal: true }, 1],
  ['asked', { error: null, isFinal: false }, 5],
  ['refused', { error: 'HTTP 401', isFinal: true }, 1],
  ['refused', { error: 'HTTP 401', isFinal: true }, 5],
])('is %s after %j in attempt %d', (state, outcome, attempts) => {
  expect(decideAskState(outcome, attempts).state).toBe(state)
})

test('uses the retry delay of the service instead of the backoff, even a shorter one', () => {
  expect(decideAskState({ ...failure, retryAfterMs: 5_000 }, 3)).toEqual({ state: 'waiting', waitMs: 5_000 })
})
