import { expect, test } from 'vitest'
import { HourWindow } from './hour-window.ts'

const minute = 60_000

test('counts and percentiles cover the last hour', () => {
  const window = new HourWindow()
  for (let index = 0; index < 120; index++) {
    window.add({ time: index * minute, pass: index % 10 !== 0, durationMs: index })
  }
  expect(window.figures()).toEqual({
    passed: 54,
    failed: 6,
    latency: { p50: 89, p95: 116, p99: 119, avg: 89.5 },
  })
})

test('keeps the last result when everything is older than an hour', () => {
  const window = new HourWindow()
  window.add({ time: 0, pass: true, durationMs: 10 })
  window.add({ time: minute, pass: false, durationMs: null })
  expect(window.prune(600 * minute)).toBe(true)
  expect(window.figures()).toEqual({ passed: 0, failed: 1, latency: null })
  expect(window.prune(601 * minute)).toBe(false)
})

test('stays small over a day of one result a second', () => {
  const window = new HourWindow()
  for (let second = 0; second < 86_400; second++) window.add({ time: second * 1_000, pass: true, durationMs: 1 })
  expect(window.figures().passed).toBe(3_600)
})

test('ignores a result that is older than the newest one', () => {
  const window = new HourWindow()
  window.add({ time: 2, pass: true, durationMs: 1 })
  window.add({ time: 1, pass: false, durationMs: 1 })
  expect(window.figures()).toEqual({ passed: 1, failed: 0, latency: { p50: 1, p95: 1, p99: 1, avg: 1 } })
})

test('counts only the samples of the last hour, however many came before', () => {
  const window = new HourWindow()
  const samples = Array.from({ length: 500 }, (_, index) => ({
    time: index * 17_000,
    pass: index % 7 !== 0,
    durationMs: index % 5 === 0 ? null : (index * 37) % 101,
  }))
  for (const [index, sample] of samples.entries()) {
    window.add(sample)
    const recent = samples.slice(0, index + 1).filter(({ time }) => time > sample.time - 60 * minute)
    const durations = recent.flatMap(({ durationMs }) => durationMs ?? []).toSorted((a, b) => a - b)
    const { passed, failed, latency } = window.figures()
    expect([passed, failed]).toEqual([
      recent.filter(({ pass }) => pass).length,
      recent.filter(({ pass }) => !pass).length,
    ])
    expect(latency?.p99).toBe(durations[Math.ceil(0.99 * durations.length) - 1])
  }
})
