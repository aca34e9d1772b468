import { expect, test } from 'vitest'
import { finishProperty } from './finish-property.ts'

test.each([
  [{ warning: 80, unhealthy: 90 }, 79, 'healthy'],
  [{ warning: 80, unhealthy: 90 }, 80, 'warning'],
  [{ warning: 80, unhealthy: 90 }, 90, 'unhealthy'],
  [{ warning: 20, unhealthy: 10 }, 21, 'healthy'],
  [{ warning: 20, unhealthy: 10 }, 20, 'warning'],
  [{ warning: 20, unhealthy: 10 }, 10, 'unhealthy'],
  [{ warning: 10, unhealthy: 10 }, 10, 'unhealthy'],
  [{ warning: 10, unhealthy: 10 }, 9, 'healthy'],
  [{ warning: 80 }, 100, 'warning'],
  [{ unhealthy: 80 }, 80, 'unhealthy'],
  [{ unhealthy: 80 }, 79, 'healthy'],
  [{}, 5, 'healthy'],
])('thresholds %j at %d are %s', (thresholds, value, status) => {
  expect(finishProperty({ name: 'load', value }, thresholds).status).toBe(status)
})

test.each([
  [8, 10, 'warning'],
  [7, 10, 'healthy'],
  [80, 0, 'warning'],
  ['8', '10', 'warning'],
])('with the value %j of %j, thresholds are percentages', (value, max, status) => {
  expect(finishProperty({ value, max }, { warning: 80, unhealthy: 90 }).status).toBe(status)
})

test('a stated status is not replaced by thresholds', () => {
  expect(finishProperty({ value: 99, status: 'warning' }, { unhealthy: 90 }).status).toBe('warning')
})

test('a value that is not a number becomes the text, without a status', () => {
  expect(finishProperty({ name: 'load', value: 'high' }, { unhealthy: 90 })).toEqual({ name: 'load', text: 'high' })
  expect(finishProperty({ name: 'load', value: ' ' }, undefined)).toEqual({ name: 'load', text: ' ' })
  expect(finishProperty({ name: 'load', value: 'high', text: 'given' }, undefined)).toEqual({
    name: 'load',
    text: 'given',
  })
})

test('numbers in texts are parsed, and zero is a value', () => {
  expect(finishProperty({ value: '0', min: '1e3', max: 5 }, undefined)).toEqual({ value: 0, min: 1_000, max: 5 })
})
