import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Observed } from '#shared/incidents/timeline-parts.ts'
import { takeNewest } from './read-observed.ts'

const turn = (atMs: number): Observed => ({
  id: `turn ${atMs}`,
  about: 'check',
  at: new Date(atMs).toISOString(),
  who: null,
  name: 'front',
  says: '',
  went: 'badly',
  ref: 'c1',
  config_id: null,
  thing_id: 'c1',
})
const taken = (times: readonly number[], most: number) => {
  const { lines, cut } = takeNewest(times.map(turn), most)
  return { times: lines.map(({ at }) => Date.parse(at)), cut }
}

test('returns all lines newest first, without a cut, if they fit', () => {
  expect(taken([1, 3, 2], 3)).toEqual({ times: [3, 2, 1], cut: [] })
  expect(taken([], 3)).toEqual({ times: [], cut: [] })
})

test('drops one line too many and sets the cut to the oldest remaining line', () => {
  expect(taken([1, 3, 2], 2)).toEqual({
    times: [3, 2],
    cut: [{ about: 'check', before: '1970-01-01T00:00:00.002Z' }],
  })
})

test('sorts times with different offsets by their instant', () => {
  const [early, late] = [turn(0), { ...turn(0), at: '1970-01-01T00:30:00+00:00' }]
  const east = { ...turn(0), at: '1970-01-01T01:15:00+01:00' }
  expect(takeNewest([early, east, late], 3).lines.map(({ at }) => at)).toEqual([late.at, east.at, early.at])
})

test('never returns a line older than one that it drops', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(50)), fc.integer({ min: 1, max: 10 }), (times, most) => {
      expect(taken(times, most).times).toEqual(times.toSorted((a, b) => b - a).slice(0, most))
    }),
  )
})
