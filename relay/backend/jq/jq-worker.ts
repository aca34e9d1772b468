import { parentPort, workerData } from 'node:worker_threads'
import { loadBoundedJq } from './load-jq.ts'

export interface JqWork {
  readonly expression: string
  readonly input: string
  readonly memoryBytes: number
}

const port = parentPort
if (port === null) throw new Error('jq-worker runs as a worker thread only.')
const { expression, input, memoryBytes } = workerData as JqWork

const jq = await loadBoundedJq(memoryBytes)
/** After `--` an expression that begins with a dash is not an option. */
port.postMessage(jq.raw(input, expression, ['--indent', '2', '--']))
