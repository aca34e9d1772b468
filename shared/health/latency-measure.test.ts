import { expect, test } from 'vitest'
import { findMeasure } from './latency-measure.ts'

test('a latency is the median if available, otherwise the next measure', () => {
  expect(findMeasure({ p50: 4, p95: 8, p99: 9, avg: 5 })).toBe('p50')
  expect(findMeasure({ p50: null, p95: 8, p99: 9, avg: null })).toBe('p95')
  expect(findMeasure({ p50: null, p95: null, p99: 9, avg: null })).toBe('p99')
  expect(findMeasure({ p50: null, p95: null, p99: null, avg: null })).toBe(null)
})
