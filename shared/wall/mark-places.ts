import type { CheckRow } from '#shared/health/check-row.ts'
import { compareNames } from '#shared/health/name-order.ts'

type Placed = Pick<CheckRow, 'id' | 'name' | 'namespace' | 'canaryName'>

/** The places of checks on the map, by namespace: the id of the check at each place, empty where one has gone. */
export type MarkPlaces = ReadonlyMap<string, readonly string[]>

export const noPlaces: MarkPlaces = new Map()

const inOrder = (rows: readonly Placed[]) =>
  rows.toSorted(
    (a, b) => compareNames(a.canaryName, b.canaryName) || compareNames(a.name, b.name) || (a.id < b.id ? -1 : 1),
  )

const byNamespace = (rows: readonly Placed[]) => {
  const found = new Map<string, Placed[]>()
  for (const row of rows) {
    const known = found.get(row.namespace)
    if (known === undefined) found.set(row.namespace, [row])
    else known.push(row)
  }
  return found
}

const placeIn = (before: readonly string[], rows: readonly Placed[]): readonly string[] => {
  const present = new Set(rows.map(({ id }) => id))
  const kept = new Set(before)
  const added = rows.filter(({ id }) => !kept.has(id))
  const gone = before.filter((id) => id !== '' && !present.has(id)).length
  if (added.length === 0 && gone === 0) return before
  const stayed = before.map((id) => (present.has(id) ? id : ''))
  const empty = stayed.filter((id) => id === '').length
  if (empty > rows.length / 2) return inOrder(rows).map(({ id }) => id)
  return [...stayed, ...inOrder(added).map(({ id }) => id)]
}

/**
 * Gives checks their places, canary after canary. A check keeps the place it had before: a new one comes last in its
 * namespace, and one that goes leaves a gap, until a third of the places are gaps. The same object while nothing moved.
 */
export const placeMarks = (before: MarkPlaces, rows: readonly Placed[]): MarkPlaces => {
  const found = byNamespace(rows)
  const names = [...found.keys()].sort(compareNames)
  const places = new Map(names.map((name) => [name, placeIn(before.get(name) ?? [], found.get(name) ?? [])]))
  const same = places.size === before.size && names.every((name) => before.get(name) === places.get(name))
  return same ? before : places
}
