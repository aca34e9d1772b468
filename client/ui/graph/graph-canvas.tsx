import { ReactFlow, ReactFlowProvider, useOnViewportChange, useStore, type Node } from '@xyflow/react'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { clusterGraph } from './cluster-graph.ts'
import { GraphEdges } from './graph-edges.tsx'
import { GraphNodeButton, NodeActionsContext, type NodeLook } from './graph-node.tsx'
import { GraphTools } from './graph-tools.tsx'
import { GraphSkeleton, type GraphProps } from './graph.tsx'
import { nodeSize, type GroupNode, type NodePositions, type ShownNode } from './graph-data.ts'
import { useGraphView } from './use-graph-view.ts'
import { prepareLayouter } from './lay-out.ts'
import { usePositions } from './use-positions.ts'
import { isWalkKey, walkGraph } from './walk-graph.ts'
import '@xyflow/react/dist/base.css'

type FlowNode = Node<NodeLook, 'node'>

const nodeTypes = { node: GraphNodeButton }
const noEdges: never[] = []
const { width, height } = nodeSize
const drawnAlways = 150
const namesFromZoom = 0.3

const walkedByOurKeys = {
  minZoom: 0.05,
  maxZoom: 4,
  nodesDraggable: false,
  nodesConnectable: false,
  nodesFocusable: false,
  edgesFocusable: false,
  elementsSelectable: false,
  disableKeyboardA11y: true,
  deleteKeyCode: null,
  selectionKeyCode: null,
  multiSelectionKeyCode: null,
  panActivationKeyCode: null,
  zoomActivationKeyCode: null,
  zoomOnDoubleClick: false,
  proOptions: { hideAttribution: true },
}

interface Marks {
  readonly current: string | null
  readonly selectedId: string | null
  readonly rootId: string | null
}

/** Unchanged nodes keep their identity and are not rendered again. */
const useFlowNodes = (nodes: readonly ShownNode[], positions: NodePositions | undefined, marks: Marks): FlowNode[] => {
  const [drawn] = useState(() => new Map<string, FlowNode>())
  const { current, selectedId, rootId } = marks
  return useMemo(() => {
    const next = nodes.flatMap((shown): FlowNode[] => {
      const { id } = shown
      const position = positions?.get(id)
      if (position === undefined) return []
      const data = { shown, isCurrent: id === current, isSelected: id === selectedId, isRoot: id === rootId }
      const before = drawn.get(id)
      const isSame =
        before !== undefined &&
        before.position.x === position.x &&
        before.position.y === position.y &&
        before.data.isCurrent === data.isCurrent &&
        before.data.isSelected === data.isSelected &&
        before.data.isRoot === data.isRoot &&
        JSON.stringify(before.data.shown) === JSON.stringify(shown)
      return [isSame ? before : { id, type: 'node', position, data, width, height, measured: { width, height } }]
    })
    drawn.clear()
    for (const node of next) drawn.set(node.id, node)
    return next
  }, [drawn, nodes, positions, current, selectedId, rootId])
}

const useOpening = (
  positions: NodePositions | undefined,
  scrollIntoView: ReturnType<typeof useGraphView>['scrollIntoView'],
) => {
  const opening = useRef<string | null>(null)
  const showOpened = useEffectEvent((latest: NodePositions | undefined) => {
    const position = opening.current === null ? undefined : latest?.get(opening.current)
    if (position === undefined) return
    opening.current = null
    scrollIntoView(position)
  })
  useEffect(() => showOpened(positions), [positions])
  return (id: string) => {
    opening.current = id
  }
}

interface PlaneProps {
  readonly onKeyDown: (event: React.KeyboardEvent) => void
  readonly children: React.ReactNode
}

/** Marks movement outside React, to avoid a render per frame. */
function Plane({ onKeyDown, children }: PlaneProps) {
  const isFar = useStore(({ transform: [, , zoom] }) => zoom < namesFromZoom)
  const plane = useRef<HTMLDivElement>(null)
  const [moves] = useState(() => ({
    onStart: () => plane.current?.setAttribute('data-moving', ''),
    onEnd: () => plane.current?.removeAttribute('data-moving'),
  }))
  useOnViewportChange(moves)
  return (
    <div
      ref={plane}
      className="graph-plane"
      role="presentation"
      data-far={isFar ? '' : undefined}
      onKeyDown={onKeyDown}
    >
      {children}
    </div>
  )
}

