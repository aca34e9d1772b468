import { expect, test } from 'vitest'
import { readDateMath } from './date-math.ts'

const now = Date.parse('2025-03-24T08:30:15.500Z')
const read = (text: string) => readDateMath(text, now)?.toISOString()

test.each([
  ['now', '2025-03-24T08:30:15.500Z'],
  ['now-20h', '2025-03-23T12:30:15.500Z'],
  ['now-2d', '2025-03-22T08:30:15.500Z'],
  ['now+1w', '2025-03-31T08:30:15.500Z'],
  ['now-1M', '2025-02-24T08:30:15.500Z'],
  ['now/d', '2025-03-24T00:00:00.000Z'],
  ['now-1d/h', '2025-03-23T08:00:00.000Z'],
  ['2025-01-01', '2025-01-01T00:00:00.000Z'],
  ['2025-01-01T10:00:00+02:00', '2025-01-01T08:00:00.000Z'],
  ['2025-01-01T10:00:00', '2025-01-01T10:00:00.000Z'],
  ['2025-01-01||-1y', '2024-01-01T00:00:00.000Z'],
])('parses %s as %s', (text, expected) => {
  expect(read(text)).toBe(expected)
})

test.each(['', 'now-', 'now-1x', 'now 1', 'tomorrow', '12', '2025-99-99', "now'; drop table people"])(
  'rejects %s',
  (text) => {
    expect(read(text)).toBeUndefined()
  },
)
