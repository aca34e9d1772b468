import { expect, test } from 'vitest'
import { roundUp } from './bar-series.tsx'

test.each([
  [0, 1],
  [1, 1],
  [13, 15],
  [1160, 1200],
  [600, 800],
  [0.4, 0.5],
])('the axis above %d ends at %d', (value, round) => {
  expect(roundUp(value)).toBeCloseTo(round)
})
