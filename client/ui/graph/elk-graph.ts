import { nodeSize, type GraphEdge, type ShownGraph } from './graph-data.ts'

const layoutOptions = {
  'elk.algorithm': 'layered',
  'elk.direction': 'RIGHT',
  'elk.edgeRouting': 'POLYLINE',
  'elk.layered.thoroughness': '1',
  'elk.spacing.nodeNode': String(nodeSize.gap),
  'elk.layered.spacing.nodeNodeBetweenLayers': String(nodeSize.columnGap),
  'elk.layered.spacing.edgeNodeBetweenLayers': '8',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '0',
  'elk.spacing.edgeNode': '8',
  'elk.spacing.edgeEdge': '2',
}

const largeFrom = 250
const largeOptions = {
  'elk.layered.layering.strategy': 'LONGEST_PATH_SOURCE',
  'elk.layered.crossingMinimization.greedySwitch.type': 'OFF',
  'elk.layered.nodePlacement.strategy': 'SIMPLE',
}

const toEdgeId = ({ source, target }: GraphEdge) => JSON.stringify([source, target])

export const elkGraph = ({ nodes, edges }: ShownGraph) => ({
  id: 'graph',
  layoutOptions: nodes.length < largeFrom ? layoutOptions : { ...layoutOptions, ...largeOptions },
  children: nodes.map(({ id }) => ({ id, width: nodeSize.width, height: nodeSize.height })),
  edges: edges.map((edge) => ({ id: toEdgeId(edge), sources: [edge.source], targets: [edge.target] })),
})
