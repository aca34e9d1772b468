import { MessageChannel, type MessagePort, type Worker } from 'node:worker_threads'
import { startWorker } from '#relay/start-worker.ts'
import { ExpectedError } from '#relay/errors/expected-error.ts'

export interface RequestWorkerData<Input> {
  readonly port: MessagePort
  readonly input: Input
}

interface RequestWorkerOptions<Input> {
  readonly moduleUrl: string
  readonly name: string
  readonly input: Input
  readonly memoryMb: number
}

/** Responses are not validated: `Result` must match the program. */
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

  ask(question: Question): Promise<Result> {
    const port = this.#port
    return new Promise((resolve, reject) => {
      const onResponse = (response: Result) => settle(() => resolve(response))
      const onError = (error: Error) => settle(() => reject(this.#describe(error)))
      const onExit = () => settle(() => reject(new ExpectedError('The thread ended.')))
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
    return isMemory ? new ExpectedError(`Requires more than ${this.#memoryMb} MB of memory.`) : error
  }
}
