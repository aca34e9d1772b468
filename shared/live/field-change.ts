import { z } from 'zod'
import { sameJson } from '#shared/primitives/same-json.ts'
import { isMap } from '#shared/primitives/is-map.ts'

/**
 * Wire format: key; changed fields; and per moved list the number of items removed at the front, followed by the
 * items added at the end.
 */
export const fieldChangeSchema = z.tuple([
  z.string(),
  z.record(z.string(), z.unknown()),
  z.record(z.string(), z.tuple([z.int().nonnegative()], z.unknown())),
])
export type FieldChange = z.infer<typeof fieldChangeSchema>

const maxRemoved = 8

const findListMove = (before: unknown, after: unknown): FieldChange[2][string] | null => {
  if (!Array.isArray(before) || !Array.isArray(after)) return null
  for (let removed = 0; removed <= Math.min(maxRemoved, before.length); removed += 1) {
    const remaining = before.length - removed
    if (remaining <= after.length && before.every((item, at) => at < removed || sameJson(item, after[at - removed])))
      return after.length - remaining + 1 < after.length ? [removed, ...after.slice(remaining)] : null
  }
  return null
}

export const findFieldChange = (key: string, before: unknown, after: unknown): FieldChange | null => {
  if (!isMap(before) || !isMap(after)) return null
  const names = Object.keys(after)
  if (Object.keys(before).some((name) => before[name] !== undefined && after[name] === undefined)) return null
  const changed = names.filter((name) => !sameJson(before[name], after[name]))
  if (changed.length * 2 >= names.length) return null
  const fields: Record<string, unknown> = {}
  const moved: FieldChange[2] = {}
  for (const name of changed) {
    const move = findListMove(before[name], after[name])
    if (move === null) fields[name] = after[name]
    else moved[name] = move
  }
  return [key, fields, moved]
}

export const withFieldChange = (row: unknown, [, fields, moved]: FieldChange): object | null => {
  if (!isMap(row)) return null
  const next: Record<string, unknown> = { ...row, ...fields }
  for (const [name, [removed, ...added]] of Object.entries(moved)) {
    const list = row[name]
    if (!Array.isArray(list) || list.length < removed) return null
    next[name] = [...(list as readonly unknown[]).slice(removed), ...added]
  }
  return next
}
