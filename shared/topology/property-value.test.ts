import { expect, test } from 'vitest'
import { formatAmount } from './format-amount.ts'
import { shownValue } from './property-value.ts'

test.each([
  [1_536, 'bytes', { text: '1.5', unit: 'KiB' }],
  [500, 'bytes', { text: '500', unit: 'B' }],
  [0, 'bytes', { text: '0', unit: 'B' }],
  [12_884_901_888, 'bytes', { text: '12', unit: 'GiB' }],
  [250, 'millicores', { text: '250', unit: 'm' }],
  [2_500, 'millicores', { text: '2.5', unit: 'cores' }],
  [90_000, 'milliseconds', { text: '1.5', unit: 'min' }],
  [1_180, '/s', { text: '1,180', unit: '/s' }],
  [41, 'percent', { text: '41', unit: '%' }],
  [7, '', { text: '7', unit: '' }],
  [1_870.5, 'currency', { text: '$1,870.5', unit: '' }],
])('%d %s is %j', (amount, unit, shown) => expect(formatAmount(amount, unit)).toEqual(shown))

test('an amount with a limit shows its share, and warns before it is full', () => {
  expect(shownValue({ value: 512, max: 2_048, unit: 'bytes' })).toEqual({
    text: '25',
    unit: '%',
    share: 0.25,
    whole: '512 B of 2 KiB',
    tone: 'plain',
  })
  expect(shownValue({ value: 85, max: 100 })?.tone).toBe('warning')
  expect(shownValue({ value: 95, max: 100 })?.tone).toBe('unhealthy')
  expect(shownValue({ value: 150, min: 100, max: 200 })?.share).toBe(0.5)
})

test('its own color or status takes precedence over its share', () => {
  expect(shownValue({ value: 95, max: 100, color: 'green' })?.tone).toBe('plain')
  expect(shownValue({ value: 1, color: 'red' })?.tone).toBe('unhealthy')
  expect(shownValue({ text: 'slow', status: 'warning' })).toMatchObject({ text: 'slow', share: null, tone: 'warning' })
})

test('a missing value is null', () => {
  expect(shownValue({})).toBeNull()
  expect(shownValue({ text: '' })).toBeNull()
})
