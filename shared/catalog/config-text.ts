import { compareText } from '#shared/primitives/compare-text.ts'
import { isMap } from '#shared/primitives/is-map.ts'

const inOrder = (_key: string, value: unknown): unknown =>
  isMap(value) ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => compareText(a, b))) : value

const plainText = (config: unknown): string | undefined => {
  if (typeof config === 'string') return config
  if (!isMap(config) || typeof config['content'] !== 'string') return undefined
  return Object.keys(config).length === 1 ? config['content'] : undefined
}

/** Keys are sorted so that equal documents have equal texts; stored change diffs are between these texts. */
export const configText = (config: unknown): string =>
  plainText(config) ?? JSON.stringify(config ?? null, inOrder, 2) ?? 'null'
