import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPacer } from './pacer.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setImmediate'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('runs the first slice at once and the rest in order, one slice per turn', () => {
  let nowMs = 0
  const done: number[] = []
  const pacer = createPacer(8, () => nowMs)
  for (let n = 0; n < 7; n += 1) {
    pacer.run(() => {
      done.push(n)
      nowMs += 4
    })
  }
  const turns = [[...done]]
  while (vi.getTimerCount() > 0) {
    vi.advanceTimersToNextTimer()
    turns.push([...done])
  }
  expect(turns.slice(0, 4)).toEqual([
    [0, 1],
    [0, 1, 2, 3],
    [0, 1, 2, 3, 4, 5],
    [0, 1, 2, 3, 4, 5, 6],
  ])
  expect(pacer.waiting()).toBe(0)
})
