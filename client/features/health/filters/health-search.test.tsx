import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HealthSearch } from './health-filters.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  window.history.replaceState(null, '', '/health')
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const type = (text: string) => fireEvent.change(screen.getByRole('searchbox'), { target: { value: text } })
const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })

test('typing filters once it has paused for 400 ms [HEALTH-12]', () => {
  render(<HealthSearch search="" />)
  type('va')
  pass(399)
  type('vault')
  pass(399)
  expect(window.location.search).toBe('')
  pass(1)
  expect(window.location.search).toBe('?query=vault')
})
