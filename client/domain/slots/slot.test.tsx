import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Slot, SlotsContext } from './slot.tsx'

const slot = <Slot name="linkToIncident" resource={{ kind: 'run', id: 'r1', name: 'Restart' }} />

test('a page shows the part of another feature with the values that it passes', () => {
  render(
    <SlotsContext value={{ linkToIncident: ({ resource }) => <button type="button">Link {resource.name}</button> }}>
      {slot}
    </SlotsContext>,
  )
  expect(screen.getByRole('button', { name: 'Link Restart' })).toBeTruthy()
})

test('a slot without a part shows nothing', () => {
  const { container } = render(slot)
  expect(container.innerHTML).toBe('')
})
