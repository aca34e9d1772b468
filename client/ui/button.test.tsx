import { fireEvent, render, screen } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { watchFocus } from '#client/lib/browser/keep-focus.ts'
import { Button } from './button.tsx'

beforeAll(watchFocus)

test('Enter and Space click it only when they were pressed on it, not when they are only released', () => {
  const onClick = vi.fn<() => void>()
  render(<Button onClick={onClick}>Open</Button>)
  const button = screen.getByRole('button', { name: 'Open' })
  fireEvent.keyDown(button, { key: 'Enter', repeat: true })
  fireEvent.keyUp(button, { key: 'Enter' })
  expect(onClick).not.toHaveBeenCalled()
  for (const key of ['Enter', ' ']) {
    fireEvent.keyDown(button, { key })
    fireEvent.keyUp(button, { key })
  }
  expect(onClick).toHaveBeenCalledTimes(2)
  fireEvent.keyDown(button, { key: 'Enter' })
  fireEvent.blur(button)
  fireEvent.keyUp(button, { key: 'Enter' })
  expect(onClick).toHaveBeenCalledTimes(2)
})

const parts = (isWaiting: boolean) => (
  <main>
    <section aria-label="Run">
      <p>{isWaiting ? <Button>Approve</Button> : 'approved'}</p>
      <Button>Open</Button>
    </section>
  </main>
)

test('the focus of a removed button stays near it', () => {
  const { rerender } = render(parts(true))
  screen.getByRole('button', { name: 'Approve' }).focus()
  rerender(parts(false))
  expect(document.activeElement).toBe(screen.getByText('approved'))
  screen.getByRole('button', { name: 'Open' }).focus()
  expect(screen.getByText('approved').hasAttribute('tabindex')).toBe(false)
})

test('a removed button without the focus moves none', () => {
  const { rerender } = render(parts(true))
  screen.getByRole('button', { name: 'Open' }).focus()
  rerender(parts(false))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' }))
})

test('a button that was busy has the focus again', () => {
  const { rerender } = render(<Button>Mitigate</Button>)
  const button = screen.getByRole('button')
  button.focus()
  rerender(<Button busy>Mitigate</Button>)
  // Browsers take the focus from a disabled element; jsdom does not.
  button.removeAttribute('disabled')
  button.blur()
  expect(document.activeElement).toBe(document.body)
  rerender(<Button>Resolve</Button>)
  expect(document.activeElement).toBe(button)
})

const beside = (busy: boolean) => (
  <>
    <Button busy={busy}>Mitigate</Button>
    <Button>Open</Button>
  </>
)

test('a button that was busy leaves the focus where it is now', () => {
  const { rerender } = render(beside(false))
  screen.getByRole('button', { name: 'Mitigate' }).focus()
  rerender(beside(true))
  screen.getByRole('button', { name: 'Open' }).focus()
  rerender(beside(false))
  expect(document.activeElement?.textContent).toBe('Open')
})
