import { compareText } from '#shared/primitives/compare-text.ts'
import type { CheckRow } from '#shared/health/check-row.ts'
import { compareNames } from '#shared/health/name-order.ts'
import { groupedBy } from '#shared/primitives/grouped-by.ts'

type Placed = Pick<CheckRow, 'id' | 'name' | 'namespace' | 'canaryName'>

export type MarkSlots = ReadonlyMap<string, readonly string[]>

export const noSlots: MarkSlots = new Map()

const inOrder = (rows: readonly Placed[]) =>
  rows.toSorted(
    (a, b) => compareNames(a.canaryName, b.canaryName) || compareNames(a.name, b.name) || compareText(a.id, b.id),
  )

const byNamespace = (rows: readonly Placed[]) => groupedBy(rows, ({ namespace }) => namespace)

const assignSlots = (before: readonly string[], rows: readonly Placed[]): readonly string[] => {
  const present = new Set(rows.map(({ id }) => id))
  const known = new Set(before)
  const added = rows.filter(({ id }) => !known.has(id))
  const gapCount = before.filter((id) => id !== '' && !present.has(id)).length
  if (added.length === 0 && gapCount === 0) return before
  const stayed = before.map((id) => (present.has(id) ? id : ''))
  const empty = stayed.filter((id) => id === '').length
  if (empty > rows.length / 2) return inOrder(rows).map(({ id }) => id)
  return [...stayed, ...inOrder(added).map(({ id }) => id)]
}

/**
 * Existing checks keep their slot, new ones are appended, until a third of the slots are gaps. Returns the same
 * object when nothing changed.
 */
export const placeMarks = (before: MarkSlots, rows: readonly Placed[]): MarkSlots => {
  const found = byNamespace(rows)
  const names = [...found.keys()].sort(compareNames)
  const slots = new Map(names.map((name) => [name, assignSlots(before.get(name) ?? [], found.get(name) ?? [])]))
  const same = slots.size === before.size && names.every((name) => before.get(name) === slots.get(name))
  return same ? before : slots
}
