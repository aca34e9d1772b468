import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { loadJq, type Jq } from 'jq-wasm'

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
const bound = (memory: Memory, memoryBytes: number): void => {
  const grow = memory.grow.bind(memory)
  memory.grow = (pages) => {
    if (memory.buffer.byteLength + pages * pageBytes > memoryBytes) throw new RangeError('out of memory')
    return grow(pages)
  }
}

/** jq 1.8 without files of this machine. After an interrupted run, load it again: its state is undefined. */
export const loadBoundedJq = async (memoryBytes: number): Promise<Jq> => {
  const program = readFileSync(createRequire(import.meta.url).resolve('jq-wasm/jq.wasm'))
  return loadJq({
    instantiateWasm: (imports, onSuccess) => {
      void WebAssembly.instantiate(program, imports).then(({ instance, module }) => {
        for (const memory of Object.values(instance.exports))
          if (memory instanceof WebAssembly.Memory) bound(memory, memoryBytes)
        onSuccess(instance, module)
      })
    },
  })
}

export const formatJqError = (stderr: string): string => stderr.replaceAll(/^jq: (error: )?/gm, '').trim()
