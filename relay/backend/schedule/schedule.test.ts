import { describe, expect, test } from 'vitest'
import { hashPhase } from './hash-phase.ts'
import { parseSchedule, ScheduleError } from './schedule.ts'

const at = (iso: string) => Date.parse(iso)
const parseError = (text: string): string => {
  try {
    parseSchedule(text)
  } catch (error) {
    if (error instanceof ScheduleError) return error.message
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
