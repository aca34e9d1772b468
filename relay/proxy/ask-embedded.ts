import type { FastifyInstance } from 'fastify'
import { parseTotal } from '#shared/primitives/content-range.ts'
import type { TextResponse } from '#relay/proxy/fetch-remote.ts'
import { linkSignal } from '#relay/time-limit.ts'

export const askEmbedded =
  (app: Pick<FastifyInstance, 'inject'>) =>
  async (path: string, signal: AbortSignal, counted = false): Promise<TextResponse> => {
    // An injected request never removes its abort listener, which would keep request and response alive: it gets a
    // signal of its own.
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
