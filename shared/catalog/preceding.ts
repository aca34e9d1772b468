import type { CatalogChange } from './catalog-changes.ts'
import { changeSeverities } from './change-severity.ts'

/** A change before something turned, with what is known of it. */
export interface PrecedingChange {
  readonly change: CatalogChange
  /** How many steps its item is away; 0 is the item that turned. */
  readonly distance: number
}

/** How the same change went elsewhere. */
export interface SameElsewhere {
  /** Other items that it happened to lately. */
  readonly items: number
  /** How many of them turned soon after it. */
  readonly turned: number
}

export interface RankedChange extends PrecedingChange {
  /** How long before the turn, in milliseconds. */
  readonly beforeMs: number
  /** From 0 to 1: how much speaks for it. */
  readonly score: number
}

/** So long after a change what turns may have turned by it. */
export const turnsWithinMs = 30 * 60_000

const weights: Readonly<Record<string, number>> = { critical: 1, high: 0.9, medium: 0.75, low: 0.6, info: 0.5 }

const severityWeight = ({ severity }: CatalogChange): number =>
  weights[changeSeverities.find((known) => known === severity) ?? 'info'] ?? 0.5

/** Where the same change went well many times, little speaks for it; where it was followed by trouble, much. */
const turnRate = (same: SameElsewhere | undefined): number =>
  same === undefined ? 0.5 : (same.turned + 1) / (same.items + 2)

/**
 * The changes that may have made something turn, what speaks most for it first: near in time, near in the graph, severe, and not
 * one that goes well elsewhere. Those after the turn are left out. `sameAs` says how a change went elsewhere, where that is known.
 */
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
