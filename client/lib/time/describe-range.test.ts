import { expect, test } from 'vitest'
import { absoluteRange, nameSpan } from './describe-range.ts'

const evening = { from: '2026-11-20T21:00:00.000Z', to: '2026-11-20T22:30:00.000Z' }
const newYearRange = { from: '2026-12-31T21:00:00.000Z', to: '2027-01-01T02:00:00.000Z' }

test('a range is shown in the time zone, with its day once', () => {
  expect(absoluteRange(evening, 'Europe/Berlin')).toEqual({
    type: 'absolute',
    display: '20 Nov 2026 22:00 to 23:30',
    ...evening,
  })
  expect(absoluteRange(evening, 'Asia/Tokyo')).toMatchObject({ display: '21 Nov 2026 06:00 to 07:30' })
  expect(absoluteRange(newYearRange, 'UTC')).toMatchObject({ display: '31 Dec 2026 21:00 to 1 Jan 2027 02:00' })
})

const inYear = (year: number) => new Date(Date.UTC(year, 5))

test('leaves out the current year', () => {
  expect(nameSpan(evening, 'UTC', inYear(2026))).toBe('20 Nov 21:00 to 22:30')
  expect(nameSpan(evening, 'UTC', inYear(2027))).toBe('20 Nov 2026 21:00 to 22:30')
  expect(nameSpan(newYearRange, 'UTC', inYear(2027))).toBe('31 Dec 2026 21:00 to 1 Jan 02:00')
})
