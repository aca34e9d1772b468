import { isMap } from '#shared/primitives/is-map.ts'

/** Maps of texts, where a key without a value is empty. */
const textMaps = new Set(['labels', 'annotations', 'tags'])

const emptyTexts = (map: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(map).map(([key, value]): [string, unknown] => [key, value ?? '']))

/** A key without a value (`description:`) is null in YAML and means the same as no key. */
export const withoutNulls = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (!isMap(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]): [string, unknown][] => {
      if (member == null) return []
      return [[key, textMaps.has(key) && isMap(member) ? emptyTexts(member) : withoutNulls(member)]]
    }),
  )
}
