const unstorable = /\\\\|\\u0000|\\ud[89a-f][0-9a-f]{2}/g
const storable = (json: string): string =>
  json.replaceAll(unstorable, (escape) => (escape === '\\\\' ? escape : '\\ufffd'))

/**
 * JSON text that PostgreSQL stores: what it cannot hold in text and jsonb, NUL and halves of surrogate pairs, becomes the
 * replacement character. Values that have no JSON become null.
 */
export const storableJson = (value: unknown): string => storable(JSON.stringify(value) ?? 'null')

/** One text for values that are equal once they are stored, whatever the order of their keys: jsonb keeps its own. */
export const canonicalJson = (value: unknown): string =>
  storable(
    JSON.stringify(value, (_key, part: unknown) =>
      typeof part === 'object' && part !== null && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
        : part,
    ) ?? 'null',
  )
