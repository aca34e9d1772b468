import { describe, expect, test } from 'vitest'
import { bucketWidthMs, readGraphRequest } from './graph-request.ts'

const now = Date.parse('2026-01-31T12:00:00Z')
const check = '0195c0de-0000-7000-8000-000000000001'
const hour = 3_600_000

test('defaults to the last hour and ignores count [HEALTH-34]', () => {
  expect(readGraphRequest({ check, count: '300' }, now)).toEqual({
    checkId: check,
    canaryId: undefined,
    start: now - hour,
    end: now,
    bucketMs: 60_000,
    includeMessages: false,
  })
})

test.each([
  ['15m', 900_000],
  ['2d', 48 * hour],
  ['1w', 168 * hour],
  ['1y', 365 * 24 * hour],
  ['1mo', 30 * 24 * hour],
  ['2026-01-31T10:00:00Z', 2 * hour],
])('start %s is %d milliseconds ago, as is since', (start, ms) => {
  expect(now - readGraphRequest({ check, start }, now).start).toBe(ms)
  expect(now - readGraphRequest({ check, since: start }, now).start).toBe(ms)
})

test('end and until bound the range', () => {
  expect(readGraphRequest({ check, start: '2h', until: '1h', includeMessages: 'true' }, now)).toMatchObject({
    end: now - hour,
    includeMessages: true,
  })
})

test.each([
  [2 * hour, 60_000],
  [2 * hour + 1, 900_000],
  [24 * hour, 900_000],
  [24 * hour + 1, hour],
  [168 * hour, hour],
  [168 * hour + 1, 4 * hour],
])('a range of %d milliseconds has buckets of %d', (range, width) => {
  expect(bucketWidthMs(range)).toBe(width)
})

describe('rejected requests', () => {
  test.each([
    [{}, 'check or canary_id is missing.'],
    [{ check: 'x' }, '"x" is not a valid id.'],
    [{ check, start: 'soon' }, 'start must be a duration like 1h or a time like 2025-03-24T08:00:00Z, not "soon".'],
    [{ check, start: '5' }, 'start must be a duration like 1h or a time like 2025-03-24T08:00:00Z, not "5".'],
    [{ check, start: '1h', end: '2h' }, 'start must be before end.'],
    [{ check, start: '100y' }, 'The range is longer than 20 years.'],
  ])('%j', (query, message) => {
    expect(() => readGraphRequest(query, now)).toThrow(message)
  })
})
