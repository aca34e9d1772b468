import { nodeSize, type GraphEdge, type Place, type Places } from './graph-data.ts'

const steps = {
  ArrowLeft: 'against',
  ArrowRight: 'along',
  ArrowUp: 'above',
  ArrowDown: 'below',
} as const
export type WalkKey = keyof typeof steps
export const isWalkKey = (key: string): key is WalkKey => Object.hasOwn(steps, key)

const nearest = (from: Place, ids: readonly string[], places: Places): string | null => {
  const away = (id: string) => {
    const place = places.get(id)
    return place === undefined ? Infinity : Math.hypot((place.x - from.x) / 4, place.y - from.y)
  }
  return ids.filter((id) => places.has(id)).toSorted((a, b) => away(a) - away(b))[0] ?? null
}

/**
 * Where an arrow key leads from a node: right along an edge, left against one, to the nearest of them; up and down to the next
 * of the same column. Null when nothing is there.
 */
export const walkGraph = (
  from: string,
  key: WalkKey,
  { edges, places }: { readonly edges: readonly GraphEdge[]; readonly places: Places },
): string | null => {
  const here = places.get(from)
  if (here === undefined) return null
  const step = steps[key]
  if (step === 'along' || step === 'against') {
    const [start, end] = step === 'along' ? (['source', 'target'] as const) : (['target', 'source'] as const)
    return nearest(
      here,
      edges.filter((edge) => edge[start] === from && edge[end] !== from).map((edge) => edge[end]),
      places,
    )
  }
  const column = [...places].filter(
    ([id, { x, y }]) =>
      id !== from && Math.abs(x - here.x) < nodeSize.width / 2 && (step === 'below' ? y > here.y : y < here.y),
  )
  return nearest(
    here,
    column.map(([id]) => id),
    places,
  )
}
