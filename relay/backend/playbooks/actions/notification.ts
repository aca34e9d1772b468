import { createTransport } from 'nodemailer'
import type { PlaybookAction } from '#shared/playbooks/playbook-spec.ts'
import { failureWords } from '#relay/backend/clients/failure-words.ts'
import { httpRequest } from '#relay/backend/clients/http-request.ts'
import { shownAddress } from '#relay/backend/clients/target.ts'
import type { ActionContext, ActionOutcome } from '#relay/backend/playbooks/actions/action-context.ts'

type NotificationSpec = NonNullable<PlaybookAction['notification']>

/**
 * Sends a message: as a JSON body to an http or https address, as mail to
 * `smtp://user:password@host:port/?from=…&to=…`. Other services are refused by name.
 */
export const runNotification = async (spec: NotificationSpec, context: ActionContext): Promise<ActionOutcome> => {
  const connection = spec.connection === undefined ? undefined : await context.connectionOf(spec.connection)
  context.mask.hideAll(connection?.secrets ?? [])
  const address = (spec.url ?? connection?.url ?? '').replace(/^generic\+(https?:)/, '$1')
  if (!URL.canParse(address)) return { result: {}, error: 'The step has no address to send its message to.' }
  const url = new URL(address)
  context.mask.hide(decodeURIComponent(url.password))
  try {
    if (url.protocol === 'http:' || url.protocol === 'https:') return await post(url, spec, context)
    if (url.protocol === 'smtp:' || url.protocol === 'smtps:') return await mail(url, spec)
  } catch (error) {
    context.signal.throwIfAborted()
    return { result: {}, error: failureWords(error, shownAddress(address)) }
  }
  return {
    result: {},
    error: `Messages to ${url.protocol}// cannot be sent here; http, https, smtp and smtps addresses can.`,
  }
}

const post = async (
  url: URL,
  { title, message, properties = {} }: NotificationSpec,
  { signal }: ActionContext,
): Promise<ActionOutcome> => {
  const { code } = await httpRequest({
    url: url.href,
    method: 'POST',
    headers: [
      ['user-agent', 'quarterdeck'],
      ['content-type', 'application/json'],
    ],
    body: JSON.stringify({ title, message, properties }),
    tls: { insecure: false },
    signal,
  })
  return { result: {}, error: code < 400 ? null : `${shownAddress(url.href)} answered with ${code}.` }
}

const mail = async (url: URL, { title, message }: NotificationSpec): Promise<ActionOutcome> => {
  const to = url.searchParams.get('to') ?? url.searchParams.get('toAddresses') ?? ''
  const from = url.searchParams.get('from') ?? url.searchParams.get('fromAddress') ?? decodeURIComponent(url.username)
  if (to === '') return { result: {}, error: 'The mail address has no ?to=… to send the message to.' }
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
    await transport.sendMail({ from, to, subject: title, text: message })
  } finally {
    transport.close()
  }
  return { result: {}, error: null }
}
