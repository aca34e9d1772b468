import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ConfirmDialog } from '#client/ui/feedback/confirm-dialog.tsx'
import { Modal } from './modal.tsx'

test('a modal of size full shrinks and expands again; one of another size cannot [UI-16]', () => {
  const { rerender } = render(
    <Modal title="Spec" size="full" onClose={() => undefined}>
      text
    </Modal>,
  )
  const dialog = screen.getByRole('dialog', { name: 'Spec' })
  const full = dialog.style.width
  fireEvent.click(screen.getByRole('button', { name: 'Shrink' }))
  expect(dialog.style.width).not.toBe(full)
  fireEvent.click(screen.getByRole('button', { name: 'Expand' }))
  expect(dialog.style.width).toBe(full)
  rerender(
    <Modal title="Spec" size="large" onClose={() => undefined}>
      text
    </Modal>,
  )
  expect(screen.queryByRole('button', { name: /Shrink|Expand/ })).toBeNull()
})

const resize = (width: number) =>
  act(() => {
    window.innerWidth = width
    window.dispatchEvent(new Event('resize'))
  })

test('a modal takes the width for its window and adapts when the window changes [UI-17]', () => {
  render(
    <Modal title="Spec" size="large" onClose={() => undefined}>
      text
    </Modal>,
  )
  const widths = [700, 768, 1_024, 1_280, 1_600].map((width) => {
    resize(width)
    return Number.parseInt(screen.getByRole('dialog').style.width, 10)
  })
  expect(new Set(widths).size).toBe(5)
  expect(widths).toEqual(widths.toSorted((a, b) => a - b))
})

test('Escape closes only the topmost modal, wherever the focus is', () => {
  const [onClose, onCloseAbove] = [vi.fn<() => void>(), vi.fn<() => void>()]
  const below = (
    <Modal title="Below" onClose={onClose}>
      <input aria-label="Name" />
    </Modal>
  )
  const above = (
    <Modal title="Above" onClose={onCloseAbove}>
      text
    </Modal>
  )
  const { rerender } = render(
    <>
      {below}
      {above}
    </>,
  )
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect([onClose, onCloseAbove].map(({ mock }) => mock.calls.length)).toEqual([0, 1])
  rerender(below)
  fireEvent.keyDown(document.body, { key: 'Escape' })
  fireEvent.keyDown(screen.getByLabelText('Name'), { key: 'Escape' })
  expect(onClose).toHaveBeenCalledTimes(2)
})

test('a modal focuses its first field, unless one has the focus already', async () => {
  const { unmount } = render(
    <Modal title="Acknowledge" onClose={() => undefined}>
      <input type="checkbox" aria-label="For everyone" />
      <textarea aria-label="Note" />
    </Modal>,
  )
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Note')))
  unmount()
  render(
    <Modal title="Acknowledge" onClose={() => undefined}>
      <input aria-label="Name" />
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the subject of this test */}
      <input aria-label="Reason" autoFocus />
    </Modal>,
  )
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Reason')))
})

test('a removed modal returns the focus to the element that opened it', async () => {
  const opener = <button type="button">Run</button>
  const { rerender } = render(<>{opener}</>)
  screen.getByRole('button', { name: 'Run' }).focus()
  rerender(
    <>
      {opener}
      <Modal title="Run playbook" onClose={() => undefined}>
        text
      </Modal>
    </>,
  )
  screen.getByRole('button', { name: 'Close' }).focus()
  rerender(<>{opener}</>)
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Run' })))
})

const askToDelete = (onConfirm: () => Promise<void>) => {
  const onClose = vi.fn<() => void>()
  render(
    <ConfirmDialog title="Delete canary?" confirmLabel="Delete canary" onConfirm={onConfirm} onClose={onClose}>
      Its checks stop as well.
    </ConfirmDialog>,
  )
  return onClose
}

test('a confirmation acts only on confirm, and closes on success [UI-01]', async () => {
  const onConfirm = vi.fn<() => Promise<void>>(() => Promise.resolve())
  const onClose = askToDelete(onConfirm)
  expect(screen.getByRole('dialog', { name: 'Delete canary?' }).textContent).toContain('Its checks stop as well.')
  expect(onConfirm).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Delete canary' }))
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(onConfirm).toHaveBeenCalledOnce()
})

test('a cancelled confirmation does nothing [UI-01]', async () => {
  const onConfirm = vi.fn<() => Promise<void>>(() => Promise.resolve())
  const onClose = askToDelete(onConfirm)
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(onConfirm).not.toHaveBeenCalled()
})

test('a failed confirmation stays open and shows the error', async () => {
  const onClose = askToDelete(() => Promise.reject(new Error('still in use by 3 teams')))
  fireEvent.click(screen.getByRole('button', { name: 'Delete canary' }))
  expect((await screen.findByRole('alert')).textContent).toContain('still in use by 3 teams')
  expect(onClose).not.toHaveBeenCalled()
})

test('a dialog without fields focuses the button that leaves it', async () => {
  const { unmount } = render(
    <ConfirmDialog
      title="Approve this run?"
      confirmLabel="Approve run"
      leaveLabel="Not now"
      onConfirm={() => Promise.resolve()}
      onClose={() => undefined}
    >
      It starts immediately.
    </ConfirmDialog>,
  )
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Not now' })))
  unmount()
  render(
    <Modal title="Shortcuts" onClose={() => undefined}>
      text
    </Modal>,
  )
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close' })))
})
