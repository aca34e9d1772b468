import { expect, test } from 'vitest'
import { formatCount } from './format-count.ts'

test('separates thousands, and takes the noun for one only at one', () => {
  expect([
    formatCount(1_234_567),
    formatCount(0, 'check'),
    formatCount(1, 'check'),
    formatCount(1_234, 'check'),
    formatCount(2, 'entry', 'entries'),
    formatCount(1e308, 'check'),
  ]).toEqual(['1,234,567', '0 checks', '1 check', '1,234 checks', '2 entries', '1E308 checks'])
})
