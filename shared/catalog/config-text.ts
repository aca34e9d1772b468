import { isMap } from '#shared/primitives/is-map.ts'

const inOrder = (_key: string, value: unknown): unknown =>
  isMap(value) ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))) : value

/** The text of a document that is none of JSON: a text itself, or `{content}`; undefined for every other. */
const plainText = (config: unknown): string | undefined => {
  if (typeof config === 'string') return config
  if (!isMap(config) || typeof config['content'] !== 'string') return undefined
  return Object.keys(config).length === 1 ? config['content'] : undefined
}

/**
 * A config item's document as people read and compare it: a text as it is, everything else as JSON indented by two with the
 * keys in order, so that equal documents are equal texts. Diffs of changes are between these texts.
 */
export const configText = (config: unknown): string =>
  plainText(config) ?? JSON.stringify(config ?? null, inOrder, 2) ?? 'null'
