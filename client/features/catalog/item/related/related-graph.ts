import { compareText } from '#shared/primitives/compare-text.ts'
import { passesFilter } from '#shared/filters/filter-value.ts'
import type { Graph, GraphNode } from '#client/ui/graph/graph-data.ts'
import { spanningTree } from '#client/ui/graph/spanning-tree.ts'
import { stateFromStatus } from '#client/ui/state-from-status.ts'
import type { RelatedFilter, RelatedItem } from './related-api.ts'

const tagNames = ({ tags }: RelatedItem): string[] => Object.entries(tags).map(([key, value]) => `${key}=${value}`)

const isLookedFor = (item: RelatedItem, { types, healths, statuses, tags }: RelatedFilter): boolean => {
  const named = new Set(tagNames(item))
  const included = [...tags].filter(([, state]) => state === 1)
  return (
    passesFilter(types, item.type ?? '') &&
    passesFilter(healths, item.health ?? '') &&
    passesFilter(statuses, item.status ?? '') &&
    (included.length === 0 || included.some(([tag]) => named.has(tag))) &&
    ![...tags].some(([tag, state]) => state === -1 && named.has(tag))
  )
}

export const isFiltering = ({ types, healths, statuses, tags }: RelatedFilter): boolean =>
  types.size + healths.size + statuses.size + tags.size > 0

const formatNote = ({ type, status, deleted_at: deletedAt }: RelatedItem): string | undefined => {
  const how = deletedAt === null ? status : 'deleted'
  const [shortType] = (type ?? '').split('::').slice(-1)
  return how === null ? undefined : [shortType, how].filter(Boolean).join(', ')
}

const wholeGraph = (items: readonly RelatedItem[], rootId: string, soft: ReadonlySet<string>): Graph => ({
  rootId,
  nodes: items.map((item) => {
    const { id, name, type, health } = item
    const note = formatNote(item)
    return {
      id,
      name: name ?? id,
      type: type ?? 'item',
      state: stateFromStatus(health),
      ...(note !== undefined && { note }),
      ...(item.deleted_at !== null && { isFaded: true }),
    }
  }),
  edges: items.flatMap(({ id: source, related_ids: targets }) =>
    targets.map((target) => ({ source, target, isSoft: soft.has(`${source} ${target}`) })),
  ),
})

const faded = (node: GraphNode): GraphNode => ({ ...node, isFaded: true })

export const relatedGraph = (
  items: readonly RelatedItem[],
  rootId: string,
  soft: ReadonlySet<string>,
  filter: RelatedFilter,
): Graph => {
  const graph = wholeGraph(items, rootId, soft)
  if (!isFiltering(filter)) return graph
  const looked = new Set(items.flatMap((item) => (isLookedFor(item, filter) ? [item.id] : [])))
  const tree = spanningTree(graph)
  const visible = new Set([rootId])
  for (const id of looked) {
    for (let at: string | null = id; at !== null && !visible.has(at); at = tree.get(at)?.via ?? null) visible.add(at)
  }
  const nodes = graph.nodes
    .filter(({ id }) => visible.has(id))
    .map((node) => (looked.has(node.id) || node.id === rootId ? node : faded(node)))
  const edges = graph.edges.filter(({ source, target }) => visible.has(source) && visible.has(target))
  return { rootId, nodes, edges }
}

export const countRelated = (items: readonly RelatedItem[], rootId: string, filter: RelatedFilter) => {
  const counted = items.filter((item) => item.id !== rootId && isLookedFor(item, filter))
  const ofState = (state: string) => counted.filter(({ health }) => stateFromStatus(health) === state).length
  return { total: counted.length, unhealthy: ofState('unhealthy'), warning: ofState('warning') }
}

const countValues = (values: readonly (string | null)[]) => {
  const counts = new Map<string, number>()
  for (const value of values) if (value !== null && value !== '') counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].map(([value, count]) => ({ value, count })).toSorted((a, b) => compareText(a.value, b.value))
}

export const relatedOptions = (items: readonly RelatedItem[]) => ({
  types: countValues(items.map(({ type }) => type)),
  healths: countValues(items.map(({ health }) => health)),
  statuses: countValues(items.map(({ status }) => status)),
  tags: countValues(items.flatMap(tagNames)),
})
