import { facetReader, facetTitle, type Facet } from '#shared/health/check-facet.ts'
import type { CheckRow } from '#shared/health/check-row.ts'
import { checkStateOf, type GroupState } from '#shared/health/check-state.ts'
import { compareNames } from '#shared/health/name-order.ts'
import { rollUp, type RollUp } from '#shared/health/roll-up.ts'

export interface CheckGroup {
  /** The facet's value; empty for the checks that have none. */
  readonly key: string
  readonly title: string
  /** The one namespace that all of its checks share, or empty. */
  readonly namespace: string
  readonly roll: RollUp
  /** Worst first. */
  readonly checks: readonly CheckRow[]
}

type IsStale = (row: CheckRow) => boolean

const groupRank: Record<GroupState, number> = { unhealthy: 0, mixed: 1, unknown: 2, healthy: 4 }
const checkRank = { unhealthy: 0, unknown: 1, healthy: 3 } as const
const staleRank = { unhealthy: 0, unknown: 1, healthy: 2 } as const

/** Puts checks worst first: failing, without a result, silent, healthy. Among equals they stay in the order they came in. */
const worstFirst = (checks: readonly CheckRow[], isStale: IsStale): CheckRow[] => {
  const buckets: CheckRow[][] = [[], [], [], []]
  for (const row of checks) {
    const state = checkStateOf(row)
    buckets[isStale(row) ? staleRank[state] : checkRank[state]]?.push(row)
  }
  return buckets.flat()
}

const rankOf = ({ roll }: CheckGroup) => (roll.state === 'healthy' && roll.stale > 0 ? 3 : groupRank[roll.state])

const sharedNamespace = (checks: readonly CheckRow[]) => {
  const [first] = checks
  return first !== undefined && checks.every((row) => row.namespace === first.namespace) ? first.namespace : ''
}

const groupOf = (key: string, checks: readonly CheckRow[], groupBy: Facet, isStale: IsStale): CheckGroup => ({
  key,
  title: key !== '' || groupBy === 'no-group' ? key : `No ${facetTitle(groupBy)}`,
  namespace: sharedNamespace(checks),
  roll: rollUp(checks, isStale),
  checks: worstFirst(checks, isStale),
})

const membersOf = (rows: readonly CheckRow[], groupBy: Facet) => {
  const read = facetReader(groupBy)
  const members = new Map<string, CheckRow[]>()
  for (const row of rows) {
    const key = read(row)
    const group = members.get(key)
    if (group === undefined) members.set(key, [row])
    else group.push(row)
  }
  return members
}

const sameMembers = (a: readonly CheckRow[], b: readonly CheckRow[]) =>
  a.length === b.length && a.every((row, i) => row === b[i])

/**
 * Groups checks, which come by name, by a facet: the worst group first, then the one with more failing checks, then by name. For
 * `no-group` all checks come in one group without a title. It remembers what it last said: a group whose checks are the
 * same objects stays the same object, and costs no roll-up.
 */
export const createGrouping = () => {
  let known = new Map<string, { readonly checks: readonly CheckRow[]; readonly group: CheckGroup }>()
  let asked: { readonly groupBy: Facet; readonly isStale: IsStale } | null = null
  return (rows: readonly CheckRow[], groupBy: Facet, isStale: IsStale): CheckGroup[] => {
    if (asked?.groupBy !== groupBy || asked.isStale !== isStale) known = new Map()
    asked = { groupBy, isStale }
    const next: typeof known = new Map()
    for (const [key, checks] of membersOf(rows, groupBy)) {
      const before = known.get(key)
      const isSame = before !== undefined && sameMembers(before.checks, checks)
      next.set(key, isSame ? before : { checks, group: groupOf(key, checks, groupBy, isStale) })
    }
    known = next
    return [...next.values()]
      .map(({ group }) => group)
      .sort((a, b) => rankOf(a) - rankOf(b) || b.roll.unhealthy - a.roll.unhealthy || compareNames(a.title, b.title))
  }
}
