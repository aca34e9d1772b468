import { facetReader, facetTitle, type Facet } from '#shared/health/check-facet.ts'
import type { CheckRow } from '#shared/health/check-row.ts'
import { toCheckState, type GroupState } from '#shared/health/check-state.ts'
import { compareNames } from '#shared/health/name-order.ts'
import { rollUp, type RollUp } from '#shared/health/roll-up.ts'
import { createListMemory, type ListMemory } from '#shared/primitives/list-memory.ts'
import { appendValue } from '#shared/primitives/append-value.ts'

export interface CheckGroup {
  readonly key: string
  readonly title: string
  readonly namespace: string
  readonly roll: RollUp
  readonly checks: readonly CheckRow[]
}

type IsStale = (row: CheckRow) => boolean

const groupRank: Record<GroupState, number> = { unhealthy: 0, mixed: 1, unknown: 2, healthy: 4 }
const checkRank = { unhealthy: 0, unknown: 1, healthy: 3 } as const
const staleRank = { unhealthy: 0, unknown: 1, healthy: 2 } as const

const worstFirst = (checks: readonly CheckRow[], isStale: IsStale): CheckRow[] => {
  const buckets: CheckRow[][] = [[], [], [], []]
  for (const row of checks) {
    const state = toCheckState(row)
    buckets[isStale(row) ? staleRank[state] : checkRank[state]]?.push(row)
  }
  return buckets.flat()
}

const compareRank = ({ roll }: CheckGroup) => (roll.state === 'healthy' && roll.stale > 0 ? 3 : groupRank[roll.state])

const sharedNamespace = (checks: readonly CheckRow[]) => {
  const [first] = checks
  return first !== undefined && checks.every((row) => row.namespace === first.namespace) ? first.namespace : ''
}

const makeGroup = (key: string, checks: readonly CheckRow[], groupBy: Facet, isStale: IsStale): CheckGroup => ({
  key,
  title: key !== '' || groupBy === 'no-group' ? key : `No ${facetTitle(groupBy)}`,
  namespace: sharedNamespace(checks),
  roll: rollUp(checks, isStale),
  checks: worstFirst(checks, isStale),
})

const indexByGroup = (rows: readonly CheckRow[], read: (row: CheckRow) => string) => {
  const indexes = new Map<string, number[]>()
  for (const [at, row] of rows.entries()) appendValue(indexes, read(row), at)
  return indexes
}

const touchedGroups = (rows: readonly CheckRow[], before: readonly CheckRow[], read: (row: CheckRow) => string) => {
  if (rows.length !== before.length) return null
  const touched = new Set<string>()
  for (const [at, row] of rows.entries()) {
    const old = before[at]
    if (row === old) continue
    const key = read(row)
    if (old?.id !== row.id || read(old) !== key) return null
    touched.add(key)
  }
  return touched
}

const worstGroupFirst = (a: CheckGroup, b: CheckGroup) =>
  compareRank(a) - compareRank(b) || b.roll.unhealthy - a.roll.unhealthy || compareNames(a.title, b.title)

interface Grouped {
  readonly groupBy: Facet
  readonly isStale: IsStale
  readonly rows: readonly CheckRow[]
  readonly indexes: ReadonlyMap<string, readonly number[]>
  readonly groups: readonly CheckGroup[]
  readonly memory: ListMemory<CheckRow, CheckGroup>
}

/**
 * Worst group first, then most failing checks, then name. Unchanged groups keep their object identity, which the
 * list relies on.
 */
export const createGrouping = () => {
  let known: Grouped | null = null
  return (rows: readonly CheckRow[], groupBy: Facet, isStale: IsStale): readonly CheckGroup[] => {
    const read = facetReader(groupBy)
    const before = known?.groupBy === groupBy && known.isStale === isStale ? known : null
    const touched = before && touchedGroups(rows, before.rows, read)
    const isKnown = before !== null && touched !== null
    const indexes = isKnown ? before.indexes : indexByGroup(rows, read)
    const memory = before?.memory ?? createListMemory()
    const group = (key: string) => {
      const checks = (indexes.get(key) ?? []).flatMap((at) => rows[at] ?? [])
      return memory(checks, () => makeGroup(key, checks, groupBy, isStale))
    }
    const groups = isKnown
      ? before.groups.map((one) => (touched.has(one.key) ? group(one.key) : one))
      : [...indexes.keys()].map(group)
    groups.sort(worstGroupFirst)
    known = { groupBy, isStale, rows, indexes, groups, memory }
    return groups
  }
}
