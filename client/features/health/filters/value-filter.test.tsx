import { expect, test } from 'vitest'
import { summariseLabels } from './value-filter.tsx'

const chosen = (...states: (1 | -1)[]) => new Map(states.map((state, i) => [`t${i}`, state]))

test.each([
  [chosen(), 'All'],
  [chosen(1, 1, 1), 't0, t1, t2'],
  [chosen(1, -1), 't0, not t1'],
  [chosen(1, 1, 1, 1), '4 of 11 included'],
  [chosen(-1, -1, -1, -1), '4 of 11 excluded'],
  [chosen(1, 1, -1, -1, -1), '2 included, 3 excluded'],
])('up to three labels are listed by name, more are counted: %j gives %s [HEALTH-20]', (filter, summary) => {
  expect(summariseLabels(filter, 11)).toBe(summary)
})
