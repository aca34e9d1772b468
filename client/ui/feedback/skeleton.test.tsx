import { act, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SkeletonRows } from './skeleton.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const after = (ms: number): void => act(() => void vi.advanceTimersByTime(ms))

test('shows nothing at first, then rows, then the waiting time', () => {
  const { container } = render(<SkeletonRows rows={3} />)
  after(100)
  expect(container.querySelectorAll('.skeleton-row').length).toBe(0)
  after(100)
  after(4_000)
  expect([container.querySelectorAll('.skeleton-row').length, container.textContent]).toEqual([3, ''])
  after(2_000)
  expect(container.textContent).toMatch(/^Still waiting for a response: [56]s$/)
  after(60_000)
  expect(container.textContent).toBe('Still waiting for a response: 1m')
  expect(container.querySelectorAll('.skeleton-row').length).toBe(3)
})
