import { expect, test } from 'vitest'
import { listText, nanosText, nanosTyped, toPreviewedRule } from './rule-spec-values.ts'

test('stores durations as nanoseconds, shows them in short form and keeps invalid input', () => {
  expect(nanosTyped('5m')).toBe(300_000_000_000)
  expect(nanosText(300_000_000_000)).toBe('5m')
  expect(nanosTyped('5 minutes')).toBe('5 minutes')
  expect(nanosText('5 minutes')).toBe('5 minutes')
  expect(nanosTyped(' ')).toBeUndefined()
})

test('parses a comma-separated list', () => {
  expect(listText('type, label:app,')).toEqual(['type', 'label:app'])
  expect(listText(' ')).toBeUndefined()
})

test('omits invalid values from the preview of an unfinished rule', () => {
  expect(
    toPreviewedRule('a', {
      events: ['check.failed', 1],
      repeat_interval: '4 ho',
      wait_for: 'x',
      group_by: ['type', 'label:'],
    }),
  ).toEqual({
    name: 'a',
    events: ['check.failed'],
    filter: null,
    title: null,
    template: null,
    repeat_interval: null,
    wait_for: null,
    wait_for_eval_period: null,
    group_by: ['type'],
  })
})
