import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assignFailures, type OpenIncident } from './assign-failures.ts'

const now = Date.parse('2026-03-24T03:00:00Z')
const minute = 60_000
const many = (group: string, count: number) =>
  Array.from({ length: count }, (_, at) => ({ group, id: `${group} ${at}` }))
const open = (id: string, group: string, agoMs: number): OpenIncident => ({
  id,
  group,
  openedAtMs: now - agoMs,
  joinedAtMs: now - agoMs,
})

test('opens one incident for a storm under one parent', () => {
  const storm = many('shop', 200)
  expect(assignFailures(storm, [], now)).toEqual([{ incidentId: null, group: 'shop', failures: storm }])
})

test('opens an incident per group for few groups, and one for many', () => {
  const three = ['a', 'b', 'c'].flatMap((group) => many(group, 2))
  expect(assignFailures(three, [], now).map(({ group }) => group)).toEqual(['a', 'b', 'c'])
  const four = [...three, ...many('d', 1)]
  expect(assignFailures(four, [], now)).toEqual([{ incidentId: null, group: 'storm', failures: four }])
})

test("adds a later failure to its parent's incident, and opens a new one after a longer time", () => {
  const [late] = many('shop', 1)
  const failures = late === undefined ? [] : [late]
  expect(assignFailures(failures, [open('i1', 'shop', 9 * minute)], now)).toEqual([
    { incidentId: 'i1', group: 'shop', failures },
  ])
  expect(assignFailures(failures, [open('i1', 'shop', 11 * minute)], now)).toEqual([
    { incidentId: null, group: 'shop', failures },
  ])
})

test('adds a fourth group within a minute, and everything over the limit, to the youngest incident', () => {
  const lately = ['a', 'b', 'c'].map((group, at) => open(`i${at}`, group, 30_000 - at * 1_000))
  expect(assignFailures(many('d', 1), lately, now).map(({ incidentId }) => incidentId)).toEqual(['i2'])
  const full = Array.from({ length: 50 }, (_, at) => open(`old${at}`, `g${at}`, 60 * minute + at))
  expect(assignFailures(many('d', 3), full, now).map(({ incidentId }) => incidentId)).toEqual(['old0'])
})

test('a failure joins at exactly ten minutes, and the youngest of several incidents of its parent', () => {
  const near = [open('old', 'shop', 10 * minute), open('young', 'shop', 9 * minute)]
  expect(assignFailures(many('shop', 1), near.slice(0, 1), now).map(({ incidentId }) => incidentId)).toEqual(['old'])
  expect(assignFailures(many('shop', 1), near, now).map(({ incidentId }) => incidentId)).toEqual(['young'])
})

test('later failures extend the time in which an incident can be joined', () => {
  const joined = { ...open('i1', 'shop', 60 * minute), joinedAtMs: now - minute }
  expect(assignFailures(many('shop', 1), [joined], now).map(({ incidentId }) => incidentId)).toEqual(['i1'])
})

const openedTogether = (agoMs: number) => ['a', 'b', 'c'].map((group, at) => open(`i${at}`, group, agoMs))
const openedLongAgo = (count: number) =>
  Array.from({ length: count }, (_, at) => open(`i${at}`, `g${at}`, 60 * minute + at))

test('counts a storm over exactly one minute', () => {
  expect(assignFailures(many('d', 1), openedTogether(minute), now).map(({ group }) => group)).toEqual(['a'])
  expect(assignFailures(many('d', 1), openedTogether(minute + 1), now).map(({ group }) => group)).toEqual(['d'])
})

test('opens at most fifty incidents per rule', () => {
  expect(assignFailures(many('d', 1), openedLongAgo(49), now).map(({ incidentId }) => incidentId)).toEqual([null])
  expect(assignFailures(many('d', 1), openedLongAgo(50), now).map(({ incidentId }) => incidentId)).toEqual(['i0'])
})

test('assigns every failure exactly once and opens at most three incidents', () => {
  const groups = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')
  fc.assert(
    fc.property(
      fc.array(groups),
      fc.array(fc.tuple(groups, fc.nat(20 * minute)), { maxLength: 60 }),
      (failing, opened) => {
        const failures = failing.map((group, id) => ({ group, id }))
        const placed = assignFailures(
          failures,
          opened.map(([group, agoMs], at) => open(`i${at}`, group, agoMs)),
          now,
        )
        const ids = placed.flatMap((each) => each.failures.map(({ id }) => id))
        expect(ids.toSorted((a, b) => a - b)).toEqual(failures.map(({ id }) => id))
        expect(placed.filter(({ incidentId }) => incidentId === null).length).toBeLessThanOrEqual(3)
      },
    ),
  )
})
