import type { CatalogChange } from './catalog-changes.ts'
import { changeSeverities } from './change-severity.ts'

export interface PrecedingChange {
  readonly change: CatalogChange
  readonly distance: number
}

export interface SameElsewhere {
  readonly items: number
  readonly turned: number
}

export interface RankedChange extends PrecedingChange {
  readonly beforeMs: number
  readonly score: number
}

export const turnsWithinMs = 30 * 60_000

const weights: Readonly<Record<string, number>> = { critical: 1, high: 0.9, medium: 0.75, low: 0.6, info: 0.5 }

const severityWeight = ({ severity }: CatalogChange): number =>
  weights[changeSeverities.find((known) => known === severity) ?? 'info'] ?? 0.5

const turnRate = (same: SameElsewhere | undefined): number =>
  same === undefined ? 0.5 : (same.turned + 1) / (same.items + 2)

export const rankPreceding = (
  turnedAtMs: number,
  changes: readonly PrecedingChange[],
  sameAs: (change: CatalogChange) => SameElsewhere | undefined,
): readonly RankedChange[] =>
  changes
    .map(({ change, distance }): RankedChange => {
      const beforeMs = turnedAtMs - Date.parse(change.created_at)
      const near = Math.exp(-Math.max(0, beforeMs) / turnsWithinMs) / (1 + distance / 2)
      const score = Math.min(1, near * severityWeight(change) * 2 * turnRate(sameAs(change)))
      return { change, distance, beforeMs, score }
    })
    .filter(({ beforeMs }) => beforeMs >= 0)
    .toSorted((a, b) => b.score - a.score || a.beforeMs - b.beforeMs)
