import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { defaultTimeRange, type TimeRange } from '#shared/time-range/time-range.ts'
import { setPreferences } from '#client/lib/browser/preferences.ts'
import { rememberRange, useRecentRanges } from '#client/lib/time/recent-ranges.ts'
import { TimeRangePicker } from './time-range-picker.tsx'

beforeEach(() => {
  setPreferences({ timeZone: 'UTC' })
  useRecentRanges.setState({ ranges: [] })
})

const pick = (props: Partial<React.ComponentProps<typeof TimeRangePicker>> = {}) => {
  const onChange = vi.fn<(range: TimeRange) => void>()
  render(<TimeRangePicker range={defaultTimeRange} onChange={onChange} {...props} />)
  fireEvent.click(screen.getByRole('button', { name: /^Time range/ }))
  return onChange
}

const opened = async (props: Parameters<typeof pick>[0] = {}) => {
  const onChange = pick(props)
  await screen.findByLabelText('From')
  return onChange
}

const type = (label: 'From' | 'To', value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Submit' })

const readDescription = (label: 'From' | 'To') => {
  const id = screen.getByLabelText(label).getAttribute('aria-describedby') ?? ''
  return document.getElementById(id)?.textContent
}

const listChoices = (title: string) => {
  const section = screen.getByRole('heading', { name: title }).closest('section')
  if (section === null) throw new Error(`no section ${title}`)
  return within(section)
    .getAllByRole('button')
    .map((button) => button.textContent)
}

test('the default range is the last hour [UI-20]', () => {
  pick()
  expect(screen.getByRole('button', { name: 'Time range: Last 1h' })).toBeDefined()
})

test('it offers sixteen lengths and fourteen parts of the calendar [UI-31,UI-33]', async () => {
  await opened()
  expect(listChoices('Relative')).toEqual('5m,15m,30m,1h,3h,6h,12h,24h,2d,7d,30d,90d,6 months,1y,2y,5y'.split(','))
  expect(listChoices('Mapped')).toHaveLength(14)
})

test('into the future it offers the same lengths and Indefinitely [UI-32]', async () => {
  await opened({ future: true })
  expect(listChoices('Relative')).toEqual(
    '5m,15m,30m,1h,3h,6h,12h,24h,2d,7d,30d,90d,6 months,1y,2y,5y,Indefinitely'.split(','),
  )
})

test('Submit waits for both From and To, and passes the times that they mean [UI-26]', async () => {
  setPreferences({ timeZone: 'Europe/Berlin' })
  const onChange = await opened()
  expect(submit().disabled).toBe(true)
  type('From', '2026-11-21 06:30')
  expect(submit().disabled).toBe(true)
  type('To', '21 Nov 2026 7:30')
  expect(submit().disabled).toBe(false)
  expect([readDescription('From'), readDescription('To')]).toEqual([
    'Sat 21 Nov 2026, 06:30, Europe/Berlin',
    'Sat 21 Nov 2026, 07:30, Europe/Berlin',
  ])
  fireEvent.click(submit())
  await waitFor(() => expect(onChange).toHaveBeenCalledTimes(1))
  expect(onChange).toHaveBeenCalledWith({
    type: 'absolute',
    display: '21 Nov 2026 06:30 to 07:30',
    from: '2026-11-21T05:30:00.000Z',
    to: '2026-11-21T06:30:00.000Z',
  })
})

test('a range that ends now and is relative to it stays a length', async () => {
  const onChange = await opened()
  type('From', 'now-45m')
  type('To', 'now')
  fireEvent.click(submit())
  await waitFor(() => expect(onChange).toHaveBeenCalledTimes(1))
  expect(onChange).toHaveBeenCalledWith({ type: 'relative', display: '45m', range: 'now-45m' })
  expect(useRecentRanges.getState().ranges).toEqual([])
})

test('shows an error once the field loses focus, and keeps the typed text', async () => {
  const onChange = await opened()
  type('From', 'yesterday')
  fireEvent.blur(screen.getByLabelText('From'))
  type('From', 'yesterday 14:00')
  await waitFor(() => expect(readDescription('From')).toMatch(/, 14:00, UTC$/))
  expect(readDescription('To')).toBe('For example: now, 18:30 or 22 Nov')
  type('To', 'yesterday 25:00')
  expect(readDescription('To')).toBe('For example: now, 18:30 or 22 Nov')
  fireEvent.blur(screen.getByLabelText('To'))
  await waitFor(() => expect(readDescription('To')).toBe('“25:00” is not a time of day. For example: 14:00'))
  fireEvent.click(submit())
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('To')))
  type('To', 'yesterday 13:00')
  await waitFor(() => expect(readDescription('To')).toBe('To must be later than From'))
  type('From', 'yesterday 12:00')
  await waitFor(() => expect(readDescription('To')).toMatch(/, 13:00, UTC$/))
  expect(onChange).not.toHaveBeenCalled()
  cleanup()
  await opened()
  expect(screen.getByLabelText<HTMLInputElement>('From').value).toBe('yesterday 12:00')
  expect(screen.getByLabelText<HTMLInputElement>('To').value).toBe('yesterday 13:00')
})

test('shows the chosen range in the reader’s time zone', async () => {
  setPreferences({ timeZone: 'America/New_York' })
  const range: TimeRange = {
    type: 'absolute',
    display: '20 Nov 2024 22:00 to 23:30',
    from: '2024-11-20T21:00:00.000Z',
    to: '2024-11-20T22:30:00.000Z',
  }
  await opened({ range })
  expect(screen.getByRole('button', { name: 'Time range: 20 Nov 2024 16:00 to 17:30' })).toBeDefined()
  expect(screen.getByLabelText<HTMLInputElement>('From').value).toBe('2024-11-20 16:00')
  expect(screen.getByLabelText<HTMLInputElement>('To').value).toBe('2024-11-20 17:30')
})

test('choosing from a list discards typed text', async () => {
  await opened()
  type('From', 'yest')
  fireEvent.click(screen.getByRole('button', { name: '3h' }))
  cleanup()
  await opened()
  expect(screen.getByLabelText<HTMLInputElement>('From').value).toBe('')
})

test('the five absolute ranges used last are kept in local storage, newest first [UI-19]', () => {
  for (const hour of [1, 2, 3, 4, 5, 6])
    rememberRange({ from: `2026-11-21T0${hour}:00:00Z`, to: '2026-11-21T08:00:00Z' })
  rememberRange({ from: '2026-11-21T04:00:00Z', to: '2026-11-21T08:00:00Z' })
  const stored: unknown = JSON.parse(localStorage.getItem('quarterdeck.recent-ranges') ?? '')
  expect(stored).toMatchObject({
    state: { ranges: [4, 6, 5, 3, 2].map((hour) => ({ from: `2026-11-21T0${hour}:00:00Z` })) },
  })
})

test('a range used before is one click away', async () => {
  rememberRange({ from: '2024-11-20T22:00:00.000Z', to: '2024-11-20T23:30:00.000Z' })
  const onChange = await opened()
  fireEvent.click(screen.getByRole('button', { name: '20 Nov 2024 22:00 to 23:30' }))
  expect(onChange).toHaveBeenCalledWith({
    type: 'absolute',
    display: '20 Nov 2024 22:00 to 23:30',
    from: '2024-11-20T22:00:00.000Z',
    to: '2024-11-20T23:30:00.000Z',
  })
})
