import { compareNodes, type Graph } from './graph-data.ts'

interface Neighbours {
  readonly targets: ReadonlyMap<string, readonly string[]>
  readonly sources: ReadonlyMap<string, readonly string[]>
}

const listed = (sets: ReadonlyMap<string, ReadonlySet<string>>) => new Map([...sets].map(([id, set]) => [id, [...set]]))

export const listNeighbours = ({ nodes, edges }: Pick<Graph, 'nodes' | 'edges'>): Neighbours => {
  const targets = new Map<string, Set<string>>(nodes.map(({ id }) => [id, new Set()]))
  const sources = new Map<string, Set<string>>(nodes.map(({ id }) => [id, new Set()]))
  for (const { source, target } of edges) {
    if (source === target || !targets.has(source) || !targets.has(target)) continue
    targets.get(source)?.add(target)
    sources.get(target)?.add(source)
  }
  return { targets: listed(targets), sources: listed(sources) }
}

export interface Reached {
  readonly via: string | null
  readonly steps: number
  readonly direction: 'outgoing' | 'incoming'
}

/** A path never changes direction. Of equally short paths it prefers failing nodes. */
export const spanningTree = (graph: Graph): ReadonlyMap<string, Reached> => {
  const { targets, sources } = listNeighbours(graph)
  const rank = new Map(graph.nodes.toSorted(compareNodes).map(({ id }, index) => [id, index]))
  const getRank = ({ id }: { readonly id: string }) => rank.get(id) ?? 0
  const reached = new Map<string, Reached>()
  const walkFrom = (starts: readonly string[]) => {
    let latest = starts.flatMap((id) => {
      if (reached.has(id)) return []
      reached.set(id, { via: null, steps: 0, direction: 'outgoing' })
      return [
        { id, direction: 'outgoing' as const },
        { id, direction: 'incoming' as const },
      ]
    })
    for (let steps = 1; latest.length > 0; steps += 1) {
      latest = latest.flatMap(({ id: via, direction }) => {
        const next = (direction === 'outgoing' ? targets : sources).get(via) ?? []
        return next.flatMap((id) => {
          if (reached.has(id)) return []
          reached.set(id, { via, steps, direction })
          return [{ id, direction }]
        })
      })
      latest.sort((a, b) => getRank(a) - getRank(b))
    }
  }
  if (graph.rootId !== null && targets.has(graph.rootId)) walkFrom([graph.rootId])
  walkFrom(graph.nodes.filter(({ id }) => sources.get(id)?.length === 0).map(({ id }) => id))
  for (const { id } of graph.nodes) walkFrom([id])
  return reached
}
