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
  pages<T extends Page>(method: string, query: Readonly<Record<string, string>>, schema: z.ZodType<T>): AsyncIterable<T>
}

export const pageSchema = z.looseObject({ response_metadata: z.looseObject({ next_cursor: z.string() }).nullish() })
type Page = z.infer<typeof pageSchema>

const envelope = z.looseObject({ ok: z.boolean(), error: z.string().optional(), needed: z.string().optional() })

const unknownToken = new Set([
  'account_inactive',
  'invalid_auth',
  'not_authed',
  'token_expired',
  'token_revoked',
  'not_allowed_token_type',
])
const pagesMax = 1_000

const faultOf = ({ error = 'it did not say why', needed }: z.infer<typeof envelope>): ServiceFault => {
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

export const slackApiOf = async (given: SlackSpec, run: ScrapeContext): Promise<SlackApi> => {
  const target = await targetOf({ connection: given.connection }, given.url ?? 'https://slack.com', run)
  const token = given.token === undefined ? (target.password ?? '') : await run.secret(given.token)
  if (token === '') throw new Error('There is no token: write it as token, or choose a connection that has one')
  run.hide(token)
  const service = {
    name: 'Slack',
    headers: [['authorization', `Bearer ${token}`]],
    tls: await tlsOf(given.tls, target.insecureTls, run),
    signal: run.signal,
  } as const
  const base = target.url.replace(/\/+$/, '')
  const ask: SlackApi['ask'] = async (method, query, schema) => {
    const { json } = await askJson(
      service,
      { url: `${base}/api/${method}`, form: new URLSearchParams(query) },
      z.unknown(),
    )
    const answer = envelope.safeParse(json)
    if (answer.success && !answer.data.ok) throw faultOf(answer.data)
    const read = schema.safeParse(json)
    if (!read.success) throw new ServiceFault(200, 'Slack answered something else than was asked')
    return read.data
  }
  return {
    ask,
    pages: async function* (method, query, schema) {
      let cursor = ''
      for (let page = 0; page < pagesMax; page += 1) {
        const answer = await ask(method, { ...query, ...(cursor !== '' && { cursor }) }, schema)
        yield answer
        cursor = answer.response_metadata?.next_cursor ?? ''
        if (cursor === '') return
      }
      throw new ServiceFault(200, `Slack has more than ${pagesMax} pages of ${method}`)
    },
  }
}
