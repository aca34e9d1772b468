import { expect, test } from 'vitest'
import { nextMorning } from './next-morning.ts'

test.each([
  ['2026-11-25T03:00:00Z', 'UTC', '2026-11-25T08:00:00.000Z'],
  ['2026-11-25T08:00:00Z', 'UTC', '2026-11-26T08:00:00.000Z'],
  ['2026-11-25T22:10:00Z', 'Europe/Berlin', '2026-11-26T07:00:00.000Z'],
  ['2026-11-25T12:00:00Z', 'Asia/Kathmandu', '2026-11-26T02:15:00.000Z'],
  // The clocks go back that night.
  ['2026-10-24T20:00:00Z', 'Europe/Berlin', '2026-10-25T07:00:00.000Z'],
])('the morning after %s in %s begins at %s', (now, zone, morning) => {
  expect(nextMorning(Date.parse(now), zone).toISOString()).toBe(morning)
})
