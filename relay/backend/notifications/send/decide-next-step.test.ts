import { expect, test } from 'vitest'
import { decideNextStep } from './decide-next-step.ts'

const nowMs = 1_000_000
const failure = { error: 'HTTP 503', isFinal: false }

test.each([
  [0, 5_000],
  [1, 30_000],
  [2, 120_000],
  [3, 600_000],
])('after %d retries retries a failure in %d ms', (retries, waitMs) => {
  expect(decideNextStep(failure, retries, nowMs)).toEqual({ kind: 'retry', error: 'HTTP 503', waitMs })
})

test('gives up after the last retry, and at once when another attempt cannot succeed', () => {
  const giveUp = { kind: 'giveUp', error: 'HTTP 503' }
  expect(decideNextStep(failure, 4, nowMs)).toEqual(giveUp)
  expect(decideNextStep({ ...failure, isFinal: true }, 0, nowMs)).toEqual(giveUp)
})

test.each([
  [60_000, 60_000],
  [1_000, 5_000],
  [0, 5_000],
])('a recipient that requests a delay of %d ms is retried in %d ms', (retryAfterMs, waitMs) => {
  expect(decideNextStep({ ...failure, retryAfterMs }, 0, nowMs)).toMatchObject({ kind: 'retry', waitMs })
})

test.each([
  ['delivered', { error: null, isFinal: true }, { kind: 'end', status: 'sent', error: null }],
  [
    'delivered to some, quiet hours of others',
    { error: null, isFinal: true, held: { reason: 'Ben has quiet hours.', untilMs: nowMs + 5 } },
    { kind: 'end', status: 'sent', error: null },
  ],
  [
    'no recipient wants it',
    { error: null, isFinal: true, isHeld: true, held: { reason: 'Ben is unsubscribed.' } },
    { kind: 'end', status: 'silenced', error: null },
  ],
  [
    'quiet hours of all',
    { error: null, isFinal: true, isHeld: true, held: { reason: 'Ben has quiet hours.', untilMs: nowMs + 5 } },
    { kind: 'wait', held: 'Ben has quiet hours.', waitMs: 5 },
  ],
  [
    'quiet hours that ended meanwhile',
    { error: null, isFinal: true, isHeld: true, held: { reason: 'Ben has quiet hours.', untilMs: nowMs - 5 } },
    { kind: 'wait', held: 'Ben has quiet hours.', waitMs: 0 },
  ],
  [
    'a browser that is gone',
    { error: 'HTTP 410', isFinal: true, isUnsubscribed: true },
    { kind: 'end', status: 'skipped', error: 'HTTP 410' },
  ],
] as const)('%s', (_case, outcome, step) => {
  expect(decideNextStep(outcome, 0, nowMs)).toEqual(step)
})
