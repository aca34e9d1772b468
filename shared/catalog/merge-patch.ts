import { isMap } from '#shared/primitives/is-map.ts'
import { sameJson } from '#shared/primitives/same-json.ts'

/** RFC 7396: removed members are null, maps are patched per member, all other values are replaced. */
export const mergePatch = (before: unknown, after: unknown): unknown => {
  if (!isMap(before) || !isMap(after)) return after
  const patch: [string, unknown][] = []
  for (const key of Object.keys(before)) if (!Object.hasOwn(after, key)) patch.push([key, null])
  for (const [key, value] of Object.entries(after)) {
    if (!Object.hasOwn(before, key)) patch.push([key, value])
    else if (!sameJson(before[key], value)) patch.push([key, mergePatch(before[key], value)])
  }
  return Object.fromEntries(patch)
}

export const patchedPaths = (patch: unknown, at = ''): string[] => {
  if (!isMap(patch)) return at === '' ? [] : [at]
  return Object.entries(patch).flatMap(([key, value]) => {
    const path = at === '' ? key : `${at}.${key}`
    const within = patchedPaths(value, path)
    return within.length === 0 ? [path] : within
  })
}
