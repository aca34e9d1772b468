import { expect, test } from 'vitest'
import { formatLatency } from './format-latency.ts'

test.each([
  [0, '0', 'ms'],
  [212.4, '212', 'ms'],
  [999.6, '1.00', 's'],
  [3001, '3.00', 's'],
])('formats %d ms as %s %s', (ms, value, unit) => {
  expect(formatLatency(ms)).toEqual({ value, unit })
})
