import { z } from 'zod'
import { findBoundedJson } from '#shared/primitives/bounded-json.ts'
import { dayMs } from '#shared/primitives/time-units.ts'
import { httpRequest, type HttpResponse } from '#relay/backend/clients/http/http-request.ts'
import { isLinkLocalHost, isPrivateHost } from '#relay/backend/clients/http/private-address.ts'
import { shownAddress } from '#relay/backend/clients/run/target.ts'
import { NotAccepted, rejected, type Outgoing } from './sender.ts'

const redirects = [301, 302, 303, 307, 308]
/** Only these redirects preserve method and body. */
const keeping = new Set([307, 308])
const redirectsMax = 3
const maxMessageLength = 200

const text = z.string().min(1)
const errorMessage = z.union([
  z.looseObject({ error: z.looseObject({ message: text }) }).transform(({ error }) => error.message),
  z.looseObject({ errors: z.array(text).min(1) }).transform(({ errors }) => errors[0]),
  ...['description', 'message', 'error', 'msg', 'detail'].map((key) =>
    z.looseObject({ [key]: text }).transform((body): unknown => Reflect.get(body, key)),
  ),
])

/** In a header as seconds or a date; Telegram and Discord put it in the body. */
const readRetryAfterMs = (header: string | undefined, json: unknown): number | undefined => {
  const inBody = z
    .union([
      z
        .looseObject({ parameters: z.looseObject({ retry_after: z.number() }) })
        .transform((b) => b.parameters.retry_after),
      z.looseObject({ retry_after: z.number() }).transform((b) => b.retry_after),
    ])
    .safeParse(json).data
  const seconds = header === undefined ? inBody : Number(header)
  if (seconds !== undefined && seconds > 0) return Math.min(seconds * 1_000, dayMs)
  const untilMs = header === undefined ? Number.NaN : Date.parse(header) - Date.now()
  return untilMs > 0 ? Math.min(untilMs, dayMs) : undefined
}

export const toRejection = (url: string, { code, headers, content }: HttpResponse): NotAccepted => {
  const json = findBoundedJson(content)
  const why = errorMessage.safeParse(json).data
  const retryAfterMs = readRetryAfterMs(headers['Retry-After'], json)
  return new NotAccepted({
    error: `${shownAddress(new URL(url).origin)} responded with ${code}${typeof why === 'string' ? `: ${why.slice(0, maxMessageLength)}` : '.'}`,
    isFinal: code < 500 && code !== 408 && code !== 425 && code !== 429,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  })
}

const resolveRedirect = async (
  from: string,
  { code, headers }: HttpResponse,
  allowsPrivate: () => Promise<boolean>,
): Promise<string> => {
  const location = headers['Location'] ?? ''
  if (!URL.canParse(location, from)) throw rejected('Redirect to an invalid address.')
  const next = new URL(location, from)
  const shown = `${next.origin}${next.pathname}`
  if (next.protocol !== 'https:' && next.protocol !== 'http:')
    throw rejected(`Redirect to ${next.protocol}, which is not HTTP.`)
  if (!keeping.has(code)) throw rejected(`Redirect to ${shown} would drop the message. Use that address instead.`)
  if (next.origin !== new URL(from).origin && (await isPrivateHost(next.hostname)) && !(await allowsPrivate()))
    throw rejected(`Redirect to the private address ${shown} was not followed. Use that address instead.`)
  return next.href
}

interface AskOptions {
  readonly signal: AbortSignal
  readonly insecureTls: boolean
  readonly key: string | undefined
  readonly allowsPrivateRedirects: () => Promise<boolean>
}

export const askService =
  ({ signal, insecureTls, key, allowsPrivateRedirects }: AskOptions): Outgoing['ask'] =>
  async ({ url: first, method = 'POST', headers = {}, json, form, body }) => {
    let url = first
    const content =
      json !== undefined ? JSON.stringify(json) : form !== undefined ? new URLSearchParams(form).toString() : body
    const type = form === undefined ? 'application/json' : 'application/x-www-form-urlencoded'
    for (let hop = 0; ; hop += 1) {
      if (await isLinkLocalHost(new URL(url).hostname))
        throw rejected(
          `${new URL(url).hostname} is a link-local address. Messages are not sent to link-local addresses.`,
        )
      const isFirstOrigin = new URL(url).origin === new URL(first).origin
      const response = await httpRequest({
        url,
        method,
        headers: Object.entries({
          'user-agent': 'quarterdeck',
          ...(content !== undefined && { 'content-type': type }),
          ...(key !== undefined && { 'idempotency-key': key }),
          ...(isFirstOrigin ? headers : {}),
        }),
        body: content,
        tls: { insecure: insecureTls },
        finalCodes: redirects,
        signal,
      })
      if (redirects.includes(response.code)) {
        if (hop >= redirectsMax) throw rejected(`More than ${redirectsMax} redirects.`)
        url = await resolveRedirect(url, response, allowsPrivateRedirects)
        continue
      }
      if (response.code >= 400) throw toRejection(url, response)
      return { json: findBoundedJson(response.content) }
    }
  }
