import { expect, test } from 'vitest'
import { listTicks } from './lane-ticks.ts'

const shown = (from: string, until: string, zone: string) =>
  listTicks(Date.parse(from), Date.parse(until), zone).map((at) => new Date(at).toISOString().slice(11, 19))

test.each([
  ['2026-11-24T08:03:10Z', '2026-11-24T08:11:00Z', 'UTC', ['08:04:00', '08:06:00', '08:08:00', '08:10:00']],
  ['2026-11-24T08:03:10Z', '2026-11-24T12:11:00Z', 'Asia/Kolkata', ['08:30:00', '09:30:00', '10:30:00', '11:30:00']],
  ['2026-11-24T08:03:10Z', '2026-11-24T08:03:40Z', 'UTC', ['08:03:10', '08:03:20', '08:03:30', '08:03:40']],
])('an axis from %s to %s in %s has round local times', (from, until, zone, ticks) => {
  expect(shown(from, until, zone)).toEqual(ticks)
})

test('an axis of years has few ticks, and an empty one terminates', () => {
  expect(listTicks(0, 5 * 365 * 86_400_000, 'UTC').length).toBeLessThanOrEqual(8)
  expect(listTicks(1_000, 1_000, 'UTC').length).toBeLessThanOrEqual(1)
})
