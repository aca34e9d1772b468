import { expect, test } from 'vitest'
import { createWaitingLines } from './waiting-lines.ts'

const line = (message: string) => ({ timestamp: '2026-11-20T10:00:00.000Z', message, labels: {} })

test('returns waiting lines once, in order', () => {
  const waiting = createWaitingLines()
  expect(waiting.isEmpty()).toBe(true)
  waiting.add([line('a'), line('b')])
  waiting.add([line('c')])
  expect(waiting.isEmpty()).toBe(false)
  expect(waiting.take()).toEqual({ lines: [line('a'), line('b'), line('c')], isCut: false })
  expect(waiting.take()).toEqual({ lines: [], isCut: false })
})

test('retains the newest lines over the limit and reports that some were dropped', () => {
  const waiting = createWaitingLines()
  waiting.add(Array.from({ length: 6_000 }, (_, index) => line(String(index))))
  const { lines, isCut } = waiting.take()
  expect([lines.length, lines[0]?.message, isCut]).toEqual([5_000, '1000', true])
  expect(waiting.take().isCut).toBe(false)
})

test('bounds the memory for few very long lines', () => {
  const waiting = createWaitingLines()
  for (let round = 0; round < 100; round += 1)
    waiting.add(Array.from({ length: 10 }, (_, index) => line(`${round} ${index} ${'x'.repeat(60_000)}`)))
  const { lines, isCut } = waiting.take()
  expect(isCut).toBe(true)
  expect(lines.length).toBeLessThan(70)
  expect(lines.at(-1)?.message).toMatch(/^99 9 /)
})
