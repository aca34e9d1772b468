import webPush from 'web-push'
import { describeError } from '#relay/backend/clients/run/describe-error.ts'
import { httpRequest } from '#relay/backend/clients/http/http-request.ts'
import { isLinkLocalHost, isPrivateHost } from '#relay/backend/clients/http/private-address.ts'
import { toRejection } from './ask-service.ts'
import type { SendOutcome } from './sender.ts'

export interface PushSubscription {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

export interface PushKeys {
  readonly publicKey: string
  readonly privateKey: string
}

export interface PushContext {
  readonly keys: PushKeys
  readonly contact: string
  readonly signal: AbortSignal
  readonly ca?: string | undefined
  readonly allowsPrivate: () => Promise<boolean>
}

export interface Push {
  /** The same for every attempt; a push service replaces an undelivered message of the same key. */
  readonly key: string
  readonly text: string
  readonly isUrgent: boolean
}

export interface PushOutcome extends SendOutcome {
  readonly isUnsubscribed?: boolean
}

const heldSeconds = 86_400
const unsubscribedCodes = new Set([404, 410])
const redirectCodes = [301, 302, 303, 307, 308]
/** Limit of the Topic header (RFC 8030). */
const topicLength = 32

/** Null when allowed. Rejects when the host name cannot be resolved. */
export const findEndpointError = async (
  endpoint: string,
  allowsPrivate: PushContext['allowsPrivate'],
): Promise<string | null> => {
  if (!URL.canParse(endpoint)) return 'The address of the push service is invalid.'
  const { protocol, hostname, username } = new URL(endpoint)
  if (protocol !== 'https:' || username !== '') return 'The address of the push service must be https without a user.'
  if (await isLinkLocalHost(hostname))
    return `${hostname} is a link-local address. Messages are not sent to link-local addresses.`
  if ((await isPrivateHost(hostname)) && !(await allowsPrivate()))
    return `${hostname} is a private address. Pushes are not sent to private addresses.`
  return null
}

/** RFC 8291, RFC 8292. */
export const sendPush = async (
  { endpoint, p256dh, auth }: PushSubscription,
  { key, text, isUrgent }: Push,
  { keys, contact, signal, ca, allowsPrivate }: PushContext,
): Promise<PushOutcome> => {
  try {
    const error = await findEndpointError(endpoint, allowsPrivate)
    if (error !== null) return { error: error, isFinal: true }
    const { headers, body, method } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, text, {
      vapidDetails: { subject: contact, ...keys },
      TTL: heldSeconds,
      urgency: isUrgent ? 'high' : 'normal',
      topic: key.replaceAll('-', '').slice(0, topicLength),
    })
    const response = await httpRequest({
      url: endpoint,
      method,
      // TTL is a number, whatever its type says.
      headers: Object.entries<string | number>({ ...headers, 'User-Agent': 'quarterdeck' }).map(([name, value]) => [
        name,
        `${value}`,
      ]),
      body,
      tls: { insecure: false, ca },
      finalCodes: redirectCodes,
      signal,
    })
    if (unsubscribedCodes.has(response.code))
      return { error: 'This browser no longer accepts push notifications.', isFinal: true, isUnsubscribed: true }
    return response.code < 300 ? { error: null, isFinal: true } : toRejection(endpoint, response).outcome
  } catch (error) {
    signal.throwIfAborted()
    return { error: describeError(error, URL.canParse(endpoint) ? new URL(endpoint).origin : ''), isFinal: false }
  }
}
