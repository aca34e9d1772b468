import type { JqResult } from 'jq-wasm'
import { startWorker } from '#relay/start-worker.ts'
import type { JqWork } from './jq-worker.ts'

const memoryMb = 256

/** Why an expression gave nothing, in jq's own words or as a sentence. */
export class JqError extends Error {
  override readonly name = 'JqError'
}

/**
 * What jq 1.8 writes for a text of JSON values, one after another and indented by two. It runs in a thread of its own, which reaches
 * no file and no variable of this machine, has 256 MB, and ends when the signal fires: the promise then rejects with its reason.
 * Rejects with JqError when the expression or the input is wrong, or needs too much.
 */
export const runJq = async (expression: string, input: string, signal: AbortSignal): Promise<string> => {
  signal.throwIfAborted()
  const worker = startWorker(import.meta.url, 'jq-worker', {
    env: {},
    // What its runtime says when it gives up is said by the rejection.
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    workerData: { expression, input, memoryBytes: memoryMb * 1024 * 1024 } satisfies JqWork,
  })
  const stop = (): void => void worker.terminate()
  signal.addEventListener('abort', stop, { once: true })
  try {
    const { exitCode, stdout, stderr } = await new Promise<JqResult>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', () => reject(new Error('jq ended without an answer.')))
    })
    if (exitCode !== 0) throw new JqError(stderr.replaceAll(/^jq: (error: )?/gm, '').trim())
    return `${stdout}\n`
  } catch (error) {
    signal.throwIfAborted()
    if (!ranOutOfMemory(error)) throw error
    throw new JqError(`It needs more than ${memoryMb} MB of memory and was stopped.`)
  } finally {
    signal.removeEventListener('abort', stop)
    await worker.terminate()
  }
}

/** The interpreter aborts without memory of its own; its thread is ended when the answer grows too large. */
const ranOutOfMemory = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'RuntimeError' || ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'))
