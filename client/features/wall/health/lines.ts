import type { CheckRow } from '#shared/health/check-row.ts'
import type { LineKind } from '#shared/wall/fit-rows.ts'
import type { CorrelatedFailures } from '#shared/wall/correlated-failures.ts'
import type { CheckGroupCount, WallHealth } from '#shared/wall/wall-health.ts'

export type WallLine =
  | { readonly kind: 'correlated'; readonly correlated: CorrelatedFailures }
  | { readonly kind: 'failure'; readonly check: CheckRow }
  | { readonly kind: 'stale'; readonly groups: readonly CheckGroupCount[]; readonly sinceMs: number | null }

/** When `held`, everything is stale, so no line says so. */
export const toWallLines = (
  { correlatedFailures, failing, staleGroups, staleSinceMs }: WallHealth,
  held: boolean,
): WallLine[] => [
  ...correlatedFailures.map((correlated): WallLine => ({ kind: 'correlated', correlated })),
  ...failing.map((check): WallLine => ({ kind: 'failure', check })),
  ...(held || staleGroups.length === 0 ? [] : [{ kind: 'stale' as const, groups: staleGroups, sinceMs: staleSinceMs }]),
]

export const listKinds = (lines: readonly WallLine[]): LineKind[] => lines.map(({ kind }) => kind)

const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0)

export const formatGroups = (groups: readonly CheckGroupCount[]): string => {
  const rest = groups.slice(2)
  const labels = groups.slice(0, 2).map(({ name, count }) => `${name} ${count}`)
  if (rest.length > 0) {
    labels.push(`${rest.length} more ${rest.length === 1 ? 'group' : 'groups'} ${sum(rest.map(({ count }) => count))}`)
  }
  return labels.join(', ')
}

export const correlatedGroups = ({ checks }: CorrelatedFailures): CheckGroupCount[] => {
  const counts = new Map<string, number>()
  for (const { canaryName } of checks) counts.set(canaryName, (counts.get(canaryName) ?? 0) + 1)
  return [...counts].map(([name, count]) => ({ name, count })).sort((a, b) => b.count - a.count)
}

export const formatMessage = ({ message, problem }: Pick<CheckRow, 'message' | 'problem'>): string =>
  (message || problem || 'failed without a message').slice(0, 300)
