import { expect, test } from 'vitest'
import type { CheckRow } from '#shared/health/check-row.ts'
import { checkRow } from '#shared/testing/check-row.ts'
import { healthFacts, joinFacts } from '#shared/health/health-facts.ts'

const at = (clock: string) => `2026-11-21T${clock}.000Z`

const stale = checkRow({ id: 's', lastRuntime: at('06:00:00') })
const isStale = (row: CheckRow) => row === stale
const rows = [
  checkRow({ lastRuntime: at('08:00:00') }),
  checkRow({
    lastRuntime: at('07:59:30'),
    status: 'unhealthy',
    lastTransition: at('07:50:00'),
    lastFail: at('07:52:00'),
  }),
  checkRow({ lastRuntime: at('01:00:00'), intervalMs: 86_400_000 }),
  checkRow({ lastRuntime: null, status: '' }),
  stale,
]

test('the oldest result excludes stale checks and rare schedules, which are counted separately', () => {
  expect(healthFacts(rows, isStale)).toEqual({
    total: 5,
    healthy: 3,
    unhealthy: 1,
    unknown: 1,
    stale: 1,
    rare: 1,
    oldestResultMs: Date.parse(at('07:59:30')),
    staleReportedMs: Date.parse(at('06:00:00')),
    lastFailureMs: Date.parse(at('07:52:00')),
  })
})

test.each([0, 1, 2, 3, 4, 5])('joins facts of parts, split after %i rows, into the facts of all', (split) => {
  const parts = [rows.slice(0, split), rows.slice(split)].map((part) => healthFacts(part, isStale))
  expect(joinFacts(parts)).toEqual(healthFacts(rows, isStale))
})
