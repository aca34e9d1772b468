import type { CheckRow } from '#shared/health/check-row.ts'
import { compareNames } from '#shared/health/name-order.ts'

const severities = ['critical', 'blocker', 'high', 'medium', 'low', 'info']

const severityRank = ({ severity }: Pick<CheckRow, 'severity'>) => {
  const at = severities.indexOf(severity.toLowerCase())
  return at < 0 ? severities.length : at
}

const lastTier = 100

/** The number of a tier label: `tier: 1`, `tier: tier-1`, `example.com/tier: "0"`. Checks without one come last. */
const tierOf = ({ labels }: Pick<CheckRow, 'labels'>): number => {
  for (const [key, value] of Object.entries(labels)) {
    if (key !== 'tier' && !key.endsWith('/tier')) continue
    const number = /(\d+)$/.exec(value)?.[1]
    if (number !== undefined) return Math.min(Number(number), lastTier)
  }
  return lastTier
}

/** Since when a check is what it is, in milliseconds since the epoch: as well as its backend tells. */
export const sinceMsOf = (row: Pick<CheckRow, 'lastTransition' | 'lastFail' | 'lastRuntime'>): number | null => {
  const at = row.lastTransition ?? row.lastFail ?? row.lastRuntime
  return at === null ? null : Date.parse(at)
}

/**
 * Failing checks by weight, the heaviest first: severity, then tier where a label tells one, then how long it lasts, then
 * name. Time alone changes no order.
 */
export const byWeight = (checks: readonly CheckRow[]): CheckRow[] =>
  checks.toSorted(
    (a, b) =>
      severityRank(a) - severityRank(b) ||
      tierOf(a) - tierOf(b) ||
      (sinceMsOf(a) ?? Infinity) - (sinceMsOf(b) ?? Infinity) ||
      compareNames(a.name, b.name) ||
      (a.id < b.id ? -1 : 1),
  )
