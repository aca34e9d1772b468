import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { stubNavigator } from '#client/testing/stub-navigator.ts'
import { Avatar } from './avatar.tsx'
import { Badge } from './badge.tsx'
import { CopyButton } from './copy-button.tsx'
import { ErrorPanel } from './feedback/error-panel.tsx'
import { ProgressBar } from './feedback/progress-bar.tsx'
import { LogText } from './log-text.tsx'
import { TagList } from './tag-list.tsx'
import { useToasts } from './feedback/toast-store.ts'
import { TriState } from './form/tri-state.tsx'

test('an avatar shows a picture of our own, or initials [UI-02]', () => {
  const person = { id: '1', name: 'Mara Lindqvist', email: 'mara@northwind.example', avatar: null }
  render(
    <>
      <Avatar person={person} />
      <Avatar person={{ ...person, id: '2', name: 'Aroha Ngata', avatar: '/pictures/1.png' }} />
      <Avatar person={{ ...person, id: '3', name: 'Tomás Fié', avatar: 'https://tracker.example/1.png' }} />
      <Avatar person={{ ...person, name: '' }} />
    </>,
  )
  expect(screen.getByText('ML').title).toBe('Mara Lindqvist')
  expect(screen.getAllByRole('img').map((img) => img.getAttribute('src'))).toEqual(['/pictures/1.png'])
  expect(screen.getByText('TF').title).toBe('Tomás Fié')
  expect(screen.getByText('MN').title).toBe('mara@northwind.example')
})

test('a badge shows a count up to 99 with a label, and nothing at zero [UI-03]', () => {
  const { container, rerender } = render(<Badge count={3} label="notifications" />)
  expect(container.textContent).toBe('33 notifications')
  rerender(<Badge count={100} label="notifications" />)
  expect(container.textContent).toBe('99+100 notifications')
  rerender(<Badge count={0} label="notifications" />)
  expect(container.textContent).toBe('')
})

test.each([
  [1, 5, 'ok', '[UI-50]'],
  [75, 75, 'ok', '[UI-51]'],
  [75.1, 75.1, 'warn', '[UI-51]'],
  [90, 90, 'warn', '[UI-51]'],
  [90.1, 90.1, 'bad', '[UI-51]'],
])('a progress of %d is drawn as %d, %s %s', (percent, value, tone) => {
  render(<ProgressBar percent={percent} label="disk" />)
  const bar = screen.getByRole('progressbar', { name: 'disk' })
  expect([bar.getAttribute('value'), bar.dataset['tone']]).toEqual([String(value), tone])
})

test('a filter value cycles from neutral to include to exclude [UI-44]', () => {
  const onChange = vi.fn<(state: number) => void>()
  const { rerender } = render(<TriState value="staging" state={0} onChange={onChange} />)
  for (const state of [1, -1, 0] as const) {
    fireEvent.click(screen.getByRole('button', { name: /staging/ }))
    expect(onChange).toHaveBeenLastCalledWith(state)
    rerender(<TriState value="staging" state={state} onChange={onChange} />)
  }
  expect(screen.getByRole('button').textContent).toBe('stagingnot filtered')
})

test('the key of the current state resets it to neutral [UI-45]', () => {
  const onChange = vi.fn<(state: number) => void>()
  const { rerender } = render(<TriState value="staging" state={1} onChange={onChange} />)
  fireEvent.keyDown(screen.getByRole('button'), { key: 'Enter' })
  expect(onChange).toHaveBeenLastCalledWith(0)
  rerender(<TriState value="staging" state={-1} onChange={onChange} />)
  fireEvent.keyDown(screen.getByRole('button'), { key: 'Enter', shiftKey: true })
  expect(onChange).toHaveBeenLastCalledWith(0)
})

test('tags fold after a few; account, namespace and name come first', () => {
  render(<TagList max={2} tags={{ zone: 'a', name: 'authorize', account: 'northwind' }} />)
  expect(screen.queryByText('a')).toBeNull()
  expect(screen.getAllByTitle(/./).map((tag) => tag.title)).toEqual(['account northwind', 'name authorize'])
  fireEvent.click(screen.getByRole('button', { name: '1 more' }))
  expect(screen.getByTitle('zone a')).toBeDefined()
})

const copied = async (clipboard: unknown) => {
  useToasts.setState({ toasts: [] })
  stubNavigator({ clipboard })
  render(<CopyButton text="kubectl get canaries">Copy</CopyButton>)
  fireEvent.click(screen.getByRole('button', { name: 'Copy' }))
  await vi.waitFor(() => expect(useToasts.getState().toasts).toHaveLength(1))
  return useToasts.getState().toasts.map(({ kind, message }) => [kind, message])
}

test('copying puts the text on the clipboard and confirms it [UI-11,ERR-32]', async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve())
  expect(await copied({ writeText })).toEqual([['success', 'Copied to clipboard']])
  expect(writeText.mock.calls).toEqual([['kubectl get canaries']])
})

test('reports a missing clipboard [ERR-30]', async () => {
  expect(await copied(undefined)).toEqual([['error', 'Clipboard not available']])
})

test('reports a failed copy [ERR-31]', async () => {
  expect(await copied({ writeText: () => Promise.reject(new Error('denied')) })).toEqual([
    ['error', 'Failed to copy to clipboard'],
  ])
})

test('an access denial shows the missing permission and links to the explanation; other failures do not', () => {
  const lacks = { action: 'read', object: 'connection' }
  const { rerender } = render(<ErrorPanel error={Object.assign(new Error('Access Denied'), { lacks })} />)
  expect(screen.getByText(/^Requires/).textContent).toBe('Requires read on connection. Explain access')
  expect(screen.getByRole('link', { name: 'Explain access' }).getAttribute('href')).toBe(
    '/settings/permissions?why=1&do=read&on=connection',
  )
  rerender(<ErrorPanel error={new Error('Access Denied')} />)
  expect(screen.queryByRole('link')).toBeNull()
})

test('an address in the text of a log is a link, and plain text inside something to press', () => {
  const text = 'console at http://127.0.0.1:4600'
  const { container, rerender } = render(<LogText text={text} searchText="" />)
  expect(screen.getByRole('link').getAttribute('href')).toBe('http://127.0.0.1:4600')
  rerender(<LogText text={text} searchText="" links={false} />)
  expect(screen.queryByRole('link')).toBeNull()
  expect(container.textContent).toBe(text)
})

test('a failure that is retried says so', () => {
  const down = Object.assign(new Error('The backend is unreachable.'), { isOutage: true })
  const { rerender } = render(<ErrorPanel error={down} onRetry={() => undefined} />)
  expect(screen.getByText('Retrying automatically.')).toBeDefined()
  rerender(<ErrorPanel error={new Error('no such canary')} onRetry={() => undefined} />)
  expect(screen.queryByText('Retrying automatically.')).toBeNull()
})
