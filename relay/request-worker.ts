import { MessageChannel, type MessagePort, type Worker } from 'node:worker_threads'
import { startWorker } from '#relay/start-worker.ts'

/** What the thread finds in its `workerData`: the port that it is asked through, and what it was given. */
export interface RequestWorkerData<Input> {
  readonly port: MessagePort
  readonly input: Input
}

export interface RequestWorkerOptions<Input> {
  /** The program: `<name>.ts` beside the module of this `import.meta.url`. */
  readonly moduleUrl: string
  readonly name: string
  readonly input: Input
  readonly memoryMb: number
}

/** The thread ran out of its memory, or ended without an answer. */
export class ThreadEnded extends Error {
  override readonly name = 'ThreadEnded'
}

/**
 * A thread of its own that answers one question after another, without the relay's environment and with bounded memory. `Answer` is
 * the thread's word: both sides are written together.
 */
export class RequestWorker<Question, Result> {
  readonly #worker: Worker
  readonly #port: MessagePort
  readonly #memoryMb: number

  constructor({ moduleUrl, name, input, memoryMb }: RequestWorkerOptions<unknown>) {
    const { port1, port2 } = new MessageChannel()
    this.#port = port1
    this.#memoryMb = memoryMb
    this.#worker = startWorker(moduleUrl, name, {
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
      workerData: { port: port2, input } satisfies RequestWorkerData<unknown>,
      transferList: [port2],
    })
  }

  /** One at a time. Rejects with ThreadEnded where the thread ends instead of answering. */
  ask(question: Question): Promise<Result> {
    const port = this.#port
    return new Promise((resolve, reject) => {
      const onResponse = (response: Result) => settle(() => resolve(response))
      const onError = (error: Error) => settle(() => reject(this.#describe(error)))
      const onExit = () => settle(() => reject(new ThreadEnded('It was ended.')))
      const settle = (end: () => void) => {
        port.off('message', onResponse)
        this.#worker.off('error', onError).off('exit', onExit)
        end()
      }
      port.on('message', onResponse)
      this.#worker.on('error', onError).on('exit', onExit)
      port.postMessage(question)
    })
  }

  async close(): Promise<void> {
    await this.#worker.terminate()
  }

  #describe(error: Error): Error {
    const isMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    return isMemory ? new ThreadEnded(`It needs more than ${this.#memoryMb} MB of memory.`) : error
  }
}
