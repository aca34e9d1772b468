import type { FastifyReply } from 'fastify'

/** A signal that fires when whoever asked has gone, or has the whole answer. */
export const goneSignal = ({ raw }: FastifyReply): AbortSignal => {
  const gone = new AbortController()
  if (raw.destroyed) gone.abort()
  else raw.once('close', () => gone.abort())
  return gone.signal
}
