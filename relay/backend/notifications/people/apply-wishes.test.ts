import { expect, test } from 'vitest'
import { applyWishes } from './apply-wishes.ts'

const ada = { id: 'ada', name: 'Ada' }
const ben = { id: 'ben', name: 'Ben' }
const night = { days: [0, 1, 2, 3, 4, 5, 6], from: '22:00', to: '06:00', zone: 'UTC' }
const lateNight = { ...night, to: '08:00' }
const atNightMs = Date.parse('2026-03-24T23:00:00Z')
const byDayMs = Date.parse('2026-03-24T12:00:00Z')
const everything = { is_unsubscribed: false, least_severity: null, quiet: null }

type Wishes = Parameters<typeof applyWishes>[1] extends ReadonlyMap<string, infer Each> ? Partial<Each> : never
const apply = (wishes: Readonly<Record<string, Wishes>>, severity: string | undefined, nowMs = byDayMs) =>
  applyWishes([ada, ben], new Map(Object.entries(wishes).map(([id, each]) => [id, { ...everything, ...each }])), {
    severity,
    nowMs,
  })

test('people without stored preferences get everything', () => {
  expect(apply({}, undefined, atNightMs)).toEqual({ notified: [ada, ben], held: null })
})

test.each([
  ['critical', true],
  ['high', true],
  ['High', true],
  ['medium', false],
  ['info', false],
  [undefined, true],
  ['', true],
])('with a minimum of high, severity %s is sent: %s', (severity, isSent) => {
  const { notified, held } = apply({ ada: { least_severity: 'high' } }, severity)
  expect(notified).toEqual(isSent ? [ada, ben] : [ben])
  expect(held).toEqual(isSent ? null : { reason: 'Ada has a minimum severity of high.' })
})

test.each([
  ['critical', true],
  ['blocker', true],
  ['high', false],
  [undefined, false],
])('in quiet hours, severity %s is sent: %s', (severity, isSent) => {
  expect(apply({ ada: { quiet: night } }, severity, atNightMs).notified).toEqual(isSent ? [ada, ben] : [ben])
})

test.each([
  ['2026-03-24T21:59:59Z', true],
  ['2026-03-24T22:00:00Z', false],
  ['2026-03-25T05:59:59Z', false],
  ['2026-03-25T06:00:00Z', true],
])('quiet hours from 22:00 to 06:00 let a message through at %s: %s', (at, isSent) => {
  expect(apply({ ada: { quiet: night } }, 'low', Date.parse(at)).notified.includes(ada)).toBe(isSent)
})

test('an unsubscribed person gets not even critical messages', () => {
  expect(apply({ ada: { is_unsubscribed: true } }, 'critical')).toEqual({
    notified: [ben],
    held: { reason: 'Ada is unsubscribed from this rule.' },
  })
})

test('quiet hours end with those of the first person', () => {
  expect(apply({ ada: { quiet: lateNight }, ben: { quiet: night } }, 'low', atNightMs)).toEqual({
    notified: [],
    held: {
      reason: 'Ada has quiet hours until 08:00; Ben has quiet hours until 06:00.',
      untilMs: Date.parse('2026-03-25T06:00:00Z'),
    },
  })
})

test('a message does not wait for quiet hours when one recipient never wants it', () => {
  const { held } = apply({ ada: { quiet: night }, ben: { least_severity: 'high' } }, 'low', atNightMs)
  expect(held).toEqual({ reason: 'Ada has quiet hours until 06:00; Ben has a minimum severity of high.' })
})

test('a minimum severity is stated before quiet hours, which would only delay', () => {
  const { held } = apply({ ada: { quiet: night, least_severity: 'high' } }, 'low', atNightMs)
  expect(held).toEqual({ reason: 'Ada has a minimum severity of high.' })
})
