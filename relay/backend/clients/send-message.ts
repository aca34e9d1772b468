import { createTransport } from 'nodemailer'
import type { Mask } from '#relay/backend/secrets/mask.ts'
import type { CheckContext } from '#relay/backend/checks/check-type.ts'
import { failureWords } from './failure-words.ts'
import { httpRequest } from './http-request.ts'
import { shownAddress } from './target.ts'

export interface Message {
  readonly title: string
  readonly message: string
  readonly properties?: Readonly<Record<string, string | number | boolean>> | undefined
}

/** Where a message goes: an address, or a connection that has one. */
export interface MessageTarget {
  readonly url?: string | undefined
  readonly connection?: string | undefined
}

export interface SendContext {
  readonly connectionOf: NonNullable<CheckContext['connectionOf']>
  readonly mask: Mask
  readonly signal: AbortSignal
  /** The same for each try of one message, so that who gets it can tell. */
  readonly idempotencyKey?: string
}

export interface SendOutcome {
  /** A sentence why it was not taken; null when it was. */
  readonly error: string | null
  /** Another try cannot go better. */
  readonly isFinal: boolean
  /** How long whoever refused it asks to wait. */
  readonly retryAfterMs?: number
}

const taken: SendOutcome = { error: null, isFinal: true }
const refused = (error: string): SendOutcome => ({ error, isFinal: true })

/** How services that take a message by one request want it; others get the message and its title as they are. */
const bodies: readonly { readonly host: RegExp; readonly body: (message: Message) => object }[] = [
  { host: /(^|\.)hooks\.slack\.com$/, body: ({ title, message }) => ({ text: `*${title}*\n${message}` }) },
  {
    host: /(^|\.)discord(app)?\.com$/,
    body: ({ title, message }) => ({ content: `**${title}**\n${message}`.slice(0, 2_000) }),
  },
  { host: /(^|\.)chat\.googleapis\.com$/, body: ({ title, message }) => ({ text: `*${title}*\n${message}` }) },
]

const post = async (url: URL, message: Message, { signal, idempotencyKey }: SendContext): Promise<SendOutcome> => {
  const body = bodies.find(({ host }) => host.test(url.hostname))?.body(message) ?? {
    title: message.title,
    message: message.message,
    properties: message.properties ?? {},
  }
  const { code, headers } = await httpRequest({
    url: url.href,
    method: 'POST',
    headers: [
      ['user-agent', 'quarterdeck'],
      ['content-type', 'application/json'],
      ...(idempotencyKey === undefined ? [] : [['idempotency-key', idempotencyKey] as const]),
    ],
    body: JSON.stringify(body),
    tls: { insecure: false },
    signal,
  })
  if (code < 400) return taken
  const seconds = Number(headers['Retry-After'])
  return {
    error: `${shownAddress(url.href)} answered with ${code}.`,
    isFinal: code < 500 && code !== 408 && code !== 429,
    ...(seconds > 0 && { retryAfterMs: Math.min(seconds, 86_400) * 1_000 }),
  }
}

const mail = async (url: URL, { title, message }: Message, { idempotencyKey }: SendContext): Promise<SendOutcome> => {
  const to = url.searchParams.get('to') ?? url.searchParams.get('toAddresses') ?? ''
  const from = url.searchParams.get('from') ?? url.searchParams.get('fromAddress') ?? decodeURIComponent(url.username)
  if (to === '') return refused('The mail address has no ?to=… to send the message to.')
  const transport = createTransport({
    host: url.hostname,
    port: Number(url.port || (url.protocol === 'smtps:' ? 465 : 587)),
    secure: url.protocol === 'smtps:',
    ...(url.username === ''
      ? {}
      : { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }),
    connectionTimeout: 10_000,
    socketTimeout: 30_000,
  })
  try {
    const messageId = idempotencyKey === undefined ? {} : { messageId: `<${idempotencyKey}@quarterdeck>` }
    await transport.sendMail({ from, to, subject: title, text: message, ...messageId })
  } finally {
    transport.close()
  }
  return taken
}

/**
 * Sends a message: as a JSON body to an http or https address, as mail to
 * `smtp://user:password@host:port/?from=…&to=…`. Other services are refused by name. What is secret of the address is masked.
 * Rejects only when the signal fires.
 */
export const sendMessage = async (
  target: MessageTarget,
  message: Message,
  context: SendContext,
): Promise<SendOutcome> => {
  let address = ''
  try {
    const connection = target.connection === undefined ? undefined : await context.connectionOf(target.connection)
    context.mask.hideAll(connection?.secrets ?? [])
    address = (target.url ?? connection?.url ?? '').replace(/^generic\+(https?:)/, '$1')
    if (!URL.canParse(address)) return refused('There is no address to send the message to.')
    const url = new URL(address)
    context.mask.hide(decodeURIComponent(url.password))
    if (url.protocol === 'http:' || url.protocol === 'https:') return await post(url, message, context)
    if (url.protocol === 'smtp:' || url.protocol === 'smtps:') return await mail(url, message, context)
    return refused(`Messages to ${url.protocol}// cannot be sent here; http, https, smtp and smtps addresses can.`)
  } catch (error) {
    context.signal.throwIfAborted()
    return { error: failureWords(error, shownAddress(address)), isFinal: false }
  }
}
