import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayMs, hourMs } from '#shared/primitives/time-units.ts'
import { onCallAt, shiftsBetween, type OnCallPlan } from './on-call.ts'

const [mara, jonas, priya] = ['m', 'j', 'p']
const plan = (more: Partial<OnCallPlan> = {}): OnCallPlan => ({
  rotation: {
    team_id: 't',
    people: [mara, jonas],
    shift_days: 7,
    hand_over: '09:00',
    zone: 'Europe/Berlin',
    starts_on: '2026-10-19',
  },
  overrides: [],
  members: new Set([mara, jonas, priya]),
  ...more,
})
const at = (text: string) => Date.parse(text)
const override = (person: string, from: string, until: string) => ({ id: person, person_id: person, from, until })
const shown = (onCallPlan: OnCallPlan, from: string, until: string) =>
  shiftsBetween(onCallPlan, at(from), at(until)).map(
    ({ person, fromMs }) => `${person ?? '-'} ${new Date(fromMs).toISOString().slice(0, 16)}`,
  )

test('hands over at the same time of day across clock changes', () => {
  expect(shown(plan(), '2026-10-20T00:00:00Z', '2026-11-05T00:00:00Z')).toEqual([
    'm 2026-10-20T00:00',
    'j 2026-10-26T08:00',
    'm 2026-11-02T08:00',
  ])
  expect(onCallAt(plan(), at('2026-10-19T06:59:59Z'))).toEqual({ person: null, isOverride: false })
  expect(onCallAt(plan(), at('2026-10-19T07:00:00Z'))).toEqual({ person: mara, isOverride: false })
})

test('an override replaces the turn, and the last override wins', () => {
  const overrides = [
    override(priya, '2026-10-21T00:00:00Z', '2026-10-23T00:00:00Z'),
    override(jonas, '2026-10-22T00:00:00Z', '2026-10-22T12:00:00Z'),
  ]
  expect(shown(plan({ overrides }), '2026-10-20T00:00:00Z', '2026-10-24T00:00:00Z')).toEqual([
    'm 2026-10-20T00:00',
    'p 2026-10-21T00:00',
    'j 2026-10-22T00:00',
    'p 2026-10-22T12:00',
    'm 2026-10-23T00:00',
  ])
})

test('the turn of a person who left is a gap, and so is a team without turns', () => {
  const left = plan({ members: new Set([jonas]) })
  expect(shown(left, '2026-10-20T00:00:00Z', '2026-10-27T00:00:00Z')).toEqual([
    '- 2026-10-20T00:00',
    'j 2026-10-26T08:00',
  ])
  const overrides = [override(priya, '2026-10-20T00:00:00Z', '2026-10-21T00:00:00Z')]
  expect(onCallAt({ ...left, overrides }, at('2026-10-20T01:00:00Z')).person).toBeNull()
  const none = plan({ rotation: null, overrides })
  expect(shown(none, '2026-10-20T00:00:00Z', '2026-10-22T00:00:00Z')).toEqual([
    'p 2026-10-20T00:00',
    '- 2026-10-21T00:00',
  ])
})

test('consecutive turns of one person are one shift', () => {
  const alone = plan()
  const rotation = alone.rotation === null ? null : { ...alone.rotation, people: [mara], shift_days: 1 }
  expect(shown({ ...alone, rotation }, '2026-10-20T00:00:00Z', '2026-12-24T00:00:00Z')).toEqual(['m 2026-10-20T00:00'])
})

const [fromMs, untilMs] = [at('2026-10-10T00:00:00Z'), at('2026-11-20T00:00:00Z')]
const moment = fc.integer({ min: 0, max: (untilMs - fromMs) / hourMs }).map((hours) => fromMs + hours * hourMs)
const storedOverride = fc
  .tuple(fc.constantFrom(mara, jonas, priya, 'left'), moment, moment)
  .map(([person, one, other]) => override(person, new Date(one).toISOString(), new Date(other).toISOString()))

test('shifts are contiguous and have one person each', () => {
  fc.assert(
    fc.property(fc.array(storedOverride, { maxLength: 6 }), moment, (overrides, atMs) => {
      const onCallPlan = plan({ overrides })
      const shifts = shiftsBetween(onCallPlan, fromMs, untilMs)
      expect([shifts[0]?.fromMs, shifts.at(-1)?.untilMs]).toEqual([fromMs, untilMs])
      for (const [index, shift] of shifts.slice(1).entries()) {
        expect(shift.fromMs).toBe(shifts[index]?.untilMs)
        expect(shift).not.toMatchObject(onCallAt(onCallPlan, (shifts[index]?.untilMs ?? 0) - 1))
      }
      const current = shifts.find((shift) => shift.fromMs <= atMs && atMs < shift.untilMs)
      expect(current ?? onCallAt(onCallPlan, atMs)).toMatchObject(onCallAt(onCallPlan, atMs))
    }),
  )
})

test.each([
  ['01:30', '2026-11-01T04:00:00Z', 'm 2026-11-01T04:00,j 2026-11-01T05:30,m 2026-11-02T06:30'],
  ['02:30', '2026-03-08T05:00:00Z', 'm 2026-03-08T05:00,j 2026-03-08T07:30,m 2026-03-09T06:30'],
])('hands over once at %s when the clock change repeats or skips it', (handOver, from, shifts) => {
  const base = plan()
  const startsOn = new Date(at(from) - dayMs).toISOString().slice(0, 10)
  const turns = { shift_days: 1, hand_over: handOver, zone: 'America/New_York', starts_on: startsOn }
  const daily = { ...base, rotation: base.rotation === null ? null : { ...base.rotation, ...turns } }
  const untilMs = at(from) + 30 * hourMs
  expect(shown(daily, from, new Date(untilMs).toISOString()).join(',')).toBe(shifts)
  const listed = shiftsBetween(daily, at(from), untilMs)
  for (let atMs = at(from); atMs < untilMs; atMs += 300_000) {
    const shift = listed.find(({ fromMs, untilMs: endMs }) => fromMs <= atMs && atMs < endMs)
    expect(onCallAt(daily, atMs).person).toBe(shift?.person)
  }
})
