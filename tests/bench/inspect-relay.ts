import { once } from 'node:events'
import { WebSocket } from 'ws'

/** The memory of a relay in bytes, after a forced collection. */
export interface Memory {
  readonly rss: number
  readonly heap: number
}

/** Starts a relay so that `inspectRelay` reaches it. */
export const inspectable = { NODE_OPTIONS: '--inspect=127.0.0.1:0' }

const addressLine = /Debugger listening on (ws:\/\/\S+)/

/** Asks the inspector of a relay that was started with `inspectable`, by what it logs. */
export const inspectRelay = async (log: string) => {
  const address = addressLine.exec(log)?.[1]
  if (address === undefined) throw new Error('the relay logs no inspector')
  const socket = new WebSocket(address)
  await once(socket, 'open')
  let asked = 0
  const ask = async (method: string, params = {}): Promise<unknown> => {
    asked += 1
    const id = asked
    const answered = new Promise<unknown>((resolve, reject) => {
      const listen = (data: Buffer) => {
        const message: { id?: number; result?: unknown; error?: { message: string } } = JSON.parse(data.toString())
        if (message.id !== id) return
        socket.off('message', listen)
        if (message.error === undefined) resolve(message.result)
        else reject(new Error(message.error.message))
      }
      socket.on('message', listen)
    })
    socket.send(JSON.stringify({ id, method, params }))
    return answered
  }
  return {
    memory: async (): Promise<Memory> => {
      await ask('HeapProfiler.collectGarbage')
      await ask('HeapProfiler.collectGarbage')
      const expression =
        '(({ rss, heapUsed, external }) => ({ rss, heap: heapUsed + external }))(process.memoryUsage())'
      const { result } = (await ask('Runtime.evaluate', { expression, returnByValue: true })) as {
        result: { value: Memory }
      }
      return result.value
    },
    close: () => socket.close(),
  }
}
