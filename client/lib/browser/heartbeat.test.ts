import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createHeartbeat } from './heartbeat.ts'

const startMs = Date.UTC(2026, 0, 1)

beforeEach(() => {
  vi.useFakeTimers({ now: startMs })
})
afterEach(() => {
  vi.useRealTimers()
})

const begin = () => {
  const tab = { visible: true }
  const onBeat = vi.fn<() => void>()
  const onGap = vi.fn<(fromMs: number) => void>()
  const heart = createHeartbeat({ now: Date.now, isVisible: () => tab.visible, onBeat, onGap })
  const gaps = () => onGap.mock.calls.map(([fromMs]) => fromMs - startMs)
  return { tab, heart, onBeat, gaps }
}

test('a running tab beats once a second and reports no gap', () => {
  const { heart, onBeat, gaps } = begin()
  vi.advanceTimersByTime(60_000)
  expect([onBeat.mock.calls.length, gaps()]).toEqual([60, []])
  heart.stop()
  vi.advanceTimersByTime(60_000)
  expect(onBeat.mock.calls.length).toBe(60)
})

test('a tab that slept reports the start of its gap once', () => {
  const { gaps } = begin()
  vi.advanceTimersByTime(10_000)
  vi.setSystemTime(startMs + 600_000)
  vi.advanceTimersByTime(3_000)
  expect(gaps()).toEqual([10_000])
})

test.each([600_000, -600_000])('detects a clock that is set by %i ms while the tab runs', (byMs) => {
  const { gaps } = begin()
  vi.advanceTimersByTime(10_000)
  vi.setSystemTime(startMs + 10_000 + byMs)
  vi.advanceTimersByTime(5_000)
  expect(gaps()).toEqual([10_000])
})

test('a hidden tab may beat once a minute; a longer freeze is reported on return', () => {
  const { tab, heart, gaps } = begin()
  tab.visible = false
  heart.look()
  vi.setSystemTime(startMs + 60_000)
  heart.look()
  expect(gaps()).toEqual([])
  vi.setSystemTime(startMs + 160_000)
  tab.visible = true
  heart.look()
  expect(gaps()).toEqual([60_000])
})

test('incoming messages show that a hidden tab runs', () => {
  const { tab, heart, gaps } = begin()
  tab.visible = false
  heart.look()
  for (let second = 1; second <= 20; second++) {
    vi.setSystemTime(startMs + second * 25_000)
    heart.alive()
  }
  tab.visible = true
  heart.look()
  expect(gaps()).toEqual([])
})
