import ElkConstructor, { type ELK } from 'elkjs/lib/elk-api.js'
import workerUrl from 'elkjs/lib/elk-worker.min.js?url'
import { elkGraph } from './elk-graph.ts'
import type { NodePositions, ShownGraph } from './graph-data.ts'

const timeoutMs = 20_000

interface Layouter {
  readonly layOut: (graph: ShownGraph) => Promise<NodePositions>
  readonly end: () => void
}

interface Thread {
  readonly elk: ELK
  readonly failed: Promise<never>
}

const startThread = (): Thread => {
  const worker = new Worker(workerUrl)
  const failed = new Promise<never>((_resolve, reject) => {
    worker.addEventListener('error', () => reject(new Error('Graph layout code could not be loaded.')))
  })
  // Avoids an unhandled rejection; the next layout reports the error.
  failed.catch(() => undefined)
  return { elk: new ElkConstructor({ workerFactory: () => worker }), failed }
}

let spareThread: Thread | null = null

export const prepareLayouter = (): void => {
  spareThread ??= startThread()
}

const takeThread = (): Thread => {
  const thread = spareThread ?? startThread()
  spareThread = null
  return thread
}

/** The caller must call `end`. */
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
        setTimeout(() => reject(new Error('Graph layout timed out.')), timeoutMs)
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
