import { expect, test } from 'vitest'
import { checkRow } from '#shared/testing/check-row.ts'
import { lateChecks, collectSilences } from '#shared/health/late-checks.ts'
import { isLate } from '#shared/health/staleness.ts'

const reportedAtMs = Date.parse('2026-11-21T08:00:00.000Z')
const makeCheck = (id: string, lastRuntime: string | null) => checkRow({ id, lastRuntime, intervalMs: 30_000 })
const early = makeCheck('early', '2026-11-21T08:00:00.000Z')
const later = makeCheck('later', '2026-11-21T08:00:10.000Z')
const never = makeCheck('never', null)
const parts = [collectSilences([later, never]), collectSilences([early])]

test.each([
  { afterMs: 0, late: [] },
  { afterMs: 65_000, late: [] },
  { afterMs: 65_001, late: ['early'] },
  { afterMs: 75_001, late: ['later', 'early'] },
])('$afterMs ms after the last report: $late', ({ afterMs, late }) => {
  const nowMs = reportedAtMs + afterMs
  expect([...lateChecks(parts, nowMs)]).toEqual(late)
  expect([later, never, early].filter((row) => isLate(row, nowMs)).map(({ id }) => id)).toEqual(late)
})
