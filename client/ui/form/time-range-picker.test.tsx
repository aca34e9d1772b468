import { fireEvent, render, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { defaultTimeRange, type TimeRange } from '#shared/time-range/time-range.ts'
import { setPreferences } from '#client/lib/browser/preferences.ts'
import { rememberRange, useRecentRanges } from '#client/lib/time/recent-ranges.ts'
import { TimeRangePicker } from './time-range-picker.tsx'

beforeEach(() => {
  setPreferences({ timeZone: 'UTC' })
  useRecentRanges.setState({ ranges: [] })
})

const opened = (future = false) => {
  const onChange = vi.fn<(range: TimeRange) => void>()
  render(<TimeRangePicker range={defaultTimeRange} onChange={onChange} future={future} />)
  fireEvent.click(screen.getByRole('button', { name: /^Time range/ }))
  return onChange
}

const choicesOf = (title: string) => {
  const section = screen.getByRole('heading', { name: title }).closest('section')
  if (section === null) throw new Error(`no section ${title}`)
  return within(section)
    .getAllByRole('button')
    .map((button) => button.textContent)
}

test('the default range is the last hour [UI-20]', () => {
  opened()
  expect(screen.getByRole('button', { name: 'Time range: Last 1h' })).toBeDefined()
})

test('it offers sixteen lengths and fourteen parts of the calendar [UI-31,UI-33]', () => {
  opened()
  expect(choicesOf('Relative')).toEqual('5m,15m,30m,1h,3h,6h,12h,24h,2d,7d,30d,90d,6 months,1y,2y,5y'.split(','))
  expect(choicesOf('Mapped')).toHaveLength(14)
})

test('into the future it offers the same lengths and Indefinitely [UI-32]', () => {
  opened(true)
  expect(choicesOf('Relative')).toEqual(
    '5m,15m,30m,1h,3h,6h,12h,24h,2d,7d,30d,90d,6 months,1y,2y,5y,Indefinitely'.split(','),
  )
})

test('Submit waits for both From and To, and for To to be later [UI-26]', () => {
  const onChange = opened()
  const submit = screen.getByRole('button', { name: 'Submit' })
  expect(submit.hasAttribute('disabled')).toBe(true)
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-11-21T06:30' } })
  expect(submit.hasAttribute('disabled')).toBe(true)
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-11-21T06:00' } })
  expect(submit.hasAttribute('disabled')).toBe(true)
  expect(screen.getByText('To must be later than From')).toBeDefined()
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-11-21T07:30' } })
  expect(submit.hasAttribute('disabled')).toBe(false)
  fireEvent.click(submit)
  expect(onChange).toHaveBeenCalledWith({
    type: 'absolute',
    display: '21 Nov 2026 06:30 to 07:30',
    from: '2026-11-21T06:30:00.000Z',
    to: '2026-11-21T07:30:00.000Z',
  })
})

test('the five absolute ranges used last are kept in local storage, newest first [UI-19]', () => {
  for (const hour of [1, 2, 3, 4, 5, 6])
    rememberRange({ from: `2026-11-21T0${hour}:00:00Z`, to: '2026-11-21T08:00:00Z' })
  rememberRange({ from: '2026-11-21T04:00:00Z', to: '2026-11-21T08:00:00Z' })
  const kept: unknown = JSON.parse(localStorage.getItem('quarterdeck.recent-ranges') ?? '')
  expect(kept).toMatchObject({
    state: { ranges: [4, 6, 5, 3, 2].map((hour) => ({ from: `2026-11-21T0${hour}:00:00Z` })) },
  })
})

test('a range used before is one click away', () => {
  rememberRange({ from: '2026-11-20T22:00:00.000Z', to: '2026-11-20T23:30:00.000Z' })
  const onChange = opened()
  fireEvent.click(screen.getByRole('button', { name: '20 Nov 2026 22:00 to 23:30' }))
  expect(onChange).toHaveBeenCalledWith({
    type: 'absolute',
    display: '20 Nov 2026 22:00 to 23:30',
    from: '2026-11-20T22:00:00.000Z',
    to: '2026-11-20T23:30:00.000Z',
  })
})
