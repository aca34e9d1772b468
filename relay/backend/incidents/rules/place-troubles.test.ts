import { expect, test } from 'vitest'
import { placeTroubles, type OpenIncident } from './place-troubles.ts'

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

test('a storm under one parent is one incident', () => {
  const storm = many('shop', 200)
  expect(placeTroubles(storm, [], now)).toEqual([{ incidentId: null, group: 'shop', troubles: storm }])
})

test('few groups that fail at once are an incident each, many are one', () => {
  const three = ['a', 'b', 'c'].flatMap((group) => many(group, 2))
  expect(placeTroubles(three, [], now).map(({ group }) => group)).toEqual(['a', 'b', 'c'])
  const four = [...three, ...many('d', 1)]
  expect(placeTroubles(four, [], now)).toEqual([{ incidentId: null, group: 'storm', troubles: four }])
})

test('what comes later joins the incident of its parent, and a new one once that is long ago', () => {
  const [late] = many('shop', 1)
  const troubles = late === undefined ? [] : [late]
  expect(placeTroubles(troubles, [open('i1', 'shop', 9 * minute)], now)).toEqual([
    { incidentId: 'i1', group: 'shop', troubles },
  ])
  expect(placeTroubles(troubles, [open('i1', 'shop', 11 * minute)], now)).toEqual([
    { incidentId: null, group: 'shop', troubles },
  ])
})

test('a fourth group within a minute joins the youngest incident, and so does all that is too much', () => {
  const lately = ['a', 'b', 'c'].map((group, at) => open(`i${at}`, group, 30_000 - at * 1_000))
  expect(placeTroubles(many('d', 1), lately, now).map(({ incidentId }) => incidentId)).toEqual(['i2'])
  const full = Array.from({ length: 50 }, (_, at) => open(`old${at}`, `g${at}`, 60 * minute + at))
  expect(placeTroubles(many('d', 3), full, now).map(({ incidentId }) => incidentId)).toEqual(['old0'])
})
