import { compareText } from '#shared/primitives/compare-text.ts'
import { isMap } from '#shared/primitives/is-map.ts'

const unstorable = /\\\\|\\u0000|\\ud[89a-f][0-9a-f]{2}/g
const storable = (json: string): string =>
  json.replaceAll(unstorable, (escape) => (escape === '\\\\' ? escape : '\\ufffd'))

/**
 * PostgreSQL cannot store NUL and lone surrogates; they become the replacement character. Values without JSON
 * become null.
 */
export const storableJson = (value: unknown): string => storable(JSON.stringify(value) ?? 'null')

/** Key order is ignored, because jsonb does not keep it. */
export const canonicalJson = (value: unknown): string =>
  storable(
    JSON.stringify(value, (_key, part: unknown) =>
      isMap(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => compareText(a, b))) : part,
    ) ?? 'null',
  )
