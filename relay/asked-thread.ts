import { MessageChannel, type MessagePort, type Worker } from 'node:worker_threads'
import { startWorker } from '#relay/start-worker.ts'

/** What the thread finds in its `workerData`: the port that it is asked through, and what it was given. */
export interface AskedThreadData<Given> {
  readonly port: MessagePort
  readonly given: Given
}

export interface AskedThreadOptions<Given> {
  /** The program: `<name>.ts` beside the module of this `import.meta.url`. */
  readonly moduleUrl: string
  readonly name: string
  readonly given: Given
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
export class AskedThread<Question, Answer> {
  readonly #worker: Worker
  readonly #port: MessagePort
  readonly #memoryMb: number

  constructor({ moduleUrl, name, given, memoryMb }: AskedThreadOptions<unknown>) {
    const { port1, port2 } = new MessageChannel()
    this.#port = port1
    this.#memoryMb = memoryMb
    this.#worker = startWorker(moduleUrl, name, {
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
      workerData: { port: port2, given } satisfies AskedThreadData<unknown>,
      transferList: [port2],
    })
  }

  /** One at a time. Rejects with ThreadEnded where the thread ends instead of answering. */
  ask(question: Question): Promise<Answer> {
    const port = this.#port
    return new Promise((resolve, reject) => {
      const onAnswer = (answer: Answer) => settle(() => resolve(answer))
      const onError = (error: Error) => settle(() => reject(this.#wordsOf(error)))
      const onExit = () => settle(() => reject(new ThreadEnded('It was ended.')))
      const settle = (end: () => void) => {
        port.off('message', onAnswer)
        this.#worker.off('error', onError).off('exit', onExit)
        end()
      }
      port.on('message', onAnswer)
      this.#worker.on('error', onError).on('exit', onExit)
      port.postMessage(question)
    })
  }

  async close(): Promise<void> {
    await this.#worker.terminate()
  }

  #wordsOf(error: Error): Error {
    const isMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    return isMemory ? new ThreadEnded(`It needs more than ${this.#memoryMb} MB of memory.`) : error
  }
}
