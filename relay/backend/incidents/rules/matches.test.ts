import { expect, test } from 'vitest'
import { isAtWork, passesFilter } from './matches.ts'
import { ruleSpecSchema } from './rule-spec.ts'
import type { Failure } from './failure.ts'

const now = Date.parse('2026-03-24T03:00:00Z')
const failure: Failure = {
  kind: 'check',
  id: 'c1',
  name: 'front',
  type: 'http',
  namespace: 'payments',
  health: 'unhealthy',
  status: 'unhealthy',
  severity: 'critical',
  category: 'web',
  owner: '',
  labels: {},
  message: '',
  sinceMs: now - 90_000,
  components: [],
  group: 'namespace payments',
  groupName: 'payments',
}
const filter = (input: unknown) => ruleSpecSchema.parse({ filter: input })

test.each([
  [{}, true],
  [{ status: ['Unhealthy'] }, true],
  [{ status: ['warning'] }, false],
  [{ severity: ['critical', 'high'], category: ['web'] }, true],
  [{ severity: ['low'] }, false],
  [{ age: '90s' }, true],
  [{ age: '2m' }, false],
  [{ age: 60_000_000_000 }, true],
])('filter %j matches: %s', (input, expected) => {
  expect(passesFilter(filter(input), failure, now)).toBe(expected)
})

test('ignores warnings if the filter has no status', () => {
  expect(passesFilter(filter({}), { ...failure, health: 'warning', status: 'warning' }, now)).toBe(false)
})

const at = (hours: number) => new Date(2026, 2, 24, hours, 30).getTime()

test('a rule applies within its hours, also past midnight, and never in negated ones', () => {
  const day = ruleSpecSchema.parse({ hoursOfOperation: [{ start: '09:00', end: '17:00' }] })
  expect([8, 9, 16, 17].map((hour) => isAtWork(day, at(hour)))).toEqual([false, true, true, false])
  const night = ruleSpecSchema.parse({ hoursOfOperation: [{ start: '22:00', end: '06:00' }] })
  expect([21, 23, 5, 6].map((hour) => isAtWork(night, at(hour)))).toEqual([false, true, true, false])
  const evening = ruleSpecSchema.parse({ hoursOfOperation: [{ start: '18:00', end: '24:00' }] })
  expect([0, 17, 18, 23].map((hour) => isAtWork(evening, at(hour)))).toEqual([false, false, true, true])
  for (const end of ['00:00', '24:00:00']) {
    const always = ruleSpecSchema.parse({ hoursOfOperation: [{ start: '00:00', end }] })
    expect([0, 12, 23].map((hour) => isAtWork(always, at(hour)))).toEqual([true, true, true])
  }
  const notNoon = ruleSpecSchema.parse({ hoursOfOperation: [{ start: '12:00', end: '13:00', negate: true }] })
  expect([11, 12, 13].map((hour) => isAtWork(notNoon, at(hour)))).toEqual([true, false, true])
})
