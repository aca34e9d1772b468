import type { FetchFunction } from '@slack/web-api'
import { z } from 'zod'
import { askJson } from './json-service.ts'
import type { TlsOptions } from './trusting-connector.ts'

/** What says of an answer how the asking went. */
export const slackAnswer = z.looseObject({
  ok: z.boolean(),
  error: z.string().optional(),
  needed: z.string().optional(),
  response_metadata: z
    .object({ next_cursor: z.string().optional() })
    .nullish()
    .transform((metadata) => metadata ?? undefined),
})

interface SlackTransportOptions {
  readonly tls: TlsOptions
  readonly signal: AbortSignal
}

/** How Slack's own client asks: by `askJson`, which waits for limits of requests and rejects with ServiceFault. */
export const slackTransport =
  ({ tls, signal }: SlackTransportOptions): FetchFunction =>
  async (url, { headers = {}, body } = {}) => {
    if (body instanceof FormData) throw new Error('Files are not sent to Slack')
    const { Authorization: authorization = '' } = headers
    const service = { name: 'Slack', headers: [['authorization', authorization]], tls, signal } as const
    const { json } = await askJson(service, { url: String(url), form: new URLSearchParams(body) }, slackAnswer)
    return Response.json(json)
  }
