import { describe, expect, test } from 'vitest'
import { hashPhase } from './scheduler.ts'
import { parseSchedule } from './schedule.ts'
import { ExpectedError } from '#relay/errors/expected-error.ts'

const at = (iso: string) => Date.parse(iso)
const parseError = (text: string): string => {
  try {
    parseSchedule(text)
  } catch (error) {
    if (error instanceof ExpectedError) return error.message
    throw error
  }
  return ''
}

describe('@every', () => {
  test('starts once per interval, at its phase', () => {
    const schedule = parseSchedule('@every 30s')
    expect(schedule.intervalMs).toBe(30_000)
    expect([0, 14_999, 15_000, 30_000].map((after) => schedule.next(after, 0.5))).toEqual([
      15_000, 15_000, 45_000, 45_000,
    ])
  })

  test('parses durations of several units and limits the rate to once a second', () => {
    expect(parseSchedule('@every 1m30s').intervalMs).toBe(90_000)
    expect(parseSchedule('@every 10ms').intervalMs).toBe(1_000)
  })
})

describe('named schedules and cron', () => {
  test.each([
    ['@hourly', 3_600_000],
    ['@daily', 86_400_000],
    ['@weekly', 604_800_000],
    ['*/5 * * * *', 300_000],
    ['*/10 * * * * *', 10_000],
    ['CRON_TZ=Europe/Berlin */5 * * * *', 300_000],
    ['TZ=Local @hourly', 3_600_000],
  ])('%s runs every %d milliseconds', (text, intervalMs) => {
    expect(parseSchedule(text).intervalMs).toBe(intervalMs)
  })

  test('keep the times that they name at any phase', () => {
    expect(parseSchedule('CRON_TZ=UTC 30 9 * * *').next(at('2026-03-01T10:00:00Z'), 0.7)).toBe(
      at('2026-03-02T09:30:00Z'),
    )
  })

  test('return the longest gap of an irregular cron line', () => {
    expect(parseSchedule('CRON_TZ=UTC 0 9 * * 1-5').intervalMs).toBe(3 * 86_400_000)
  })
})

const starts = (text: string, count: number) => {
  const schedule = parseSchedule(text)
  let at = Date.parse('2026-03-01T00:00:00Z') - 1
  return Array.from({ length: count }, () => {
    at = schedule.next(at, 0)
    return new Date(at).toISOString().slice(5, 19)
  })
}

describe('forms of a cron line', () => {
  test.each([
    ['TZ=UTC 5/15 * * * *', ['03-01T00:05:00', '03-01T00:20:00', '03-01T00:35:00', '03-01T00:50:00', '03-01T01:05:00']],
    ['TZ=UTC 30/20 * * * * *', ['03-01T00:00:30', '03-01T00:00:50', '03-01T00:01:30']],
    ['TZ=UTC 0 20/2 * * *', ['03-01T20:00:00', '03-01T22:00:00', '03-02T20:00:00']],
    ['TZ=UTC 0 0 28/2 * *', ['03-28T00:00:00', '03-30T00:00:00', '04-28T00:00:00']],
    ['TZ=UTC 0 0 1 oct/2 ?', ['10-01T00:00:00', '12-01T00:00:00', '10-01T00:00:00']],
    ['TZ=UTC 0 0 ? * THU/1', ['03-05T00:00:00', '03-06T00:00:00', '03-07T00:00:00', '03-12T00:00:00']],
    ['TZ=UTC 0,50/5 1 ? * ?', ['03-01T01:00:00', '03-01T01:50:00', '03-01T01:55:00', '03-02T01:00:00']],
    ['TZ=UTC 10-20/90 0 * * *', ['03-01T00:10:00', '03-02T00:10:00']],
    ['TZ=UTC */90 6 * * *', ['03-01T06:00:00', '03-02T06:00:00']],
    ['TZ=UTC 0 0 * JAN-Apr mon-FRI', ['03-02T00:00:00', '03-03T00:00:00']],
    ['CRON_TZ=Asia/Kolkata @daily', ['03-01T18:30:00', '03-02T18:30:00']],
    ['TZ=America/New_York @weekly', ['03-01T05:00:00', '03-08T05:00:00']],
    ['  TZ=UTC   5   4  *  *  * ', ['03-01T04:05:00']],
  ])('%s', (text, times) => {
    expect(starts(text, times.length)).toEqual(times)
  })

  test.each([
    ['@every 1h30m', 5_400_000],
    ['@every  1.5h', 5_400_000],
    ['CRON_TZ=UTC @every 90s', 90_000],
    ['CRON_TZ=UTC @midnight', 86_400_000],
    ['5/15 * * * *', 900_000],
  ])('%s runs every %d milliseconds', (text, intervalMs) => {
    expect(parseSchedule(text).intervalMs).toBe(intervalMs)
  })

  test.each([
    '*/0 * * * *',
    '70/5 * * * *',
    '5/ * * * *',
    '/5 * * * *',
    'mon/2 * * * *',
    '20-10/2 * * * *',
    'TZ=Mars/Base @daily',
  ])('rejects %s', (text) => {
    expect(parseError(text)).toMatch(/^Invalid schedule /)
  })
})

test.each([
  ['starts at the end of a missing hour', '30 2 * * *', '2026-03-08T05:00:00Z', ['03-08T07:00', '03-09T06:30']],
  ['starts once in a repeated hour', '30 1 * * *', '2026-11-01T04:00:00Z', ['11-01T05:30', '11-02T06:30']],
  [
    'starts in both repeated hours',
    '*/30 * * * *',
    '2026-11-01T05:10:00Z',
    ['11-01T05:30', '11-01T06:00', '11-01T06:30'],
  ],
])('%s: %s in New York', (_, line, from, expected) => {
  const schedule = parseSchedule(`CRON_TZ=America/New_York ${line}`)
  let last = Date.parse(from)
  const starts = expected.map(() => {
    last = schedule.next(last, 0)
    return new Date(last).toISOString().slice(5, 16)
  })
  expect(starts).toEqual(expected)
})

describe('invalid schedules', () => {
  test.each(['@every', '@every 5', '@every 0s', '@every soon', '@every -5s'])('%s requires a duration', (text) => {
    expect(parseError(text)).toBe(`The schedule "${text}" has no duration after @every; write it like "@every 1m30s".`)
  })

  test.each(['', 'often', '@sometimes', '* * *', '2026-01-01T00:00:00', '61 * * * *', '* * * * * * *', 'a b c d e'])(
    'rejects %j and lists the valid forms',
    (text) => {
      expect(parseError(text)).toMatch(/^Invalid schedule ".*"(?:\.|: .+\.) Use "@every 30s", @hourly/)
    },
  )

  test('names an unknown time zone', () => {
    expect(parseError('CRON_TZ=Mars/Base 0 9 * * *')).toBe(
      'Invalid schedule "CRON_TZ=Mars/Base 0 9 * * *": "Mars/Base" is not a time zone such as Europe/Berlin.',
    )
  })

  test('reports a date that never occurs', () => {
    expect(parseError('0 0 30 2 *')).toBe('The schedule "0 0 30 2 *" never runs.')
  })
})

test('phases spread evenly over similar ids', () => {
  const buckets = Array.from({ length: 10 }, () => 0)
  for (let index = 0; index < 5_000; index++) {
    const bucket = Math.floor(hashPhase(`00000000-0000-7000-8000-${String(index).padStart(12, '0')}`) * 10)
    buckets[bucket] = (buckets[bucket] ?? 0) + 1
  }
  expect(Math.min(...buckets)).toBeGreaterThan(400)
  expect(Math.max(...buckets)).toBeLessThan(600)
})
