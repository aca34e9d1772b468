import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isWithinWindow, silenceWindowSchema, windowEndMs } from './silence-window.ts'

const night = { days: [1, 2, 3, 4, 5], from: '22:00', to: '06:00', zone: 'Europe/Berlin' }
const at = (text: string) => Date.parse(text)

test.each([
  ['2026-11-23T21:30:00Z', true],
  ['2026-11-23T20:59:00Z', false],
  ['2026-11-24T04:59:00Z', true],
  ['2026-11-24T05:00:00Z', false],
  // Saturday morning belongs to the window of Friday night, Sunday and Monday morning do not.
  ['2026-11-28T04:00:00Z', true],
  ['2026-11-29T04:00:00Z', false],
  ['2026-11-30T04:00:00Z', false],
  // In summer time the window starts an hour earlier in UTC.
  ['2026-07-06T20:00:00Z', true],
])('a window over midnight is active at %s: %s', (moment, holds) => {
  expect(isWithinWindow(night, at(moment))).toBe(holds)
})

test('a window within a day ends at its end time', () => {
  const noon = { days: [3], from: '12:00', to: '13:00', zone: 'UTC' }
  expect(
    ['11:59', '12:00', '12:59', '13:00'].map((time) => isWithinWindow(noon, at(`2026-11-25T${time}:00Z`))),
  ).toEqual([false, true, true, false])
})

test('a window can end at 24:00, the midnight after its day', () => {
  const evening = silenceWindowSchema.parse({ days: [3], from: '22:00', to: '24:00', zone: 'UTC' })
  expect(windowEndMs(evening, at('2026-11-25T23:59:59Z'))).toBe(at('2026-11-26T00:00:00Z'))
  expect(isWithinWindow(evening, at('2026-11-26T00:00:00Z'))).toBe(false)
})

test.each([
  [{ ...night, zone: 'Mars/Olympus' }, 'zone'],
  [{ ...night, from: '25:00' }, 'from'],
  [{ ...night, days: [] }, 'days'],
])('rejects an invalid window: %j', (window, field) => {
  expect(silenceWindowSchema.safeParse(window).error?.issues[0]?.path).toEqual([field])
})

test('a window ends in its time zone, on the next day if it crosses midnight', () => {
  const night = { days: [1, 2, 3, 4, 5, 6, 0], from: '22:00', to: '07:00', zone: 'Europe/Berlin' }
  const ends = (at: string) => new Date(windowEndMs(night, Date.parse(at))).toISOString()
  expect(ends('2026-11-24T22:15:30Z')).toBe('2026-11-25T06:00:00.000Z')
  expect(ends('2026-11-24T12:00:00Z')).toBe('2026-11-24T12:00:00.000Z')
  const always = { ...night, from: '00:00', to: '00:00' }
  expect(windowEndMs(always, Date.parse('2026-11-24T12:00:00Z'))).toBe(Date.parse('2026-12-01T23:00:00Z'))
})

const clock = fc.integer({ min: 0, max: 1_439 }).map((minute) => {
  const [hours, minutes] = [Math.floor(minute / 60), minute % 60]
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
})

test('a window ends at the first moment outside of it', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 6 }),
      clock,
      clock,
      fc.integer({ min: 0, max: 10_000 }),
      (days, from, to, minute) => {
        const window = { days, from, to, zone: 'UTC' }
        const atMs = at('2026-11-23T00:00:00Z') + minute * 60_000
        const endMs = windowEndMs(window, atMs)
        expect(isWithinWindow(window, endMs)).toBe(false)
        expect(endMs === atMs || isWithinWindow(window, endMs - 1)).toBe(true)
      },
    ),
  )
})

test.each([
  // New York repeats 01:00 to 02:00 on 1 November and skips 02:00 to 03:00 on 8 March.
  [{ days: [0], from: '01:15', to: '01:45', zone: 'America/New_York' }, '2026-11-01T05:20:00Z', '2026-11-01T05:45:00Z'],
  [{ days: [0], from: '01:15', to: '01:45', zone: 'America/New_York' }, '2026-11-01T06:30:00Z', '2026-11-01T06:45:00Z'],
  [{ days: [6], from: '22:00', to: '01:30', zone: 'America/New_York' }, '2026-11-01T06:10:00Z', '2026-11-01T06:30:00Z'],
  [{ days: [0], from: '00:30', to: '02:30', zone: 'America/New_York' }, '2026-03-08T06:30:00Z', '2026-03-08T07:00:00Z'],
  [{ days: [0], from: '02:15', to: '04:00', zone: 'America/New_York' }, '2026-03-08T07:00:00Z', '2026-03-08T08:00:00Z'],
  // Lord Howe moves its clocks by half an hour.
  [
    { days: [0], from: '01:15', to: '01:45', zone: 'Australia/Lord_Howe' },
    '2026-04-04T14:35:00Z',
    '2026-04-04T14:45:00Z',
  ],
  [
    { days: [0], from: '01:15', to: '01:45', zone: 'Australia/Lord_Howe' },
    '2026-04-04T15:05:00Z',
    '2026-04-04T15:15:00Z',
  ],
  // Cairo skips 00:00 to 01:00 on Friday, Beirut repeats 23:00 to midnight on Saturday.
  [{ days: [4], from: '23:00', to: '00:30', zone: 'Africa/Cairo' }, '2026-04-23T21:30:00Z', '2026-04-23T22:00:00Z'],
  [{ days: [6], from: '23:15', to: '00:00', zone: 'Asia/Beirut' }, '2026-10-24T20:30:00Z', '2026-10-24T21:00:00Z'],
  [{ days: [6], from: '23:15', to: '00:00', zone: 'Asia/Beirut' }, '2026-10-24T21:20:00Z', '2026-10-24T22:00:00Z'],
])('the window %j, active at %s, ends at %s', (window, moment, end) => {
  expect(isWithinWindow(window, at(moment))).toBe(true)
  expect(new Date(windowEndMs(window, at(moment))).toISOString()).toBe(new Date(end).toISOString())
})

const changes = [
  ['Europe/Berlin', '2026-03-29T01:00:00Z'],
  ['Europe/Berlin', '2026-10-25T01:00:00Z'],
  ['America/New_York', '2026-03-08T07:00:00Z'],
  ['America/New_York', '2026-11-01T06:00:00Z'],
  ['Australia/Lord_Howe', '2026-04-04T15:00:00Z'],
  ['Australia/Lord_Howe', '2026-10-03T15:30:00Z'],
  ['America/Santiago', '2026-04-05T03:00:00Z'],
  ['America/Santiago', '2026-09-06T04:00:00Z'],
  ['Africa/Cairo', '2026-04-23T22:00:00Z'],
  ['Africa/Cairo', '2026-10-29T21:00:00Z'],
  ['Asia/Beirut', '2026-10-24T21:00:00Z'],
  ['Pacific/Apia', '2011-12-30T10:00:00Z'],
] as const

test.each(changes)('in %s every window ends later than the moments within it, around %s', (zone, change) => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 6 }),
      clock,
      clock,
      fc.integer({ min: -300_000, max: 300_000 }),
      (days, from, to, seconds) => {
        const window = { days, from, to, zone }
        const atMs = at(change) + seconds * 1_000 + 500
        const endMs = windowEndMs(window, atMs)
        expect(endMs > atMs).toBe(isWithinWindow(window, atMs))
        expect(isWithinWindow(window, endMs)).toBe(false)
        expect(endMs === atMs || isWithinWindow(window, endMs - 1)).toBe(true)
      },
    ),
  )
})
