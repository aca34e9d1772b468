import type { FastifyReply } from 'fastify'

export const clientDisconnectSignal = ({ raw }: FastifyReply): AbortSignal => {
  const controller = new AbortController()
  if (raw.destroyed) controller.abort()
  else raw.once('close', () => controller.abort())
  return controller.signal
}
