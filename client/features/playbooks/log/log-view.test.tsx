import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { LogLine } from '#shared/playbooks/log-line.ts'
import { setPreferences } from '#client/lib/browser/preferences.ts'
import { createLogLines } from './log-lines.ts'
import { LogView } from './log-view.tsx'
import { textLines } from './text-lines.ts'

/** A viewport of 800 by 400 px on blocks of 1,000 px: jsdom has no layout. */
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(1_000)
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(800)
  Object.assign(Element.prototype, { scrollIntoView: () => undefined })
})
afterEach(() => {
  vi.restoreAllMocks()
  Reflect.deleteProperty(Element.prototype, 'scrollIntoView')
})

const text = (count: number) => Array.from({ length: count }, (_, i) => `line ${i + 1} of the run\n`).join('')
const show = (content: string, linkable = true) =>
  render(
    <LogView
      lines={textLines(content)}
      head={null}
      isGrowing={false}
      startsAtEnd={false}
      empty="No output"
      linkable={linkable}
    />,
  )
const drawn = () => document.querySelectorAll('.log-line').length

test('renders only the visible lines of a hundred thousand, with their numbers', async () => {
  show(text(100_000))
  await screen.findByText('line 1 of the run')
  expect(drawn()).toBeLessThanOrEqual(150)
  expect(screen.getByText('100,000 lines, complete')).not.toBeNull()
  expect(screen.getByRole('link', { name: 'Copy link to line 7' }).getAttribute('href')).toBe('#L7')
})

test('clicking a number links to the line, and Shift-clicking another links to the range', async () => {
  show(text(20))
  await screen.findByText('line 3 of the run')
  fireEvent.click(screen.getByRole('link', { name: 'Copy link to line 3' }))
  expect(window.location.hash).toBe('#L3')
  fireEvent.click(screen.getByRole('link', { name: 'Copy link to line 6' }), { shiftKey: true })
  expect(window.location.hash).toBe('#L3-6')
  expect([...document.querySelectorAll('[data-linked]')].map((line) => line.getAttribute('data-no'))).toEqual([
    '3',
    '4',
    '5',
    '6',
  ])
})

test('searches all lines, rendered or not, and marks the matches', async () => {
  show(text(60_000))
  await screen.findByText('line 1 of the run')
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search the whole log' }), { target: { value: 'LINE 5999' } })
  await waitFor(() => expect(screen.getByText('1 of 11')).not.toBeNull(), { timeout: 5_000 })
  fireEvent.click(screen.getByRole('button', { name: 'Next match' }))
  expect(screen.getByText('2 of 11')).not.toBeNull()
})

test('shows an empty state for a log without lines', () => {
  show('')
  expect(screen.getByText('No output')).not.toBeNull()
})

const line = (no: number): LogLine => [no, no === 1_000 ? 2 : 1, Date.UTC(2026, 0, 1, 8, 2, 3, no), `line ${no}`]
const some = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => line(from + i))
const thousandth = () => screen.getByText('line 1000').parentElement?.textContent

test('while following, new lines appear in the same render, without scrolling in between', async () => {
  const lines = createLogLines({ read: () => Promise.reject(new Error('nothing is read')) })
  lines.absorb(some(1, 3), 3)
  render(<LogView lines={lines} head={null} isGrowing startsAtEnd empty="" />)
  await screen.findByText('line 3')
  act(() => lines.absorb(some(4, 1_000), 1_000))
  expect(thousandth()).toMatch(/^1000\d\d:02:04\.000errline 1000$/)
  expect(screen.queryByText('line 900')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Show times' }))
  expect(thousandth()).toBe('1000errline 1000')
  fireEvent.click(screen.getByRole('button', { name: 'Show times' }))
})

test('its keys can be switched off with the single-letter shortcuts', async () => {
  show(text(20))
  const search = await screen.findByRole('searchbox', { name: 'Search the whole log' })
  onTestFinished(() => void setPreferences({ singleLetterShortcuts: true }))
  act(() => void setPreferences({ singleLetterShortcuts: false }))
  fireEvent.keyDown(document.body, { key: '/' })
  expect(document.activeElement).not.toBe(search)
  act(() => void setPreferences({ singleLetterShortcuts: true }))
  fireEvent.keyDown(document.body, { key: '/' })
  expect(document.activeElement).toBe(search)
})
