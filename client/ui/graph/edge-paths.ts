import {
  getState,
  nodeSize,
  type GraphEdge,
  type NodePosition,
  type NodePositions,
  type ShownNode,
} from './graph-data.ts'

const edgeLooks = ['gone', 'plain', 'near', 'failing', 'added'] as const
type EdgeLook = (typeof edgeLooks)[number]

interface EdgePath {
  readonly look: EdgeLook
  readonly isSoft: boolean
  readonly lines: string
  readonly heads: string
}

const { width, height } = nodeSize
const head = { length: 6, half: 3 }

const curve = (from: NodePosition, to: NodePosition): { readonly line: string; readonly arrow: string } => {
  const sideways = to.x - from.x
  if (Math.abs(sideways) < width) {
    const way = to.y > from.y ? 1 : -1
    const [x1, x2] = [from.x + width / 2, to.x + width / 2]
    const y1 = way > 0 ? from.y + height : from.y
    const y2 = (way > 0 ? to.y : to.y + height) - way * head.length
    const bend = (y2 - y1) / 2
    return {
      line: `M${x1} ${y1}C${x1} ${y1 + bend} ${x2} ${y2 - bend} ${x2} ${y2}`,
      arrow: `M${x2} ${y2 + way * head.length}l${-head.half} ${-way * head.length}h${2 * head.half}z`,
    }
  }
  const way = sideways > 0 ? 1 : -1
  const [y1, y2] = [from.y + height / 2, to.y + height / 2]
  const x1 = way > 0 ? from.x + width : from.x
  const x2 = (way > 0 ? to.x : to.x + width) - way * head.length
  const bend = (x2 - x1) / 2
  return {
    line: `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`,
    arrow: `M${x2 + way * head.length} ${y2}l${-way * head.length} ${-head.half}v${2 * head.half}z`,
  }
}

/** A few long paths, because thousands of elements paint slowly. */
export const edgePaths = (
  edges: readonly GraphEdge[],
  nodes: ReadonlyMap<string, ShownNode>,
  positions: NodePositions,
  looked: string | null,
): readonly EdgePath[] => {
  const toLook = ({ source, target, ghost }: GraphEdge): EdgeLook => {
    if (ghost !== undefined) return ghost
    const states = [nodes.get(source), nodes.get(target)].map((node) => node && getState(node))
    if (states.includes('unhealthy') && states.every((state) => state === 'unhealthy' || state === 'warning'))
      return 'failing'
    return source === looked || target === looked ? 'near' : 'plain'
  }
  const drawn = new Map<string, { look: EdgeLook; isSoft: boolean; lines: string[]; heads: string[] }>(
    edgeLooks.flatMap((look) =>
      [true, false].map((isSoft) => [`${look} ${isSoft}`, { look, isSoft, lines: [], heads: [] }] as const),
    ),
  )
  for (const edge of edges) {
    const [from, to] = [positions.get(edge.source), positions.get(edge.target)]
    if (from === undefined || to === undefined) continue
    const { line, arrow } = curve(from, to)
    const path = drawn.get(`${toLook(edge)} ${edge.isSoft ?? false}`)
    path?.lines.push(line)
    path?.heads.push(arrow)
  }
  return [...drawn.values()].flatMap(({ look, isSoft, lines, heads }) =>
    lines.length === 0 ? [] : [{ look, isSoft, lines: lines.join(''), heads: heads.join('') }],
  )
}
