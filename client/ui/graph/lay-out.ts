import ElkConstructor, { type ELK } from 'elkjs/lib/elk-api.js'
import workerUrl from 'elkjs/lib/elk-worker.min.js?url'
import { nodeSize, type GraphEdge, type Places, type ShownGraph } from './graph-data.ts'

/** Edges are drawn as curves from node to node: their bends need not be worked out, and one sweep against crossings does. */
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

/** Whatever the graph, nobody waits longer. */
const patienceMs = 20_000

const idOf = ({ source, target }: GraphEdge) => JSON.stringify([source, target])

/** Lays graphs out in a thread of its own, which starts with the first. */
export interface Layouter {
  /** Rejects when the thread does not start, or takes too long. */
  readonly layOut: (graph: ShownGraph) => Promise<Places>
  /** Ends the thread; another layout starts a new one. */
  readonly end: () => void
}

interface Thread {
  readonly elk: ELK
  readonly failed: Promise<never>
}

const startThread = (): Thread => {
  const worker = new Worker(workerUrl)
  const failed = new Promise<never>((_resolve, reject) => {
    worker.addEventListener('error', () => reject(new Error('The code that lays graphs out did not load.')))
  })
  // A thread that fails while nobody waits for it is noticed by the next layout.
  failed.catch(() => undefined)
  return { elk: new ElkConstructor({ workerFactory: () => worker }), failed }
}

/** Whoever makes one ends it. */
export const createLayouter = (): Layouter => {
  let thread: Thread | null = null
  const end = () => {
    thread?.elk.terminateWorker()
    thread = null
  }
  return {
    layOut: async ({ nodes, edges }) => {
      thread ??= startThread()
      const { elk, failed } = thread
      const { width, height } = nodeSize
      const late = new Promise<never>((_resolve, reject) => {
        setTimeout(() => reject(new Error('Laying the graph out took too long.')), patienceMs)
      })
      const layout = elk.layout({
        id: 'graph',
        layoutOptions,
        children: nodes.map(({ id }) => ({ id, width, height })),
        edges: edges.map((edge) => ({ id: idOf(edge), sources: [edge.source], targets: [edge.target] })),
      })
      try {
        const { children = [] } = await Promise.race([layout, failed, late])
        return new Map(children.map(({ id, x = 0, y = 0 }) => [id, { x, y }]))
      } catch (error) {
        end()
        throw error
      }
    },
    end,
  }
}
