import { z } from 'zod'
import { outwardPropertiesSchema, type OutwardProperties } from '#shared/incidents/outward-properties.ts'
import { toErrorMessage } from '#shared/primitives/thrown-error.ts'
import { askService } from '#relay/backend/clients/senders/ask-service.ts'
import { cut, NotAccepted, type Message, type SendOutcome } from '#relay/backend/clients/senders/sender.ts'
import { sendMessage, type MessageTarget, type SendContext } from '#relay/backend/clients/senders/send-message.ts'
import { describeError } from '#relay/backend/clients/run/describe-error.ts'
import { shownAddress } from '#relay/backend/clients/run/target.ts'
import { Mask } from '#relay/backend/secrets/mask.ts'
import { timeLimit } from '#relay/time-limit.ts'
import { HttpError } from '#relay/errors/http-error.ts'

const summaryMax = 250

export interface OutwardDeps {
  readonly resolveConnection: SendContext['resolveConnection']
  readonly mail?: { readonly url: string; readonly from: string } | undefined
  readonly consoleUrl: () => string
}

export interface OutwardAsk {
  readonly responderId: string
  readonly properties: unknown
  readonly incidentId: string
  readonly number: string
  readonly title: string
  readonly description: string
  readonly severity: string
}

interface OutwardResult extends SendOutcome {
  readonly externalId?: string
}

const sendMs = 30_000

export const outwardProperties = (properties: unknown): OutwardProperties =>
  outwardPropertiesSchema.parse(typeof properties === 'object' && properties !== null ? properties : {})

const permanentFailure = (error: string): OutwardResult => ({ error, isFinal: true })

const toMessage = (ask: OutwardAsk, { asked }: OutwardProperties, consoleUrl: string): Message => ({
  title: `${ask.number} ${ask.title}`,
  message: [asked ?? 'Your help is requested with this incident.', ask.description].filter(Boolean).join('\n\n'),
  link: `${consoleUrl}/incidents/${ask.incidentId}`,
  health: 'unhealthy',
})

const mailTo = ({ url, from }: NonNullable<OutwardDeps['mail']>, to: string): string => {
  const address = new URL(url)
  address.searchParams.set('from', from)
  address.searchParams.set('to', to)
  return address.href
}

interface Way extends OutwardDeps {
  readonly mask: Mask
  readonly signal: AbortSignal
}

const send = async (target: MessageTarget, message: Message, key: string, { resolveConnection, mask, signal }: Way) => {
  if (target.connection !== undefined) await resolveConnection(target.connection)
  return sendMessage(target, message, { resolveConnection, mask, signal, idempotencyKey: key })
}

const issueSchema = z.object({ key: z.string().max(100) })

const openIssue = async (
  ask: OutwardAsk,
  properties: OutwardProperties,
  message: Message,
  way: Way,
): Promise<OutwardResult> => {
  const { connection: reference, project, issueType = 'Task', summary } = properties
  if (reference === undefined || reference === '')
    return permanentFailure('Jira needs a connection. Set the responder’s connection.')
  if (project === undefined || project === '') return permanentFailure('Jira needs a project key.')
  const { url, username, password, insecureTls, secrets } = await way.resolveConnection(reference)
  way.mask.hideAll(secrets)
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
    return permanentFailure('The connection has no http:// or https:// address for Jira.')
  const base = new URL(url)
  try {
    const service = askService({
      signal: way.signal,
      insecureTls,
      key: ask.responderId,
      allowsPrivateRedirects: async () => false,
    })
    const { json } = await service({
      url: `${base.origin}${base.pathname.replace(/\/$/, '')}/rest/api/2/issue`,
      ...(password !== '' && {
        headers: {
          authorization:
            username === ''
              ? `Bearer ${password}`
              : `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
        },
      }),
      json: {
        fields: {
          project: { key: project },
          issuetype: { name: issueType },
          summary: cut((summary ?? message.title).replaceAll(/\s+/g, ' '), summaryMax),
          description: `${message.message}\n\n${message.link ?? ''}`,
        },
      },
    })
    const issue = issueSchema.safeParse(json).data
    return { error: null, isFinal: true, ...(issue && { externalId: issue.key }) }
  } catch (error) {
    if (error instanceof NotAccepted) return error.outcome
    way.signal.throwIfAborted()
    return { error: describeError(error, shownAddress(base.origin)), isFinal: false }
  }
}

const askBy = async (ask: OutwardAsk, properties: OutwardProperties, way: Way): Promise<OutwardResult> => {
  const message = toMessage(ask, properties, way.consoleUrl())
  const { responderType: kind, connection, to, channel } = properties
  switch (kind.toLowerCase()) {
    case 'email':
      if (to === undefined || to === '') return permanentFailure('The responder has no email address.')
      if (connection !== undefined && connection !== '')
        return send({ connection }, { ...message, properties: { to } }, ask.responderId, way)
      return way.mail === undefined
        ? permanentFailure('Mail needs a mail server. Set SMTP_URL or the responder’s connection.')
        : send({ url: mailTo(way.mail, to) }, message, ask.responderId, way)
    case 'slack':
      return connection === undefined || connection === ''
        ? permanentFailure('Slack needs a connection. Set the responder’s connection.')
        : send({ connection }, { ...message, properties: channel ? { channel } : {} }, ask.responderId, way)
    case 'jira':
      return openIssue(ask, properties, message, way)
    default:
      return permanentFailure(
        `${kind === '' ? 'This type' : kind} cannot be notified from this console (supported: email, Slack, Jira). Contact the responder there and add a comment.`,
      )
  }
}

export const askOutward = async (ask: OutwardAsk, deps: OutwardDeps, outer: AbortSignal): Promise<OutwardResult> => {
  const mask = new Mask()
  const limit = timeLimit(sendMs, outer)
  try {
    const result = await askBy(ask, outwardProperties(ask.properties), { ...deps, mask, signal: limit.signal })
    return { ...result, error: result.error === null ? null : mask.inText(result.error) }
  } catch (error) {
    outer.throwIfAborted()
    const reason = limit.isOver() ? `No response within ${sendMs / 1_000} s.` : mask.inText(toErrorMessage(error))
    return { error: reason, isFinal: error instanceof HttpError }
  } finally {
    limit.done()
  }
}
