import { expect, test } from 'vitest'
import { createServerClock } from './server-clock.ts'

test('without a sample both clocks are assumed to be equal', () => {
  expect(createServerClock().toLocalMs(1_000)).toBe(1_000)
})

test('the server time is assumed halfway between request and response', () => {
  const clock = createServerClock()
  clock.learn(600_050, 0, 100)
  expect(clock.toLocalMs(600_000)).toBe(0)
})

test('uses the fastest response of a connection', () => {
  const clock = createServerClock()
  clock.learn(5_010, 0, 20)
  clock.learn(9_000, 0, 400)
  expect(clock.toLocalMs(5_000)).toBe(0)
  clock.learn(7_005, 0, 10)
  expect(clock.toLocalMs(7_000)).toBe(0)
})

test('a new connection accepts any response again', () => {
  const clock = createServerClock()
  clock.learn(5_010, 0, 20)
  clock.forget()
  clock.learn(9_200, 0, 400)
  expect(clock.toLocalMs(9_000)).toBe(0)
})

test('ignores a response that arrived before its request because the clock was set', () => {
  const clock = createServerClock()
  clock.learn(5_000, 1_000, 0)
  expect(clock.toLocalMs(1_000)).toBe(1_000)
})
