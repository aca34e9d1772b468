import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { RelayErrorBar } from './relay-error-bar.tsx'

test('shows each relay error with its start, and nothing without errors', () => {
  const { rerender } = render(<RelayErrorBar errors={[]} />)
  expect(screen.queryByRole('status')).toBeNull()
  const since = '2026-11-23T00:00:00.000Z'
  rerender(<RelayErrorBar errors={[{ part: 'disk', since, sentence: 'The disk of DATA_DIR is full.' }]} />)
  const note = screen.getByRole('status')
  expect(note.textContent).toContain('The disk of DATA_DIR is full.')
  expect(note.querySelector('time')?.dateTime).toBe(since)
})
