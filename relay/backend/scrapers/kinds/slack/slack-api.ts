import { z } from 'zod'
import { resolveTls } from '#relay/backend/clients/http/http-tls.ts'
import { askJson, ServiceError } from '#relay/backend/clients/http/json-service.ts'
import { resolveTarget } from '#relay/backend/clients/run/target.ts'
import type { ScrapeContext } from '#relay/backend/scrapers/scraper-kind.ts'
import type { SlackSpec } from './slack-spec.ts'

export interface SlackApi {
  /** Rejects with ServiceError: 401 for an invalid token, 403 for a denied method. */
  ask<T>(method: string, query: Readonly<Record<string, string>>, schema: z.ZodType<T>): Promise<T>
  pages<T>(method: string, query: Readonly<Record<string, string>>, schema: z.ZodType<T>): AsyncIterable<T>
}

const unknownToken = new Set([
  'account_inactive',
  'invalid_auth',
  'not_authed',
  'token_expired',
  'token_revoked',
  'not_allowed_token_type',
])
const pagesMax = 1_000
const pageSize = '200'

const slackResponse = z.looseObject({
  ok: z.boolean(),
  error: z.string().optional(),
  needed: z.string().optional(),
  response_metadata: z.object({ next_cursor: z.string().optional() }).nullish(),
})

const toError = ({ error = 'no reason provided', needed }: z.infer<typeof slackResponse>): ServiceError => {
  if (unknownToken.has(error))
    return new ServiceError(
      401,
      `Authentication failed: ${error}. Use the bot token (xoxb-…) of an app that is installed in the workspace.`,
    )
  if (error === 'missing_scope' && needed !== undefined)
    return new ServiceError(403, `Slack rejected the request: the app needs the scope ${needed}.`)
  if (error === 'not_in_channel')
    return new ServiceError(403, 'Slack rejected the request: the app is not in the channel. Invite it to the channel.')
  return new ServiceError(403, `Slack rejected the request: ${error}.`)
}

const parsed = <T>(response: unknown, schema: z.ZodType<T>): T => {
  const read = schema.safeParse(response)
  if (!read.success) throw new ServiceError(200, 'Slack returned an invalid response')
  return read.data
}

export const createSlackApi = async (spec: SlackSpec, run: ScrapeContext): Promise<SlackApi> => {
  const target = await resolveTarget({ connection: spec.connection }, spec.url ?? 'https://slack.com', run)
  const token = spec.token === undefined ? (target.password ?? '') : await run.secret(spec.token)
  if (token === '') throw new Error('No token: set token, or select a connection that has one')
  run.hide(token)
  const tls = await resolveTls(spec.tls, run, { insecureTls: target.insecureTls })
  const service = { name: 'Slack', headers: [['authorization', `Bearer ${token}`]], tls, signal: run.signal } as const
  const call = async (method: string, query: Readonly<Record<string, string>>) => {
    const url = `${target.url.replace(/\/+$/, '')}/api/${method}`
    const { json } = await askJson(service, { url, form: new URLSearchParams(query) }, slackResponse)
    if (!json.ok) throw toError(json)
    return json
  }
  return {
    ask: async (method, query, schema) => parsed(await call(method, query), schema),
    pages: async function* (method, query, schema) {
      let cursor = ''
      for (let count = 0; count < pagesMax; count += 1) {
        const page = await call(method, { limit: pageSize, ...query, ...(cursor !== '' && { cursor }) })
        yield parsed(page, schema)
        cursor = page.response_metadata?.next_cursor ?? ''
        if (cursor === '') return
      }
      throw new ServiceError(200, `Slack returned more than ${pagesMax} pages of ${method}`)
    },
  }
}
