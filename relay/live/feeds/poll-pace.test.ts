import { expect, test } from 'vitest'
import { hintGapMs, pauseMs, urgentGapMs } from './poll-pace.ts'

const middle = 0.5

test('polls begin one interval apart while the source is quick', () => {
  expect(pauseMs({ everyMs: 5_000, tookMs: 100, failures: 0 }, middle)).toBeCloseTo(4_900)
})

test('a slow source rests for as long as it worked', () => {
  expect(pauseMs({ everyMs: 5_000, tookMs: 9_000, failures: 0 }, middle)).toBeCloseTo(9_000)
})

test('a failing source is asked less and less often, up to every 30 s', () => {
  const pauses = [1, 2, 3, 4, 9].map((failures) => pauseMs({ everyMs: 5_000, tookMs: 10, failures }, middle))
  expect(pauses).toEqual([5_000, 10_000, 20_000, 30_000, 30_000])
})

test('chance spreads the pauses, by a quarter at most', () => {
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

test('a source that reads only what is new may be asked for half of the time', () => {
  expect([hintGapMs(10, 50, 2_000), hintGapMs(100, 50, 2_000), hintGapMs(60_000, 50, 2_000)]).toEqual([50, 200, 2_000])
})

test('what is urgent costs half of the time, and nothing is while a feed is asked more slowly than usual', () => {
  expect([urgentGapMs(5, 250), urgentGapMs(60, 250), urgentGapMs(5, 5_000)]).toEqual([20, 120, 5_000])
})
