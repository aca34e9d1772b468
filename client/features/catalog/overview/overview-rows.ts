import type { CatalogGroup } from '#shared/catalog/catalog-summary.ts'
import { formatCount } from '#shared/primitives/format-count.ts'
import type { ListedItem } from '#client/features/catalog/catalog-api.ts'

export interface GroupRow {
  readonly kind: 'group'
  readonly key: string
  readonly name: string | null
  readonly group: CatalogGroup
  readonly isOpen: boolean
  readonly isFavourite: boolean
}

interface ItemRow {
  readonly kind: 'item'
  readonly key: string
  readonly item: ListedItem
}

interface MoreRow {
  readonly kind: 'more'
  readonly key: string
  readonly of: GroupRow
  readonly count: number
  readonly healths: string
}

export type OverviewRow = GroupRow | ItemRow | MoreRow

const noName = ''
const itemsShown = 5

const toGroupKey = (name: string | null): string => name ?? noName

const healthOrder = ['unhealthy', 'warning', 'unknown', 'healthy'] as const

export const worstHealth = ({ health }: CatalogGroup): string | undefined =>
  healthOrder.find((word) => (health?.[word] ?? 0) > 0)

const getRank = (group: CatalogGroup): number => {
  const worst = worstHealth(group)
  return worst === undefined ? healthOrder.length : healthOrder.findIndex((word) => word === worst)
}

const healthsLeft = ({ health, count }: CatalogGroup, shown: readonly ListedItem[]): string => {
  const left = Object.entries(health ?? {}).map(([word, total]) => {
    const seen = shown.filter((item) => item.health === word).length
    return { word, total: total - seen }
  })
  const there = left
    .filter(({ total }) => total > 0)
    .toSorted(
      (a, b) => healthOrder.findIndex((word) => word === a.word) - healthOrder.findIndex((word) => word === b.word),
    )
  const known = there.reduce((sum, { total }) => sum + total, 0)
  const others = count - shown.length
  const [only] = there
  if (only !== undefined && there.length === 1 && only.total === others) return `all ${only.word}`
  const without = others - known
  const texts = there.map(({ word, total }) => `${formatCount(total)} ${word}`)
  return [...texts, ...(without > 0 ? [`${formatCount(without)} without health`] : [])].join(', ')
}

interface Overview {
  readonly groupBy: string
  readonly groups: readonly CatalogGroup[]
  readonly unhealthy: readonly ListedItem[]
  /** True is expanded. Groups with unhealthy items are expanded unless listed here. */
  readonly folded: ReadonlyMap<string, boolean>
  readonly favourites: ReadonlySet<string>
  readonly inOrder: (rows: readonly GroupRow[]) => readonly GroupRow[]
}

const getGroupName = (group: CatalogGroup, groupBy: string): string | null => {
  const name = group[groupBy]
  return typeof name === 'string' ? name : null
}

export const usualOrder = (rows: readonly GroupRow[]): readonly GroupRow[] =>
  rows.toSorted(
    (a, b) =>
      Number(b.isFavourite) - Number(a.isFavourite) ||
      getRank(a.group) - getRank(b.group) ||
      toGroupKey(a.name).localeCompare(toGroupKey(b.name)),
  )

export const overviewRows = (overview: Overview): readonly OverviewRow[] => {
  const { groupBy, groups, unhealthy, folded, favourites, inOrder } = overview
  const rows = groups.map((group): GroupRow => {
    const name = getGroupName(group, groupBy)
    const key = toGroupKey(name)
    const isOpen = folded.get(key) ?? (group.health?.['unhealthy'] ?? 0) > 0
    return { kind: 'group', key, name, group, isOpen, isFavourite: favourites.has(key) }
  })
  const getItemGroup = (item: ListedItem) => (groupBy === 'type' ? item.type : (item.tags[groupBy] ?? null))
  const shown: OverviewRow[] = []
  for (const row of inOrder(rows)) {
    shown.push(row)
    if (!row.isOpen) continue
    const items = unhealthy.filter((item) => getItemGroup(item) === row.name).slice(0, itemsShown)
    for (const item of items) shown.push({ kind: 'item', key: item.id, item })
    const count = row.group.count - items.length
    const healths = healthsLeft(row.group, items)
    if (count > 0) shown.push({ kind: 'more', key: `more ${row.key}`, of: row, count, healths })
  }
  return shown
}
