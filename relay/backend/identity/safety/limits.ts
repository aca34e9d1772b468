import { hourMs, minuteMs } from '#shared/primitives/time-units.ts'
import { createAttemptLimit, type AttemptLimit } from './attempt-limit.ts'

const secondMs = 1_000

export interface Limits {
  readonly passwordHere: AttemptLimit
  readonly passwordAnywhere: AttemptLimit
  readonly address: AttemptLimit
  readonly secondFactor: AttemptLimit
  readonly mail: AttemptLimit
  readonly request: AttemptLimit
  readonly flow: AttemptLimit
}

export const createLimits = (now: () => number): Limits => ({
  passwordHere: createAttemptLimit(
    { free: 5, firstWaitMs: 15 * secondMs, longestWaitMs: 15 * minuteMs, forgetAfterMs: hourMs },
    now,
  ),
  passwordAnywhere: createAttemptLimit(
    { free: 30, firstWaitMs: 15 * secondMs, longestWaitMs: 15 * minuteMs, forgetAfterMs: hourMs },
    now,
  ),
  address: createAttemptLimit(
    {
      free: 100,
      firstWaitMs: 5 * secondMs,
      longestWaitMs: 5 * minuteMs,
      forgetAfterMs: hourMs,
      refillEveryMs: 6 * secondMs,
    },
    now,
  ),
  secondFactor: createAttemptLimit(
    { free: 5, firstWaitMs: 30 * secondMs, longestWaitMs: hourMs, forgetAfterMs: 24 * hourMs },
    now,
  ),
  mail: createAttemptLimit({ free: 3, firstWaitMs: minuteMs, longestWaitMs: hourMs, forgetAfterMs: hourMs }, now),
  request: createAttemptLimit(
    {
      free: 60,
      firstWaitMs: 10 * secondMs,
      longestWaitMs: 10 * minuteMs,
      forgetAfterMs: hourMs,
      refillEveryMs: 20 * secondMs,
    },
    now,
  ),
  flow: createAttemptLimit(
    { free: 600, firstWaitMs: secondMs, longestWaitMs: minuteMs, forgetAfterMs: hourMs, refillEveryMs: 200 },
    now,
  ),
})
