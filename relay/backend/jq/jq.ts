import type { JqResult } from 'jq-wasm'
import { startWorker } from '#relay/start-worker.ts'
import { ExpectedError } from '#relay/errors/expected-error.ts'
import type { JqWork } from './jq-worker.ts'
import { formatJqError } from './load-jq.ts'

const memoryMb = 256

/**
 * jq 1.8 in a worker thread without files and variables, with 256 MB. Rejects with ExpectedError for an invalid
 * expression or input.
 */
export const runJq = async (expression: string, input: string, signal: AbortSignal): Promise<string> => {
  signal.throwIfAborted()
  const worker = startWorker(import.meta.url, 'jq-worker', {
    env: {},
    // The rejection reports the runtime's messages.
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
      worker.once('exit', () => reject(new Error('jq exited without output.')))
    })
    if (exitCode !== 0) throw new ExpectedError(formatJqError(stderr))
    return `${stdout}\n`
  } catch (error) {
    signal.throwIfAborted()
    if (!ranOutOfMemory(error)) throw error
    throw new ExpectedError(`jq needs more than ${memoryMb} MB of memory and was stopped.`)
  } finally {
    signal.removeEventListener('abort', stop)
    await worker.terminate()
  }
}

/** The interpreter aborts when its own memory is used up; the thread is terminated when the output grows too large. */
const ranOutOfMemory = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'RuntimeError' || ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'))
