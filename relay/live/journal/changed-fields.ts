import { sameJson } from '#shared/primitives/same-json.ts'
import { isMap } from '#shared/primitives/is-map.ts'

type Fields = Readonly<Record<string, unknown>>

export const toFields = (row: unknown): Fields => (isMap(row) ? row : {})

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

const differs = (earlier: Fields, later: Fields, ticking: ReadonlySet<string>): boolean => {
  for (const name in later) if (!ticking.has(name) && !sameJson(earlier[name], later[name])) return true
  for (const name in earlier) if (!ticking.has(name) && !(name in later)) return true
  return false
}
