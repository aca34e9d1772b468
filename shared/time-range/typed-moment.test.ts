import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { describeMoment, readMoment, typedMoment, type RangeEdge, type TypingContext } from './typed-moment.ts'

/** Sunday, 22 November 2026, 15:20:45 in Berlin. */
const now = new Date('2026-11-22T14:20:45.678Z')
const berlin: TypingContext = { now, timeZone: 'Europe/Berlin', lean: 'past' }

const read = (text: string, { edge = 'from', ...context }: Partial<TypingContext> & { edge?: RangeEdge } = {}) => {
  const moment = readMoment(text, edge, { ...berlin, ...context })
  return moment.kind === 'moment'
    ? moment.at.toISOString().replace('.000Z', 'Z')
    : `${moment.message} ${moment.example}`
}

describe('typed text is', () => {
  test.each([
    ['now', '2026-11-22T14:20:45Z'],
    [' NOW ', '2026-11-22T14:20:45Z'],
    ['now-2h', '2026-11-22T12:20:45Z'],
    ['Now - 90 s', '2026-11-22T14:19:15Z'],
    ['now+1d', '2026-11-23T14:20:45Z'],
    ['now-5m', '2026-11-22T14:15:45Z'],
    ['now-1M', '2026-10-23T14:20:45Z'],
    ['2 hours ago', '2026-11-22T12:20:45Z'],
    ['1 min ago', '2026-11-22T14:19:45Z'],
    ['3d ago', '2026-11-19T14:20:45Z'],
  ])('%s, relative to now: %s', (text, at) => expect(read(text)).toBe(at))

  test.each([
    ['today', '2026-11-21T23:00:00Z'],
    ['yesterday', '2026-11-20T23:00:00Z'],
    ['yesterday 14:00', '2026-11-21T13:00:00Z'],
    ['Yesterday at 14:00', '2026-11-21T13:00:00Z'],
    ['tomorrow 08:00', '2026-11-23T07:00:00Z'],
    ['monday 9:30', '2026-11-16T08:30:00Z'],
    ['Sat 9:30', '2026-11-21T08:30:00Z'],
    ['thurs', '2026-11-18T23:00:00Z'],
    ['sunday 18:00', '2026-11-22T17:00:00Z'],
  ])('%s, a day by its name, before now unless it is today: %s', (text, at) => expect(read(text)).toBe(at))

  test.each([
    ['14:00', '2026-11-22T13:00:00Z'],
    ['9:30', '2026-11-22T08:30:00Z'],
    ['09:30:15', '2026-11-22T08:30:15Z'],
    ['23:59', '2026-11-22T22:59:00Z'],
    ['2pm', '2026-11-22T13:00:00Z'],
    ['2:30 PM', '2026-11-22T13:30:00Z'],
    ['12am', '2026-11-21T23:00:00Z'],
  ])('%s, a time of today: %s', (text, at) => expect(read(text)).toBe(at))

  test.each([
    ['2026-11-20 14:00', '2026-11-20T13:00:00Z'],
    ['2026-11-20T14:00', '2026-11-20T13:00:00Z'],
    ['2026-1-5', '2026-01-04T23:00:00Z'],
    ['05.01.2026 9:00', '2026-01-05T08:00:00Z'],
    ['20 nov 2026 14:00', '2026-11-20T13:00:00Z'],
    ['20 November 2026, 14:00', '2026-11-20T13:00:00Z'],
    ['Nov 20, 2026 2pm', '2026-11-20T13:00:00Z'],
    ['Fri 20 Nov 2026, 14:00', '2026-11-20T13:00:00Z'],
    ['Friday 20 November 2026 14:00:05', '2026-11-20T13:00:05Z'],
  ])('%s, a date with a year: %s', (text, at) => expect(read(text)).toBe(at))

  test.each([
    ['22 nov 9:00', '2026-11-22T08:00:00Z'],
    ['20 nov', '2026-11-19T23:00:00Z'],
    ['24 Dec 18:00', '2025-12-24T17:00:00Z'],
    ['march 3', '2026-03-02T23:00:00Z'],
    ['3.3. 9:00', '2026-03-03T08:00:00Z'],
    ['11-20 14:00', '2026-11-20T13:00:00Z'],
    ['29 feb', '2024-02-28T23:00:00Z'],
  ])('%s, a date in the year before now: %s', (text, at) => expect(read(text)).toBe(at))

  test('a day ahead if the range is in the future', () => {
    expect(read('24 Dec 18:00', { lean: 'future' })).toBe('2026-12-24T17:00:00Z')
    expect(read('20 nov', { lean: 'future' })).toBe('2027-11-19T23:00:00Z')
    expect(read('monday 9:30', { lean: 'future' })).toBe('2026-11-23T08:30:00Z')
    expect(read('sunday 18:00', { lean: 'future' })).toBe('2026-11-22T17:00:00Z')
  })

  test('a whole day up to its end when it ends a range', () => {
    expect(read('yesterday', { edge: 'to' })).toBe('2026-11-21T23:00:00Z')
    expect(read('20 nov', { edge: 'to' })).toBe('2026-11-20T23:00:00Z')
    expect(read('yesterday 14:00', { edge: 'to' })).toBe('2026-11-21T13:00:00Z')
  })

  test('exact when it has its own offset', () => {
    expect(read('2026-11-20T14:00:00Z')).toBe('2026-11-20T14:00:00Z')
    expect(read('2026-11-20 14:00:07.123-05:00')).toBe('2026-11-20T19:00:07Z')
  })

  test('on the day of the zone, not of UTC', () => {
    const late = { now: new Date('2026-11-22T23:30:00Z') }
    expect(read('today', late)).toBe('2026-11-22T23:00:00Z')
    expect(read('yesterday', { ...late, timeZone: 'America/New_York' })).toBe('2026-11-21T05:00:00Z')
  })
})

