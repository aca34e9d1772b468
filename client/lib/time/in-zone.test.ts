import { expect, test } from 'vitest'
import { inZone } from './in-zone.ts'

const written = (at: string, zone: string) => inZone(Date.parse(at), zone).format('YYYY-MM-DDTHH:mm:ss.SSSZ')

test('shows the local time of a zone before and after a clock change, to the millisecond', () => {
  expect(written('2026-10-25T00:59:59.123Z', 'Europe/Stockholm')).toBe('2026-10-25T02:59:59.123+02:00')
  expect(written('2026-10-25T01:00:00.456Z', 'Europe/Stockholm')).toBe('2026-10-25T02:00:00.456+01:00')
  expect(written('2026-11-21T06:54:05.000Z', 'Asia/Kolkata')).toBe('2026-11-21T12:24:05.000+05:30')
  expect(written('2026-11-21T06:54:05.000Z', 'UTC')).toBe('2026-11-21T06:54:05.000+00:00')
  expect(written('1969-12-31T23:59:59.500Z', 'UTC')).toBe('1969-12-31T23:59:59.500+00:00')
})
