import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFloodGate, type Held } from './flood-gate.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const gateOf = () => {
  const held: [string, Held<string>][] = []
  const gate = createFloodGate<string>({ most: 2, windowMs: 1_000, namedMost: 2, onHeld: (...each) => held.push(each) })
  return { gate, held }
}

test('so many pass, the others are told of once at the end of the time, and then it begins anew', () => {
  const { gate, held } = gateOf()
  expect(['a', 'b', 'c', 'd', 'e'].map((each) => gate.admit('rule', each))).toEqual([true, true, false, false, false])
  expect(gate.admit('other', 'a')).toBe(true)
  expect(held).toEqual([])
  vi.advanceTimersByTime(1_000)
  expect(held).toEqual([['rule', { count: 3, subjects: ['c', 'd'] }]])
  expect(gate.admit('rule', 'f')).toBe(true)
  vi.advanceTimersByTime(5_000)
  expect(held).toHaveLength(1)
})

test('when it stops, nothing that was held back is forgotten', () => {
  const { gate, held } = gateOf()
  for (const each of ['a', 'b', 'c']) gate.admit('rule', each)
  gate.stop()
  expect(held).toEqual([['rule', { count: 1, subjects: ['c'] }]])
  vi.advanceTimersByTime(5_000)
  expect(held).toHaveLength(1)
})
