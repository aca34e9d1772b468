import { sameJson } from '#shared/primitives/same-json.ts'

type Fields = Readonly<Record<string, unknown>>

/** A row as its fields; a row that is no object, which no topic has, has none. */
export const toFields = (row: unknown): Fields =>
  typeof row === 'object' && row !== null && !Array.isArray(row) ? (row as Fields) : {}

/**
 * The fields of `before` that are different in `after`, as they were; a field that was not there is null. Null when
 * nothing is different but fields that tick.
 */
export const changedFields = (
  before: unknown,
  after: unknown,
  ticking: ReadonlySet<string>,
): Record<string, unknown> | null => {
  const earlier = toFields(before)
  const later = toFields(after)
  if (!differs(earlier, later, ticking)) return null
  const changed: Record<string, unknown> = {}
  for (const name of new Set([...Object.keys(earlier), ...Object.keys(later)])) {
    if (!sameJson(earlier[name], later[name])) changed[name] = earlier[name] ?? null
  }
  return changed
}

/** Nearly every change is a tick, and is to cost little. */
const differs = (earlier: Fields, later: Fields, ticking: ReadonlySet<string>): boolean => {
  for (const name in later) if (!ticking.has(name) && !sameJson(earlier[name], later[name])) return true
  for (const name in earlier) if (!ticking.has(name) && !(name in later)) return true
  return false
}