describe('around a clock change', () => {
  test.each([
    ['2026-03-29 01:59', '2026-03-29T00:59:00Z'],
    ['2026-03-29 02:30', '2026-03-29T01:30:00Z'],
    ['2026-03-29 03:00', '2026-03-29T01:00:00Z'],
    ['2026-10-25 01:59', '2026-10-24T23:59:00Z'],
    ['2026-10-25 02:30', '2026-10-25T00:30:00Z'],
    ['2026-10-25 03:00', '2026-10-25T02:00:00Z'],
  ])('%s in Berlin is %s: a skipped time is an hour later, a repeated one the first', (text, at) =>
    expect(read(text)).toBe(at),
  )

  test('a repeated time is the first one also west of Greenwich, regardless of the current season', () => {
    const timeZone = 'America/New_York'
    for (const month of ['01', '07'])
      expect(read('2025-11-02 01:30', { timeZone, now: new Date(`2026-${month}-10T12:00:00Z`) })).toBe(
        '2025-11-02T05:30:00Z',
      )
  })

  test('yesterday keeps its time of day, 24 hours ago does not', () => {
    const onMonday = { now: new Date('2026-10-26T12:00:00Z') }
    expect(read('13:00', onMonday)).toBe('2026-10-26T12:00:00Z')
    const onSunday = { now: new Date('2026-10-25T12:00:00Z') }
    expect(read('yesterday 13:00', onSunday)).toBe('2026-10-24T11:00:00Z')
    expect(read('24h ago', onSunday)).toBe('2026-10-24T12:00:00Z')
  })

  test('a day without a midnight starts at its first existing time', () => {
    expect(read('2026-04-24', { timeZone: 'Africa/Cairo' })).toBe('2026-04-23T22:00:00Z')
  })
})

describe('reports invalid text with an example', () => {
  test.each([
    ['', 'Enter a time. yesterday 14:00'],
    ['soon', 'Invalid time “soon”. yesterday 14:00'],
    ['Yesterday 1400', 'Invalid time “yesterday 1400”. yesterday 14:00'],
    ['tuesnesday 9:00', 'Invalid time “tuesnesday”. yesterday 14:00'],
    ['constructor', 'Invalid time “constructor”. yesterday 14:00'],
    ['14', 'Invalid time “14”. yesterday 14:00'],
    ['2026-02-30', 'Invalid time “2026-02-30”. yesterday 14:00'],
    ['30 feb', 'Invalid time “30 feb”. yesterday 14:00'],
    ['yesterday 25:00', '“25:00” is not a time of day. 14:00'],
    ['9:75', '“9:75” is not a time of day. 14:00'],
    ['13pm', '“13pm” is not a time of day. 14:00'],
    ['Monday 20 Nov 2026', '20 Nov 2026 is a Friday. Fri 20 Nov 2026'],
    ['now-2x', '“now-2x” is not a duration. now-2h, in s, m, h, d, w, M or y'],
    ['now 14:00', 'Invalid time “now”. yesterday 14:00'],
    ['2 parsecs ago', '“2 parsecs ago” is not a duration. now-2h, in s, m, h, d, w, M or y'],
  ])('%s', (text, expected) => expect(read(text)).toBe(expected))

  test.each(['now+9000y', 'now-100y', '1969-12-31 12:00', 'now-999999y'])('%s, outside the supported years', (text) =>
    expect(read(text)).toBe('The time must be in the years 1970 to 9999. now-2y'),
  )

  test('accepts times in the far future', () => {
    expect(read('2999-12-31 23:59')).toBe('2999-12-31T22:59:00Z')
    expect(read('now+50y')).toBe('2076-11-09T14:20:45Z')
  })

  test('any text is a second in the supported years, or invalid', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[a-z0-9:. -]{0,20}$/)), (text) => {
        expect(read(text, { edge: 'to' })).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$|\. \S/)
      }),
    )
  })
})

describe('a moment is formatted', () => {
  test.each([
    ['2026-11-22T13:00:00Z', 'Sun 22 Nov 2026, 14:00'],
    ['2026-11-22T13:00:07Z', 'Sun 22 Nov 2026, 14:00:07'],
    ['2026-03-29T01:00:00Z', 'Sun 29 Mar 2026, 03:00'],
    ['2026-10-25T00:30:00Z', 'Sun 25 Oct 2026, 02:30 (UTC+02:00)'],
    ['2026-10-25T01:30:00Z', 'Sun 25 Oct 2026, 02:30 (UTC+01:00)'],
  ])('%s as %s', (at, shown) => expect(describeMoment(new Date(at), 'Europe/Berlin')).toBe(shown))

  test('as text that parses to the same second in any zone', () => {
    const zone = fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu')
    const second = fc.integer({ min: 0, max: 4_000_000_000 }).map((seconds) => new Date(seconds * 1_000))
    fc.assert(
      fc.property(second, zone, (at, timeZone) => {
        const typed = readMoment(typedMoment(at, timeZone), 'from', { ...berlin, timeZone })
        expect(typed).toEqual({ kind: 'moment', at })
      }),
    )
    expect(typedMoment(new Date('2026-10-25T01:30:00Z'), 'Europe/Berlin')).toBe('2026-10-25T01:30:00Z')
  })
})
