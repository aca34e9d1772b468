import { expect, test } from 'vitest'
import { createLogLines } from '#client/features/playbooks/log/log-lines.ts'
import { findCauseLine, findFailureCause } from './failure-cause.ts'

test('the cause of a failed step is the last line of stderr that is not blank, as displayed', () => {
  expect(findFailureCause({ stderr: 'debug1: reading\n\u001B[31mConnection timed out\u001B[0m\n\n' })).toBe(
    'Connection timed out',
  )
  expect(findFailureCause({ stderr: '10 %\r20 %\rtoo slow' })).toBe('too slow')
})

test('a step without stderr has no cause of its own', () => {
  expect(findFailureCause({ stdout: 'one', stderr: ' \n' })).toBeNull()
  expect(findFailureCause({ code: 500 })).toBeNull()
  expect(findFailureCause(null)).toBeNull()
})

test('the cause links to its line', () => {
  const lines = createLogLines({ read: () => Promise.reject(new Error('nothing is read')) })
  expect(findCauseLine(lines)).toBeNull()
  lines.absorb(
    [
      [1, 2, 0, 'first'],
      [2, 2, 0, 'cause'],
      [3, 2, 0, ''],
      [4, 1, 0, 'exit'],
    ],
    4,
  )
  expect(findCauseLine(lines)).toBe(2)
})
