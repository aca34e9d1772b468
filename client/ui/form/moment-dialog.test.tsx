import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { MomentDialog } from './moment-dialog.tsx'
import type { OfferedMoment } from './moment-picker.tsx'

const names = () => screen.getAllByRole('button').map((button) => button.textContent)
const dialog = (offered: readonly OfferedMoment[]) => (
  <MomentDialog label="Look at this time" offered={offered} onChoose={() => undefined} />
)

test('a moment that arrives while the dialog is open moves none of those that are read', () => {
  const { rerender } = render(dialog([]))
  const before = names()
  rerender(dialog([{ name: 'Before the last change', text: '2026-03-24T03:00:00.000Z' }]))
  expect(names().slice(0, before.length)).toEqual(before)
  expect(names().at(-1)).toContain('Before the last change')
})
