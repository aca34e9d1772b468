import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Button } from './button.tsx'

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
