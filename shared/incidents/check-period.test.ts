import { expect, test } from 'vitest'
import { getCheckPeriod } from './check-period.ts'

const attachedAt = '2026-11-20T10:00:00Z'
const at = (time: string) => Date.parse(`2026-11-20T${time}:00Z`)

test.each([
  ['1h', null, at('09:00'), null],
  ['now-30m', null, at('09:30'), null],
  ['2026-11-20T08:00:00Z', '2026-11-20T09:00:00Z', at('08:00'), at('09:00')],
  ['2026-11-20T08:00:00Z', '2026-11-20T07:00:00Z', at('08:00'), null],
  ['2026-11-20T08:00:00Z', 'later', at('08:00'), null],
  ['a while ago', null, at('10:00'), null],
  [null, null, at('10:00'), null],
])('check evidence from %s to %s', (start, end, fromMs, toMs) => {
  expect(getCheckPeriod({ start, end }, attachedAt)).toEqual({ fromMs, toMs })
})

test('without any time there is no period', () => {
  expect(getCheckPeriod({ start: '1h', end: null }, null)).toBeNull()
  expect(getCheckPeriod({ start: 'x', end: null }, 'y')).toBeNull()
})