const isPlainKeyOnNode = ({ target, ctrlKey, metaKey, altKey }: React.KeyboardEvent) =>
  target instanceof HTMLElement && target.classList.contains('graph-node') && !ctrlKey && !metaKey && !altKey

function Canvas(props: GraphProps) {
  const { graph, opened, selectedId, arrangement, onOpenGroup, onCloseGroups, onSelect, onOpen } = props
  const { rootId } = graph
  const shown = useMemo(() => clusterGraph(graph, opened), [graph, opened])
  const byId = useMemo(() => new Map(shown.nodes.map((node) => [node.id, node])), [shown])
  const [focused, setFocused] = useState<string | null>(null)
  const wantsFocus = useRef<string | null>(null)
  const { laid, error, retry } = usePositions(shown, { anchors: [focused, rootId], arrangement })
  const positions = laid?.positions
  const { fit, scrollIntoView } = useGraphView(positions, laid?.arrangement, rootId)
  const showOnceOpen = useOpening(positions, scrollIntoView)
  const current = [focused, rootId].find((id) => id !== null && byId.has(id)) ?? shown.nodes[0]?.id ?? null
  const flowNodes = useFlowNodes(shown.nodes, positions, { current, selectedId, rootId })

  const openGroup = ({ id, firstId }: GroupNode) => {
    wantsFocus.current = firstId
    showOnceOpen(firstId)
    setFocused(firstId)
    onOpenGroup(id)
  }
  const actions = {
    onPress: (node: ShownNode) => {
      if (node.kind === 'group') openGroup(node)
      else onSelect(node.id === selectedId ? null : node.id)
    },
    onEnter: (node: ShownNode) => {
      if (node.kind === 'group') openGroup(node)
      else onOpen(node.id)
    },
    onFocus: setFocused,
    takesFocus: (id: string) => {
      if (wantsFocus.current !== id) return false
      wantsFocus.current = null
      return true
    },
  }
  const goTo = (id: string | null) => {
    const position = id === null ? undefined : positions?.get(id)
    if (id === null || position === undefined) return
    wantsFocus.current = id
    setFocused(id)
    scrollIntoView(position)
  }
  const handleKeyDown = (event: React.KeyboardEvent) => {
    const node = isPlainKeyOnNode(event) && current !== null ? byId.get(current) : undefined
    if (node === undefined || positions === undefined) return
    if (isWalkKey(event.key)) goTo(walkGraph(node.id, event.key, { edges: shown.edges, positions }))
    else if (event.key === 'Home') goTo(rootId)
    else if (event.key === 'Enter') actions.onEnter(node)
    else if (event.key === 'Escape' && selectedId !== null) onSelect(null)
    else return
    event.preventDefault()
  }
  return (
    <NodeActionsContext value={actions}>
      <Plane onKeyDown={handleKeyDown}>
        {error === null ? null : <ErrorPanel error={error} onRetry={retry} />}
        {positions === undefined && error === null ? <GraphSkeleton /> : null}
        <ReactFlow
          nodes={flowNodes}
          edges={noEdges}
          nodeTypes={nodeTypes}
          onlyRenderVisibleElements={flowNodes.length > drawnAlways}
          {...walkedByOurKeys}
          onPaneClick={() => onSelect(null)}
        >
          {positions === undefined ? null : (
            <GraphEdges edges={shown.edges} nodes={byId} positions={positions} looked={focused ?? selectedId} />
          )}
        </ReactFlow>
      </Plane>
      <GraphTools edgeNames={props.edgeNames} onFit={fit} onCloseGroups={opened.size > 0 ? onCloseGroups : null} />
    </NodeActionsContext>
  )
}

export { prepareLayouter }

export default function GraphCanvas(props: GraphProps) {
  return (
    <ReactFlowProvider>
      <Canvas {...props} />
    </ReactFlowProvider>
  )
}
