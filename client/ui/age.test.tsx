import { act, render, screen } from '@testing-library/react'
import { Profiler, type ProfilerOnRenderCallback } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Age } from './age.tsx'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-30T12:00:00Z') })
})

afterEach(() => {
  vi.useRealTimers()
})

test('an age is drawn again only when its text changes', () => {
  const onRender = vi.fn<ProfilerOnRenderCallback>()
  render(
    <Profiler id="age" onRender={onRender}>
      <Age at="2026-11-30T11:55:00Z" />
    </Profiler>,
  )
  expect(screen.getByRole('time').textContent).toBe('5m')
  act(() => {
    vi.advanceTimersByTime(50_000)
  })
  expect(onRender).toHaveBeenCalledTimes(1)
  act(() => {
    vi.advanceTimersByTime(10_000)
  })
  expect(screen.getByRole('time').textContent).toBe('6m')
  expect(onRender).toHaveBeenCalledTimes(2)
})
