import { startWorker } from '#relay/start-worker.ts'
import type { EmbeddedCall, EmbeddedReply, EmbeddedWorkerData } from './embedded-messages.ts'
import { evaluateInThread } from './evaluate-in-thread.ts'
import type { RawResult } from './run-statement.ts'
import { SqlError } from './sql-error.ts'

export interface EmbeddedThread {
  call(request: EmbeddedCall): Promise<RawResult | undefined>
  cancel(): void
  end(): Promise<void>
  readonly lost: Promise<string>
}

interface Waiting {
  readonly resolve: (result: RawResult | undefined) => void
  readonly reject: (error: Error) => void
}

export const startThread = async (
  workerData: EmbeddedWorkerData,
  onNotify: (channel: string, payload: string) => void,
): Promise<EmbeddedThread> => {
  const waiting = new Map<number, Waiting>()
  const worker = startWorker(import.meta.url, 'embedded-worker', { workerData })
  const { threadId } = worker
  let ended: Error | undefined
  let lastId = 0

  const fail = (reason: string): void => {
    ended ??= new Error(reason)
    for (const { reject } of waiting.values()) reject(ended)
    waiting.clear()
  }
  const takeWaiting = (id: number): Waiting | undefined => {
    const found = waiting.get(id)
    waiting.delete(id)
    return found
  }
  const end = async (): Promise<void> => {
    await worker.terminate()
  }
  const lost = new Promise<string>((resolve) => {
    worker.on('error', (error) => {
      fail(error.message)
      resolve(error.message)
    })
    worker.on('exit', (code) => {
      const reason = `its thread exited with code ${code}`
      fail(reason)
      resolve(reason)
    })
  })
  const opened = new Promise<void>((resolve, reject) => {
    worker.on('message', (message: EmbeddedReply) => {
      switch (message.kind) {
        case 'ready':
          return resolve()
        case 'notified':
          return onNotify(message.channel, message.payload)
        case 'answered':
          return takeWaiting(message.id)?.resolve(message.result)
        case 'failed': {
          const error = message.sql === undefined ? new Error(message.message) : new SqlError(message.sql)
          return message.id === undefined ? reject(error) : takeWaiting(message.id)?.reject(error)
        }
      }
    })
    void lost.then((reason) => reject(new Error(reason)))
  })

  try {
    await opened
  } catch (error) {
    await end()
    throw error
  }
  return {
    call: (request) =>
      new Promise((resolve, reject) => {
        if (ended !== undefined) return reject(ended)
        lastId += 1
        waiting.set(lastId, { resolve, reject })
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window: there is no origin
        return worker.postMessage({ ...request, id: lastId })
      }),
    cancel: () => {
      const [running] = waiting.keys()
      if (running !== undefined) evaluateInThread(threadId, `cancelStatement(${running})`)
    },
    end,
    lost,
  }
}
