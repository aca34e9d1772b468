import { expect, test } from 'vitest'
import { estimateNextRun } from './failing-jobs.ts'

const at = (...minutes: readonly number[]) =>
  minutes.map((minute) => new Date(Date.UTC(2026, 10, 29, 8, minute)).toISOString())

test.each([
  ['a regular job', at(40, 30, 20, 10), at(50)[0]],
  ['a slightly late run', at(41, 30, 20, 10), at(51)[0]],
  ['an irregular job', at(40, 38, 20, 10), null],
  ['two runs', at(40, 30), null],
  ['no runs', [], null],
])('%s', (_title, starts, next) => {
  expect(estimateNextRun(starts)).toBe(next)
})
