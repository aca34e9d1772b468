import { expect, test } from 'vitest'
import { Lateness } from './lateness.ts'

test('states the longest delay of the last minute', () => {
  let nowMs = 0
  const lateness = new Lateness(() => nowMs)
  expect(lateness.longestMs()).toBe(0)
  lateness.add(40)
  lateness.add(900)
  nowMs = 30_000
  lateness.add(20)
  expect(lateness.longestMs()).toBe(900)
  nowMs = 60_000
  expect(lateness.longestMs()).toBe(20)
  nowMs = 90_000
  expect(lateness.longestMs()).toBe(0)
})
