import { useMemo } from 'react'
import { useLocation } from 'wouter'
import type { ComponentTree } from '#shared/topology/component-tree.ts'
import type { ComponentRow } from '#shared/topology/topology.ts'
import { Graph } from '#client/ui/graph/graph.tsx'
import { TextTree } from '#client/ui/graph/text-tree.tsx'
import { ComponentCard } from './component-card.tsx'
import { componentGraph } from './component-graph.ts'
import { ComponentMenu } from './component-menu.tsx'
import { componentHref } from './topology-links.ts'
import { closeGroups, openGroup, selectComponent, useShape } from './use-shape.ts'
import './topology-graph.css'

interface TopologyGraphProps {
  readonly label: string
  readonly components: readonly ComponentRow[]
  readonly getChildren: ComponentTree['listChildren']
  readonly rootId: string | null
  readonly isHiddenShown: boolean
  readonly stale: boolean
  readonly view: string
}

function TreeCells({ component }: { readonly component: ComponentRow | undefined }) {
  return (
    <>
      <span className="text-tree-cell dim cut">{component?.type}</span>
      <span className="text-tree-cell cut">{component?.status_reason || component?.status}</span>
    </>
  )
}

export function TopologyGraph(props: TopologyGraphProps) {
  const { label, components: tops, getChildren, rootId, isHiddenShown, stale, view } = props
  const [, navigate] = useLocation()
  const { shape, opened, selectedId } = useShape()
  const { graph, components } = useMemo(
    () => componentGraph(tops, getChildren, { rootId, isHiddenShown }),
    [tops, getChildren, rootId, isHiddenShown],
  )
  const selected = selectedId === null ? undefined : components.get(selectedId)
  const shared = {
    label,
    graph,
    selectedId,
    onSelect: selectComponent,
    onOpen: (id: string) => navigate(componentHref(id)),
  }
  return (
    <div className="topology-graph">
      {shape === 'tree' ? (
        <TextTree {...shared} renderCells={(id) => <TreeCells component={components.get(id)} />} />
      ) : (
        <Graph
          {...shared}
          opened={opened}
          onOpenGroup={openGroup}
          onCloseGroups={closeGroups}
          arrangement={`${rootId ?? ''}\n${view}`}
          edgeNames={{ hard: 'contains', soft: 'also shown under' }}
        />
      )}
      {selected === undefined ? null : (
        <aside className="topology-graph-card" aria-label={selected.name}>
          <ComponentCard
            component={selected}
            parts={getChildren(selected.id)}
            stale={stale}
            removed={false}
            menu={<ComponentMenu component={selected} isCard />}
          />
        </aside>
      )}
    </div>
  )
}
