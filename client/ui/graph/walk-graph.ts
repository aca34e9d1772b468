import { nodeSize, type GraphEdge, type NodePosition, type NodePositions } from './graph-data.ts'

const steps = {
  ArrowLeft: 'against',
  ArrowRight: 'along',
  ArrowUp: 'above',
  ArrowDown: 'below',
} as const
type WalkKey = keyof typeof steps
export const isWalkKey = (key: string): key is WalkKey => Object.hasOwn(steps, key)

const nearest = (from: NodePosition, ids: readonly string[], positions: NodePositions): string | null => {
  const away = (id: string) => {
    const position = positions.get(id)
    return position === undefined ? Infinity : Math.hypot((position.x - from.x) / 4, position.y - from.y)
  }
  return ids.filter((id) => positions.has(id)).toSorted((a, b) => away(a) - away(b))[0] ?? null
}

export const walkGraph = (
  from: string,
  key: WalkKey,
  { edges, positions }: { readonly edges: readonly GraphEdge[]; readonly positions: NodePositions },
): string | null => {
  const here = positions.get(from)
  if (here === undefined) return null
  const step = steps[key]
  if (step === 'along' || step === 'against') {
    const [start, end] = step === 'along' ? (['source', 'target'] as const) : (['target', 'source'] as const)
    return nearest(
      here,
      edges.filter((edge) => edge[start] === from && edge[end] !== from).map((edge) => edge[end]),
      positions,
    )
  }
  const column = [...positions].filter(
    ([id, { x, y }]) =>
      id !== from && Math.abs(x - here.x) < nodeSize.width / 2 && (step === 'below' ? y > here.y : y < here.y),
  )
  return nearest(
    here,
    column.map(([id]) => id),
    positions,
  )
}
