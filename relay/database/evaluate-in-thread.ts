import { Session } from 'node:inspector'

const connectedForMs = 1_000

/**
 * V8 checks for such requests in every loop, also while WebAssembly runs. A reply would interrupt the calling
 * thread anywhere, so none is awaited.
 */
export const evaluateInThread = (threadId: number, expression: string): void => {
  const session = new Session()
  session.connect()
  const found: string[] = []
  session.on('NodeWorker.attachedToWorker', ({ params: { sessionId, workerInfo } }) => {
    if (workerInfo.title.startsWith(`[worker ${threadId}]`)) found.push(sessionId)
  })
  session.post('NodeWorker.enable', { waitForDebuggerOnStart: false })
  const message = JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression } })
  for (const sessionId of found) session.post('NodeWorker.sendMessageToWorker', { sessionId, message })
  setTimeout(() => session.disconnect(), connectedForMs).unref()
}
