import { expect, test } from 'vitest'
import { createServerClock } from './server-clock.ts'

test('a clock that has learned nothing takes both clocks for the same', () => {
  expect(createServerClock().toLocalMs(1_000)).toBe(1_000)
})

test('the server was asked halfway between question and answer', () => {
  const clock = createServerClock()
  clock.learn(600_050, 0, 100)
  expect(clock.toLocalMs(600_000)).toBe(0)
})

test('the quickest answer of a connection is believed', () => {
  const clock = createServerClock()
  clock.learn(5_010, 0, 20)
  clock.learn(9_000, 0, 400)
  expect(clock.toLocalMs(5_000)).toBe(0)
  clock.learn(7_005, 0, 10)
  expect(clock.toLocalMs(7_000)).toBe(0)
})

test('after a new connection any answer is believed again', () => {
  const clock = createServerClock()
  clock.learn(5_010, 0, 20)
  clock.forget()
  clock.learn(9_200, 0, 400)
  expect(clock.toLocalMs(9_000)).toBe(0)
})

test('an answer that came before its question, because the clock was set meanwhile, is not believed', () => {
  const clock = createServerClock()
  clock.learn(5_000, 1_000, 0)
  expect(clock.toLocalMs(1_000)).toBe(1_000)
})
