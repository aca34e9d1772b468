import { toComponentHealth } from '#shared/topology/component-health.ts'
import { failureLine } from '#shared/topology/component-line.ts'
import type { ComponentTree } from '#shared/topology/component-tree.ts'
import type { ComponentRow } from '#shared/topology/topology.ts'
import type { Graph } from '#client/ui/graph/graph-data.ts'

const formatNote = (component: ComponentRow, parts: readonly ComponentRow[]): string =>
  failureLine(component, parts) ?? [component.type, component.status].filter(Boolean).join(', ')

export const componentGraph = (
  tops: readonly ComponentRow[],
  getChildren: ComponentTree['listChildren'],
  { rootId, isHiddenShown }: { readonly rootId: string | null; readonly isHiddenShown: boolean },
): { readonly graph: Graph; readonly components: ReadonlyMap<string, ComponentRow> } => {
  const components = new Map(tops.map((top) => [top.id, top]))
  const listParts = (id: string) => getChildren(id).filter(({ hidden }) => isHiddenShown || !hidden)
  // Iterating a map includes entries added meanwhile, each once, so cycles end.
  for (const id of components.keys())
    for (const part of listParts(id)) if (!components.has(part.id)) components.set(part.id, part)
  const all = [...components.values()]
  const graph: Graph = {
    rootId,
    nodes: all.map((component) => {
      const note = formatNote(component, listParts(component.id))
      return {
        id: component.id,
        name: component.name,
        type: component.type || 'Component',
        state: toComponentHealth(component),
        ...(note !== '' && { note }),
      }
    }),
    edges: all.flatMap(({ id }) =>
      listParts(id).map((part) => ({
        source: id,
        target: part.id,
        isSoft: part.parent_id != null && part.parent_id !== id,
      })),
    ),
  }
  return { graph, components }
}
