import { compareText } from '#shared/primitives/compare-text.ts'
import type { CheckRow } from '#shared/health/check-row.ts'
import { compareNames } from '#shared/health/name-order.ts'
import { severityRank } from '#shared/health/severity.ts'
import { findSinceMs } from '#shared/health/since.ts'

const lastTier = 100

const readTier = ({ labels }: Pick<CheckRow, 'labels'>): number => {
  for (const [key, value] of Object.entries(labels)) {
    if (key !== 'tier' && !key.endsWith('/tier')) continue
    const number = /(\d+)$/.exec(value)?.[1]
    if (number !== undefined) return Math.min(Number(number), lastTier)
  }
  return lastTier
}

/** Acknowledged last; severity, then tier, then start of the failure, then name. The order does not depend on the current time. */
export const byWeight = (checks: readonly CheckRow[]): CheckRow[] =>
  checks.toSorted(
    (a, b) =>
      Number(a.acknowledged !== null) - Number(b.acknowledged !== null) ||
      severityRank(a) - severityRank(b) ||
      readTier(a) - readTier(b) ||
      (findSinceMs(a) ?? Infinity) - (findSinceMs(b) ?? Infinity) ||
      compareNames(a.name, b.name) ||
      compareText(a.id, b.id),
  )
