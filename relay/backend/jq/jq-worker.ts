import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import { loadJq, type JqResult } from 'jq-wasm'

export interface JqWork {
  readonly expression: string
  readonly input: string
  readonly memoryBytes: number
}

const port = parentPort
if (port === null) throw new Error('jq-worker runs as a worker thread only.')
const { expression, input, memoryBytes } = workerData as JqWork
const pageBytes = 64 * 1024

interface Memory {
  readonly buffer: ArrayBuffer
  grow: (pages: number) => number
}
declare const WebAssembly: {
  readonly Memory: new (...limits: never[]) => Memory
  instantiate(
    program: Buffer,
    imports: unknown,
  ): Promise<{ readonly instance: { readonly exports: object }; readonly module: unknown }>
}

/** The memory grows only by this method; jq stops after one rejected call. */
const bound = (memory: Memory): void => {
  const grow = memory.grow.bind(memory)
  memory.grow = (pages) => {
    if (memory.buffer.byteLength + pages * pageBytes > memoryBytes) throw new RangeError('out of memory')
    return grow(pages)
  }
}

const program = readFileSync(createRequire(import.meta.url).resolve('jq-wasm/jq.wasm'))
const jq = await loadJq({
  instantiateWasm: (imports, onSuccess) => {
    void WebAssembly.instantiate(program, imports).then(({ instance, module }) => {
      for (const memory of Object.values(instance.exports)) if (memory instanceof WebAssembly.Memory) bound(memory)
      onSuccess(instance, module)
    })
  },
})
/** After `--` an expression that begins with a dash is not an option. */
const result: JqResult = jq.raw(input, expression, ['--indent', '2', '--'])
port.postMessage(result)
