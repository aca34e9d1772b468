import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { MomentDialog } from './moment-dialog.tsx'
import type { OfferedMoment } from './moment-picker.tsx'

const names = () => screen.getAllByRole('button').map((button) => button.textContent)
const dialog = (offered: readonly OfferedMoment[]) => (
  <MomentDialog label="Go to this time" offered={offered} onChoose={() => undefined} />
)

afterEach(() => vi.useRealTimers())

test('a time that arrives while the dialog is open does not move the others', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { rerender } = render(dialog([]))
  const before = names()
  rerender(dialog([{ name: 'Before the last change', text: '2026-03-24T03:00:00.000Z' }]))
  expect(names().slice(0, before.length)).toEqual(before)
  expect(names().at(-1)).toContain('Before the last change')
})

test('Tab right after an invalid time keeps its focus', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  render(dialog([]))
  act(() => void vi.runAllTimers())
  const field = screen.getByRole('textbox', { name: 'Time' })
  fireEvent.change(field, { target: { value: '2999-01-01' } })
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Go to this time' })))
  expect(screen.getByText(/^The time is in the future\./)).toBeTruthy()
  expect(document.activeElement).toBe(field)
  const next = screen.getByRole('button', { name: /^1 hour ago/ })
  act(() => next.focus())
  act(() => void vi.runAllTimers())
  expect(document.activeElement).toBe(next)
})
