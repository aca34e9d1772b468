import { expect, test } from 'vitest'
import { isDurationField, parseDurationText } from './duration-field.ts'

test.each([
  ['30s', 30_000],
  ['1h30m', 5_400_000],
  [' 5m ', 300_000],
  ['90', 90_000],
  ['0', 0],
  ['-5', null],
  ['-5s', null],
  ['soon', null],
  ['', null],
])('%j is %j ms', (text, ms) => {
  expect(parseDurationText(text)).toBe(ms)
})

test.each([
  'params.pause',
  '.params.pause',
  'duration(params.pause)',
  'int(params.n) * 60',
  'size(x) > 1 ? "1m" : "0s"',
  '{{.params.pause}}',
  '$(.params.pause)',
])('%s can be evaluated to a duration', (text) => expect(isDurationField(text)).toBe(true))

test.each(['soon', '5 minutes', '1.5x', '', '-3s'])('%j is neither a duration nor an expression', (text) => {
  expect(isDurationField(text)).toBe(false)
})
