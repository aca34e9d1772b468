import { isMap } from '#shared/primitives/is-map.ts'
import { sameJson } from '#shared/primitives/same-json.ts'

/**
 * The JSON merge patch (RFC 7396) that makes `after` out of `before`: what is gone is null, maps are patched member by member,
 * everything else stands as it is afterwards.
 */
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

/** The places that a merge patch changes, in dotted form: `spec.replicas`. */
export const patchedPaths = (patch: unknown, at = ''): string[] => {
  if (!isMap(patch)) return at === '' ? [] : [at]
  return Object.entries(patch).flatMap(([key, value]) => {
    const path = at === '' ? key : `${at}.${key}`
    const within = patchedPaths(value, path)
    return within.length === 0 ? [path] : within
  })
}
