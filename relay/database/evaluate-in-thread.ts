import { Session } from 'node:inspector'

const connectedForMs = 1_000

/**
 * Runs an expression in a thread of this process that is busy, in WebAssembly too: V8 looks for such requests in every loop,
 * so that nothing is needed of the thread itself. Nothing happens when there is no such thread. What the thread answers
 * interrupts this one wherever it is, so nobody listens for it.
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
