import { once } from 'node:events'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { wait } from './bench.ts'

const memorySchema = z.object({ rss: z.number(), heap: z.number() })

export type Memory = z.infer<typeof memorySchema>

const [readingCount, betweenReadingsMs] = [8, 700]

export const inspectable = { NODE_OPTIONS: '--inspect=127.0.0.1:0' }

const addressLine = /Debugger listening on (ws:\/\/\S+)/

const messageSchema = z.object({
  id: z.number().optional(),
  result: z.object({ result: z.object({ value: z.unknown() }).optional() }).optional(),
  error: z.object({ message: z.string() }).optional(),
  method: z.string().optional(),
  params: z.object({ sessionId: z.string(), message: z.string().optional() }).optional().catch(undefined),
})
type Message = z.infer<typeof messageSchema>

const read = (text: string): Message => messageSchema.parse(JSON.parse(text))

export const inspectRelay = async (log: string) => {
  const address = addressLine.exec(log)?.[1]
  if (address === undefined) throw new Error('the relay log has no inspector address')
  const socket = new WebSocket(address)
  const workers = new Set<string>()
  const waiting = new Map<number, (message: Message) => void>()
  let lastId = 0
  const onMessage = (message: Message) => {
    const { id, method, params } = message
    if (id !== undefined) waiting.get(id)?.(message)
    else if (method === 'NodeWorker.attachedToWorker' && params) workers.add(params.sessionId)
    else if (method === 'NodeWorker.detachedFromWorker' && params) workers.delete(params.sessionId)
    else if (method === 'NodeWorker.receivedMessageFromWorker' && params?.message) onMessage(read(params.message))
  }
  socket.on('message', (data: Buffer) => onMessage(read(data.toString())))
  await once(socket, 'open')

  const ask = async (method: string, params: object = {}, sessionId?: string): Promise<unknown> => {
    lastId += 1
    const id = lastId
    const answered = new Promise<Message>((resolve) => waiting.set(id, resolve))
    const message = JSON.stringify({ id, method, params })
    const wrapped = { id: 0, method: 'NodeWorker.sendMessageToWorker', params: { sessionId, message } }
    socket.send(sessionId === undefined ? message : JSON.stringify(wrapped))
    const { result, error } = await answered
    waiting.delete(id)
    if (error !== undefined) throw new Error(error.message)
    return result?.result?.value
  }
  await ask('NodeWorker.enable', { waitForDebuggerOnStart: false })
  const expression = '(({ rss, heapUsed, external }) => ({ rss, heap: heapUsed + external }))(process.memoryUsage())'
  return {
    /** The lowest of several readings: memory of a running poll or write does not count. */
    memory: async (): Promise<Memory> => {
      const readings: Memory[] = []
      for (let reading = 0; reading < readingCount; reading++) {
        await wait(betweenReadingsMs)
        for (const thread of [undefined, ...workers, undefined]) await ask('HeapProfiler.collectGarbage', {}, thread)
        readings.push(memorySchema.parse(await ask('Runtime.evaluate', { expression, returnByValue: true })))
      }
      return {
        rss: Math.min(...readings.map(({ rss }) => rss)),
        heap: Math.min(...readings.map(({ heap }) => heap)),
      }
    },
    close: () => socket.close(),
  }
}
