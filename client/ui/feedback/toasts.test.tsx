import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { showToast, toastDurationMs, useToasts } from './toast-store.ts'
import { Toasts } from './toasts.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  useToasts.setState({ toasts: [] })
})
afterEach(() => vi.useRealTimers())

const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })

const shown = () => screen.queryAllByRole('status').map((toast) => toast.dataset['kind'])

test('there are success, error and loading toasts, and an error is announced at once [UI-12]', () => {
  render(<Toasts />)
  act(() => {
    showToast('success', 'Permission added')
    showToast('loading', 'Linking..')
    showToast('error', 'Network Error. Please try again.')
  })
  expect(shown()).toEqual(['success', 'loading'])
  expect(screen.getAllByRole('listitem')).toHaveLength(3)
  expect(screen.getByRole('alert').textContent).toBe('Network Error. Please try again.')
})

test('a toast lasts 5000 ms [UI-13]', () => {
  render(<Toasts />)
  act(() => void showToast('success', 'Permission added'))
  pass(4_999)
  expect(shown()).toEqual(['success'])
  pass(1)
  expect([toastDurationMs, shown()]).toEqual([5_000, []])
})

test('a toast stays while the pointer is on it', () => {
  render(<Toasts />)
  act(() => void showToast('success', 'Permission added'))
  fireEvent.pointerEnter(screen.getByRole('status'))
  pass(60_000)
  expect(shown()).toEqual(['success'])
  fireEvent.pointerLeave(screen.getByRole('status'))
  pass(5_000)
  expect(shown()).toEqual([])
})

test('a dismissed toast disappears [UI-14]', () => {
  render(<Toasts />)
  act(() => void showToast('error', 'Network Error. Please try again.'))
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the same message shows once, and a result replaces its loading message', () => {
  render(<Toasts />)
  act(() => {
    showToast('error', 'Network Error. Please try again.')
    showToast('error', 'Network Error. Please try again.')
  })
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  act(() => {
    const loading = showToast('loading', 'Linking..')
    showToast('success', 'Linked', { replacing: loading })
  })
  expect(shown()).toEqual(['success'])
})
