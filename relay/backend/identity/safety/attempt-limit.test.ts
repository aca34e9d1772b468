import { describe, expect, test } from 'vitest'
import { createAttemptLimit } from './attempt-limit.ts'

const rule = { free: 3, firstWaitMs: 1_000, longestWaitMs: 5_000, forgetAfterMs: 60_000 }

const onClock = (changes: Partial<typeof rule & { refillEveryMs: number }> = {}) => {
  let nowMs = 1_000_000
  const limit = createAttemptLimit({ ...rule, ...changes }, () => nowMs)
  return { limit, pass: (ms: number) => (nowMs += ms) }
}

describe('attempts', () => {
  test('are free at first, then wait twice as long each time, up to a limit', () => {
    const { limit, pass } = onClock()
    expect([limit.consume('a'), limit.consume('a'), limit.consume('a')]).toEqual([0, 0, 0])
    const waits: number[] = []
    for (let round = 0; round < 5; round += 1) {
      const wait = limit.consume('a')
      waits.push(wait)
      pass(wait)
      expect(limit.consume('a')).toBe(0)
    }
    expect(waits).toEqual([1_000, 2_000, 4_000, 5_000, 5_000])
  })

  test('that have to wait do not count', () => {
    const { limit, pass } = onClock()
    for (let tries = 0; tries < 50; tries += 1) limit.consume('a')
    pass(1_000)
    expect(limit.consume('a')).toBe(0)
  })

  test('are counted per key', () => {
    const { limit } = onClock()
    for (let tries = 0; tries < 5; tries += 1) limit.consume('a')
    expect([limit.consume('a') > 0, limit.consume('b')]).toEqual([true, 0])
  })

  test('are reset by inactivity or forgiveness, and can be given back one by one', () => {
    const { limit, pass } = onClock()
    for (let tries = 0; tries < 3; tries += 1) limit.consume('a')
    limit.giveBack('a')
    expect(limit.consume('a')).toBe(0)
    expect(limit.consume('a')).toBe(1_000)
    limit.forgive('a')
    expect(limit.consume('a')).toBe(0)
    for (let tries = 0; tries < 3; tries += 1) limit.consume('a')
    pass(60_001)
    expect([limit.consume('a'), limit.consume('a'), limit.consume('a')]).toEqual([0, 0, 0])
    limit.giveBack('unknown')
  })

  test('are refilled over time if the rule says so', () => {
    const { limit, pass } = onClock({ refillEveryMs: 500 })
    for (let tries = 0; tries < 200; tries += 1) {
      expect(limit.consume('a')).toBe(0)
      pass(500)
    }
  })

  test('are stored for at most 20,000 keys', () => {
    const { limit } = onClock()
    for (let key = 0; key < 20_050; key += 1) limit.consume(String(key))
    expect(limit.size()).toBe(20_000)
  })
})
