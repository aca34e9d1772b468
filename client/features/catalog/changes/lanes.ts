import { compareText } from '#shared/primitives/compare-text.ts'
import { changeSeverities } from '#shared/catalog/change-severity.ts'
import type { CatalogChange } from '#shared/catalog/catalog-changes.ts'
import { formatCount } from '#shared/primitives/format-count.ts'
import { groupedBy } from '#shared/primitives/grouped-by.ts'

export type LaneBy = 'item' | 'type'

export interface Lane {
  readonly key: string
  readonly title: string
  readonly itemId: string | undefined
  readonly count: number
  readonly changes: readonly CatalogChange[]
}

const getRank = ({ severity }: CatalogChange): number => {
  const at = changeSeverities.findIndex((known) => known === severity)
  return at === -1 ? changeSeverities.length : at
}

const worst = (changes: readonly CatalogChange[]): number => Math.min(...changes.map(getRank))
const countChanges = (changes: readonly CatalogChange[]): number =>
  changes.reduce((sum, { count }) => sum + (count ?? 1), 0)

export const groupIntoLanes = (changes: readonly CatalogChange[], by: LaneBy, most: number): readonly Lane[] => {
  const groups = groupedBy(changes, (change) => (by === 'item' ? change.config_id : change.change_type))
  const lanes = [...groups]
    .map(([key, group]): Lane => ({
      key,
      title: by === 'item' ? (group[0]?.name ?? key) : key,
      itemId: by === 'item' ? key : undefined,
      count: countChanges(group),
      changes: group,
    }))
    .toSorted((a, b) => worst(a.changes) - worst(b.changes) || b.count - a.count || compareText(a.title, b.title))
  if (lanes.length <= most) return lanes
  const others = lanes.slice(most - 1).flatMap((lane) => lane.changes)
  const title = `${formatCount(lanes.length - most + 1)} more ${by === 'item' ? 'items' : 'types'}`
  return [
    ...lanes.slice(0, most - 1),
    { key: 'others', title, itemId: undefined, count: countChanges(others), changes: others },
  ]
}

export const worstSeverity = ({ changes }: Lane): string => changeSeverities[worst(changes)] ?? 'unknown'
