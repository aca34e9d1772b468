import type { FastifyReply } from 'fastify'

/** A signal that fires when whoever asked has gone, or has the whole answer. */
export const clientDisconnectSignal = ({ raw }: FastifyReply): AbortSignal => {
  const controller = new AbortController()
  if (raw.destroyed) controller.abort()
  else raw.once('close', () => controller.abort())
  return controller.signal
}
