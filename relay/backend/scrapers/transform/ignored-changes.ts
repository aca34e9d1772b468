import { matchesPatterns } from '#shared/access/match.ts'
import { isMap } from '#shared/primitives/is-map.ts'
import type { ScrapedChange, ScrapedItem } from '#relay/backend/catalog/scraped-item.ts'

const prefix = 'config-db.flanksource.com/'

const readAnnotations = ({ type, config }: Pick<ScrapedItem, 'type' | 'config'>): Readonly<Record<string, unknown>> => {
  if (!type.startsWith('Kubernetes::') || !isMap(config)) return {}
  const { metadata } = config
  const annotations = isMap(metadata) ? metadata['annotations'] : undefined
  return isMap(annotations) ? annotations : {}
}

const matches = (patterns: unknown, value: string): boolean =>
  typeof patterns === 'string' && matchesPatterns(patterns, value)

/** A Kubernetes object may exclude its own changes by type and severity. */
export const listUnignored = (
  item: Pick<ScrapedItem, 'type' | 'config'>,
  changes: readonly ScrapedChange[],
): readonly ScrapedChange[] => {
  const annotations = readAnnotations(item)
  const [types, severities] = ['ignore-changes', 'ignore-change-severity'].map(
    (name) => annotations[`${prefix}${name}`],
  )
  if (types === undefined && severities === undefined) return changes
  return changes.filter(({ changeType, severity }) => !matches(types, changeType) && !matches(severities, severity))
}
