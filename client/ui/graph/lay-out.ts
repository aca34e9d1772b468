import ElkConstructor, { type ELK } from 'elkjs/lib/elk-api.js'
import workerUrl from 'elkjs/lib/elk-worker.min.js?url'
import { elkGraph } from './elk-graph.ts'
import type { NodePositions, ShownGraph } from './graph-data.ts'

/** Whatever the graph, nobody waits longer. */
const timeoutMs = 20_000

/** Lays graphs out in a thread of its own, which starts with the first. */
export interface Layouter {
  /** Rejects when the thread does not start, or takes too long. */
  readonly layOut: (graph: ShownGraph) => Promise<NodePositions>
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

let spareThread: Thread | null = null

/** Starts the thread of the next layouter, whose code loads and compiles while its graph is still asked for. */
export const prepareLayouter = (): void => {
  spareThread ??= startThread()
}

const takeThread = (): Thread => {
  const thread = spareThread ?? startThread()
  spareThread = null
  return thread
}

/** Whoever makes one ends it. */
export const createLayouter = (): Layouter => {
  let thread: Thread | null = null
  const end = () => {
    thread?.elk.terminateWorker()
    thread = null
  }
  return {
    layOut: async (graph) => {
      thread ??= takeThread()
      const { elk, failed } = thread
      const late = new Promise<never>((_resolve, reject) => {
        setTimeout(() => reject(new Error('Laying the graph out took too long.')), timeoutMs)
      })
      const layout = elk.layout(elkGraph(graph))
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
