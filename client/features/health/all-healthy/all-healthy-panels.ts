import type { CheckRow } from '#shared/health/check-row.ts'
import { compareNames } from '#shared/health/name-order.ts'
import { rollUp, type RollUp } from '#shared/health/roll-up.ts'
import { findIntervalMs } from '#shared/health/staleness.ts'
import { groupedBy } from '#shared/primitives/grouped-by.ts'

const shownMax = 7
const never = () => false

export const listRecentFailures = (checks: readonly CheckRow[]): CheckRow[] =>
  checks
    .filter(({ lastFail }) => lastFail !== null)
    .sort((a, b) => Date.parse(b.lastFail ?? '') - Date.parse(a.lastFail ?? ''))
    .slice(0, shownMax)

export const rarest = (checks: readonly CheckRow[]): CheckRow[] =>
  checks
    .filter((row) => findIntervalMs(row) !== null)
    .sort((a, b) => (findIntervalMs(b) ?? 0) - (findIntervalMs(a) ?? 0) || compareNames(a.name, b.name))
    .slice(0, shownMax)

export const nextExpected = (checks: readonly CheckRow[]): CheckRow[] =>
  checks
    .filter(({ nextRuntime }) => nextRuntime !== null)
    .sort((a, b) => Date.parse(a.nextRuntime ?? '') - Date.parse(b.nextRuntime ?? ''))
    .slice(0, shownMax)

export interface FacetSummary {
  readonly value: string
  readonly roll: RollUp
}

export const summarizeByFacet = (checks: readonly CheckRow[], read: (row: CheckRow) => string): FacetSummary[] =>
  [...groupedBy(checks, read)]
    .map(([value, rows]) => ({ value, roll: rollUp(rows, never) }))
    .sort((a, b) => compareNames(a.value, b.value))
