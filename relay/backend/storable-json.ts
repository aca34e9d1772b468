/**
 * JSON text that PostgreSQL stores: what it cannot hold in text and jsonb, NUL and halves of surrogate pairs, becomes the
 * replacement character. Values that have no JSON become null.
 */
export const storableJson = (value: unknown): string =>
  (JSON.stringify(value) ?? 'null').replaceAll(/\\\\|\\u0000|\\ud[89a-f][0-9a-f]{2}/g, (escape) =>
    escape === '\\\\' ? escape : '\\ufffd',
  )

/** One text for equal values, whatever the order of their keys: jsonb keeps an order of its own. */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  ) ?? 'null'
