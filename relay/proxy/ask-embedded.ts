import type { FastifyInstance } from 'fastify'
import { parseTotal } from '#shared/primitives/content-range.ts'
import type { TextResponse } from '#relay/proxy/fetch-remote.ts'
import { linkSignal } from '#relay/time-limit.ts'

/** Asks the embedded backend as `fetchRemote` asks a remote one, with GET for a path below `/api` of this relay itself. */
export const askEmbedded =
  (app: Pick<FastifyInstance, 'inject'>) =>
  async (path: string, signal: AbortSignal, counted = false): Promise<TextResponse> => {
    // What is injected listens to its signal for ever, and holds request and answer: it gets one that ends with the question.
    const link = linkSignal(signal)
    try {
      const { statusCode, headers, body } = await app.inject({
        url: path,
        signal: link.signal,
        ...(counted && { headers: { prefer: 'count=exact' } }),
      })
      const range = headers['content-range']
      return { status: statusCode, body, total: parseTotal(typeof range === 'string' ? range : null) }
    } finally {
      link.release()
    }
  }
