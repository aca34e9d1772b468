import { describe, expect, test } from 'vitest'
import { hourMs } from '#shared/primitives/time-units.ts'
import { findAgeFailure } from './backup-age.ts'

describe('findAgeFailure', () => {
  test.each([
    [2 * hourMs, 3 * hourMs, undefined],
    [2 * hourMs, undefined, undefined],
    [-hourMs / 2, hourMs, undefined],
    [2 * hourMs, hourMs, 'The backup is 2h old, expected at most 1h.'],
    [-48 * hourMs, hourMs, 'The backup is dated 2d in the future.'],
    [-48 * hourMs, undefined, 'The backup is dated 2d in the future.'],
    [Number.NaN, hourMs, 'The backup has no valid date.'],
    [Number.NaN, undefined, 'The backup has no valid date.'],
  ])('judges an age of %j ms with a limit of %j ms: %j', (ageMs, maxMs, failure) => {
    expect(findAgeFailure('The backup', ageMs, maxMs)).toBe(failure)
  })
})
