import { describe, expect, test } from 'vitest'
import { mappedNames, mappedSpan } from './mapped-ranges.ts'
import { futureRanges, pastRanges, relativeMs } from './relative-ranges.ts'
import { resolveTimeRange } from './resolve-time-range.ts'
import { defaultTimeRange, relativeRange, type TimeRange } from './time-range.ts'

const now = new Date('2026-11-21T08:02:19.000Z')
const ignoreWarnings = () => undefined

describe('the lists', () => {
  test('hold the sixteen relative past ranges [UI-31]', () => {
    expect(pastRanges.map(({ display }) => display).join(', ')).toBe(
      '5m, 15m, 30m, 1h, 3h, 6h, 12h, 24h, 2d, 7d, 30d, 90d, 6 months, 1y, 2y, 5y',
    )
    expect(pastRanges.every(({ range }) => (relativeMs(range) ?? 0) < 0)).toBe(true)
  })

  test('hold the same for the future, plus Indefinitely [UI-32]', () => {
    expect(futureRanges.map(({ display }) => display)).toEqual([
      ...pastRanges.map(({ display }) => display),
      'Indefinitely',
    ])
  })

  test('hold the fourteen quick ranges [UI-33]', () => {
    expect(mappedNames.toSorted()).toEqual(
      [
        'Yesterday',
        'Day before yesterday',
        'This day last week',
        'Previous week',
        'Previous month',
        'Previous year',
        'Today',
        'Today so far',
        'This week',
        'This week so far',
        'This month',
        'This month so far',
        'This year',
        'This year so far',
      ].toSorted(),
    )
  })
})

describe('a quick range', () => {
  // 21 November 2026 is a Saturday.
  test.each([
    ['Yesterday', '2026-11-20T00:00:00.000Z', '2026-11-20T23:59:59.999Z'],
    ['Day before yesterday', '2026-11-19T00:00:00.000Z', '2026-11-19T23:59:59.999Z'],
    ['This day last week', '2026-11-14T00:00:00.000Z', '2026-11-14T23:59:59.999Z'],
    ['Previous week', '2026-11-09T00:00:00.000Z', '2026-11-15T23:59:59.999Z'],
    ['Previous month', '2026-10-01T00:00:00.000Z', '2026-10-31T23:59:59.999Z'],
    ['Previous year', '2025-01-01T00:00:00.000Z', '2025-12-31T23:59:59.999Z'],
    ['Today', '2026-11-21T00:00:00.000Z', '2026-11-21T23:59:59.999Z'],
    ['Today so far', '2026-11-21T00:00:00.000Z', '2026-11-21T08:02:19.000Z'],
    ['This week', '2026-11-16T00:00:00.000Z', '2026-11-22T23:59:59.999Z'],
    ['This week so far', '2026-11-16T00:00:00.000Z', '2026-11-21T08:02:19.000Z'],
    ['This month', '2026-11-01T00:00:00.000Z', '2026-11-30T23:59:59.999Z'],
    ['This month so far', '2026-11-01T00:00:00.000Z', '2026-11-21T08:02:19.000Z'],
    ['This year', '2026-01-01T00:00:00.000Z', '2026-12-31T23:59:59.999Z'],
    ['This year so far', '2026-01-01T00:00:00.000Z', '2026-11-21T08:02:19.000Z'],
  ] as const)('%s lasts from %s to %s [UI-33]', (name, from, to) => {
    const span = mappedSpan(name, now, 'UTC')
    expect([span.from.toISOString(), span.to.toISOString()]).toEqual([from, to])
  })

  test('starts at midnight of the selected zone, also on a day of 25 hours', () => {
    const afterChange = new Date('2026-10-26T12:00:00Z')
    const span = mappedSpan('Yesterday', afterChange, 'Europe/Stockholm')
    expect([span.from.toISOString(), span.to.toISOString()]).toEqual([
      '2026-10-24T22:00:00.000Z',
      '2026-10-25T22:59:59.999Z',
    ])
  })
})

describe('resolving', () => {
  const options = { now, timeZone: 'UTC', warn: ignoreWarnings }

  test('counts a relative range back from now; the default is one hour [UI-20]', () => {
    expect(resolveTimeRange(defaultTimeRange, options)).toEqual({ from: new Date('2026-11-21T07:02:19Z'), to: now })
  })

  test('warns about an unknown quick range and throws [UI-28,UI-29]', () => {
    const warnings: string[] = []
    const range: TimeRange = { type: 'mapped', display: 'Some day' }
    expect(() => resolveTimeRange(range, { ...options, warn: (message) => warnings.push(message) })).toThrow(
      'Invalid mapped time range: Some day',
    )
    expect(warnings).toEqual(['Invalid mapped time range'])
  })

  test('warns about an invalid relative range and uses the default [UI-30]', () => {
    const warnings: string[] = []
    const span = resolveTimeRange(relativeRange('now-x'), { ...options, warn: (message) => warnings.push(message) })
    expect(warnings).toEqual(['Invalid relative time range'])
    expect(span.from).toEqual(new Date('2026-11-21T07:02:19Z'))
  })
})
