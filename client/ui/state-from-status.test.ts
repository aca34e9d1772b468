import { expect, test } from 'vitest'
import { stateFromStatus } from './state-from-status.ts'

test.each(['degraded', 'missing', 'unhealthy', 'Unhealthy'])('%s is red [UI-05]', (status) => {
  expect(stateFromStatus(status)).toBe('unhealthy')
})

test('a status reported as not good is red, regardless of its text [UI-05]', () => {
  expect([stateFromStatus('healthy', false), stateFromStatus('suspended', false)]).toEqual(['unhealthy', 'unhealthy'])
})

test.each(['unknown', 'suspended'])('%s is grey [UI-06]', (status) => {
  expect(stateFromStatus(status)).toBe('unknown')
})

test.each(['warning', 'warn', 'mixed'])('%s is orange [UI-07]', (status) => {
  expect(stateFromStatus(status)).toBe('warning')
})

test.each(['healthy', 'Running', 'Progressing', 'anything else'])('%s is green [UI-08]', (status) => {
  expect(stateFromStatus(status)).toBe('healthy')
})

test.each([null, undefined, ''])('a missing status (%j) is grey, never green', (status) => {
  expect(stateFromStatus(status)).toBe('unknown')
})
