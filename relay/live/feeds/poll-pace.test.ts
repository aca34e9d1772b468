import { expect, test } from 'vitest'
import { hintGapMs, pauseMs, urgentGapMs } from './poll-pace.ts'

const middle = 0.5

test('starts polls one interval apart while the source is fast', () => {
  expect(pauseMs({ everyMs: 5_000, tookMs: 100, failures: 0 }, middle)).toBeCloseTo(4_900)
})

test('pauses for a slow source as long as its poll took', () => {
  expect(pauseMs({ everyMs: 5_000, tookMs: 9_000, failures: 0 }, middle)).toBeCloseTo(9_000)
})

test('backs off for a failing source up to 30 s', () => {
  const pauses = [1, 2, 3, 4, 9].map((failures) => pauseMs({ everyMs: 5_000, tookMs: 10, failures }, middle))
  expect(pauses).toEqual([5_000, 10_000, 20_000, 30_000, 30_000])
})

test('spreads the pauses at random, by at most a quarter', () => {
  expect(pauseMs({ everyMs: 4_000, tookMs: 0, failures: 1 }, 0)).toBe(3_000)
  expect(pauseMs({ everyMs: 4_000, tookMs: 0, failures: 1 }, 1)).toBe(5_000)
})

test.each([
  { tookMs: 10, gapMs: 250 },
  { tookMs: 200, gapMs: 1_000 },
  { tookMs: 60_000, gapMs: 5_000 },
])('after a poll of $tookMs ms hints wait $gapMs ms', ({ tookMs, gapMs }) => {
  expect(hintGapMs(tookMs, 250, 5_000)).toBe(gapMs)
})

test('allows an incremental source half of the time', () => {
  expect([hintGapMs(10, 50, 2_000), hintGapMs(100, 50, 2_000), hintGapMs(60_000, 50, 2_000)]).toEqual([50, 200, 2_000])
})

test('limits urgent hints to half of the time, and treats none as urgent on an unwatched feed', () => {
  expect([urgentGapMs(5, 250), urgentGapMs(60, 250), urgentGapMs(5, 5_000)]).toEqual([20, 120, 5_000])
})
