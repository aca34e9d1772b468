import { z } from 'zod'
import { tlsOf } from '#relay/backend/clients/http-tls.ts'
import { askJson, ServiceFault } from '#relay/backend/clients/json-service.ts'
import { targetOf } from '#relay/backend/clients/target.ts'
import type { ScrapeContext } from '#relay/backend/scrapers/scraper-kind.ts'
import type { SlackSpec } from './slack-spec.ts'

/** A workspace of Slack, asked by the name of a method. */
export interface SlackApi {
  /** Rejects with ServiceFault: of the code 401 where the token is not accepted, of 403 where the method refuses. */
  ask<T>(method: string, query: Readonly<Record<string, string>>, schema: z.ZodType<T>): Promise<T>
  /** Page by page. */
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

/** Common to all responses. */
const slackAnswer = z.looseObject({
  ok: z.boolean(),
  error: z.string().optional(),
  needed: z.string().optional(),
  response_metadata: z.object({ next_cursor: z.string().optional() }).nullish(),
})

const faultOf = ({ error = 'it did not say why', needed }: z.infer<typeof slackAnswer>): ServiceFault => {
  if (unknownToken.has(error))
    return new ServiceFault(
      401,
      `Slack does not accept the token: ${error}. It takes the bot token (xoxb-…) of an app that is installed in the workspace.`,
    )
  if (error === 'missing_scope' && needed !== undefined)
    return new ServiceFault(403, `Slack refused it: the app needs the scope ${needed}.`)
  if (error === 'not_in_channel')
    return new ServiceFault(403, 'Slack refused it: the app is not in the channel. Invite it there.')
  return new ServiceFault(403, `Slack refused it: ${error}.`)
}

const parsed = <T>(answer: unknown, schema: z.ZodType<T>): T => {
  const read = schema.safeParse(answer)
  if (!read.success) throw new ServiceFault(200, 'Slack answered something else than was asked')
  return read.data
}

export const slackApiOf = async (given: SlackSpec, run: ScrapeContext): Promise<SlackApi> => {
  const target = await targetOf({ connection: given.connection }, given.url ?? 'https://slack.com', run)
  const token = given.token === undefined ? (target.password ?? '') : await run.secret(given.token)
  if (token === '') throw new Error('There is no token: write it as token, or choose a connection that has one')
  run.hide(token)
  const tls = await tlsOf(given.tls, target.insecureTls, run)
  const service = { name: 'Slack', headers: [['authorization', `Bearer ${token}`]], tls, signal: run.signal } as const
  const call = async (method: string, query: Readonly<Record<string, string>>) => {
    const url = `${target.url.replace(/\/+$/, '')}/api/${method}`
    const { json } = await askJson(service, { url, form: new URLSearchParams(query) }, slackAnswer)
    if (!json.ok) throw faultOf(json)
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
      throw new ServiceFault(200, `Slack has more than ${pagesMax} pages of ${method}`)
    },
  }
}
