import { expect, test } from 'vitest'
import { severitiesFrom, toChangeSeverity } from './change-severity.ts'

test.each([
  ['Medium', 'medium'],
  ['INFO', 'info'],
  ['high', 'high'],
  ['blocker', 'blocker'],
  ['Sev-1', 'Sev-1'],
])('the severity %s of a source is stored as %s', (written, stored) => {
  expect(toChangeSeverity(written)).toBe(stored)
})

test.each([
  ['high', ['critical', 'high']],
  ['Info', ['critical', 'high', 'medium', 'low', 'info']],
  ['odd', undefined],
])('the minimum %s includes %j', (least, severities) => {
  expect(severitiesFrom(least)).toEqual(severities)
})
