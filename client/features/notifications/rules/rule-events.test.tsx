import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { RuleEvents } from './rule-events.tsx'

const readName = (element: Element | null) => element?.getAttribute('aria-label')
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
const tabStops = () =>
  screen
    .getAllByRole('checkbox')
    .filter(({ tabIndex }) => tabIndex === 0)
    .map(readName)

test('the events are one Tab stop at the first chosen event, and arrow keys move between them', () => {
  const onChange = vi.fn<(events: readonly string[]) => void>()
  render(<RuleEvents chosen={['component.unhealthy']} error={undefined} disabled={false} onChange={onChange} />)
  expect(tabStops()).toEqual(['component.unhealthy'])
  screen.getByRole('checkbox', { name: 'component.unhealthy' }).focus()
  press('ArrowRight')
  expect(readName(document.activeElement)).toBe('component.warning')
  expect(tabStops()).toEqual(['component.warning'])
  fireEvent.click(document.activeElement ?? document.body)
  expect(onChange).toHaveBeenCalledWith(['component.unhealthy', 'component.warning'])
  press('Home')
  expect(readName(document.activeElement)).toBe('check.failed')
  press('ArrowUp')
  expect(readName(document.activeElement)).toBe('playbook.approval.inserted')
})
