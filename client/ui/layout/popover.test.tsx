import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Button } from '#client/ui/button.tsx'
import { Menu, MenuItem } from './menu.tsx'
import { Popover } from './popover.tsx'

test('opens on its button; Escape returns the focus, and choosing an entry closes it', async () => {
  const onChoose = vi.fn<() => void>()
  render(
    <Popover
      content={
        <Menu>
          <MenuItem text="Export CSV" onClick={onChoose} />
        </Menu>
      }
    >
      <Button>Export</Button>
    </Popover>,
  )
  const button = screen.getByRole('button', { name: 'Export', expanded: false })
  act(() => button.focus())
  fireEvent.click(button)
  const entry = await screen.findByRole('menuitem', { name: 'Export CSV' })
  expect(button.getAttribute('aria-expanded')).toBe('true')
  fireEvent.keyDown(entry, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull())
  expect(document.activeElement).toBe(button)

  fireEvent.click(button)
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Export CSV' }))
  expect(onChoose).toHaveBeenCalledTimes(1)
  await waitFor(() => expect(button.getAttribute('aria-expanded')).toBe('false'))
})

test('a menu opened by keyboard starts on its first item, moves by arrow keys and returns the focus', async () => {
  render(
    <Popover
      content={
        <Menu>
          <MenuItem text="Not now" disabled />
          <MenuItem text="Rename" />
          <MenuItem text="Remove" />
        </Menu>
      }
    >
      <Button>More</Button>
    </Popover>,
  )
  const button = screen.getByRole('button', { name: 'More' })
  act(() => button.focus())
  fireEvent.keyDown(button, { key: 'ArrowDown' })
  const rename = await screen.findByRole('menuitem', { name: 'Rename' })
  const remove = screen.getByRole('menuitem', { name: 'Remove' })
  await waitFor(() => expect(document.activeElement).toBe(rename))
  fireEvent.keyDown(rename, { key: 'ArrowDown' })
  expect(document.activeElement).toBe(remove)
  fireEvent.keyDown(remove, { key: 'ArrowDown' })
  expect(document.activeElement).toBe(rename)
  fireEvent.keyDown(rename, { key: 'ArrowUp' })
  expect(document.activeElement).toBe(remove)
  fireEvent.keyDown(remove, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull())
  expect(document.activeElement).toBe(button)
})

const silenceMenu = (items: readonly string[]) => (
  <Popover
    content={
      <Menu>
        {items.map((text) => (
          <MenuItem key={text} text={text} />
        ))}
      </Menu>
    }
  >
    <Button>Silence</Button>
  </Popover>
)

test('a menu whose items load after it opened starts on the first one', async () => {
  const { rerender } = render(silenceMenu([]))
  fireEvent.click(screen.getByRole('button', { name: 'Silence' }))
  await waitFor(() => expect(document.activeElement?.classList.contains('bp6-overlay-start-focus-trap')).toBe(true))
  rerender(silenceMenu(['For 1 hour', 'For 1 day']))
  const first = await screen.findByRole('menuitem', { name: 'For 1 hour' })
  await waitFor(() => expect(document.activeElement).toBe(first))
})

test('a disabled button shows its reason while focused', async () => {
  render(<Button disabledReason="Only its author can delete it.">Delete</Button>)
  fireEvent.focus(screen.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Only its author can delete it.')).toBeDefined()
  fireEvent.blur(screen.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(screen.queryByText('Only its author can delete it.')).toBeNull())
})
