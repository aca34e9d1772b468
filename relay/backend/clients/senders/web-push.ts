import webPush from 'web-push'
import { describeError } from '#relay/backend/clients/describe-error.ts'
import { httpRequest } from '#relay/backend/clients/http-request.ts'
import { isLinkLocalHost, isPrivateHost } from '#relay/backend/clients/private-address.ts'
import { toRejection } from './ask-service.ts'
import type { SendOutcome } from './sender.ts'

/** Where a browser takes pushes, and what they are encrypted for; base64url as browsers write it. */
export interface PushSubscription {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

/** What push services know this installation by; base64url. */
export interface PushKeys {
  readonly publicKey: string
  readonly privateKey: string
}

export interface PushContext {
  readonly keys: PushKeys
  /** Whom a push service may ask about what is sent: an `https:` or `mailto:` address. */
  readonly contact: string
  readonly signal: AbortSignal
  /** An authority that may have signed the push service's certificate, in place of the public ones. */
  readonly ca?: string | undefined
  /** Whether a push service may have an address of a private network. */
  readonly allowsPrivate: () => Promise<boolean>
}

export interface Push {
  /** The same for each try of one message: a push service that still holds it replaces it. */
  readonly key: string
  /** Read by the service worker of the pages. */
  readonly text: string
  /** Wakes a device that saves power. */
  readonly isUrgent: boolean
}

export interface PushOutcome extends SendOutcome {
  /** The browser takes no pushes there any more, and never will. */
  readonly isUnsubscribed?: boolean
}

/** How long a push service holds a message for a browser that is not running. */
const heldSeconds = 86_400
const unsubscribedCodes = new Set([404, 410])
const redirectCodes = [301, 302, 303, 307, 308]
/** What a push service takes of a header. */
const topicLength = 32

/** Why nothing may be sent to an address that a browser gave; null where it may. Rejects when its name is unknown. */
export const findEndpointError = async (
  endpoint: string,
  allowsPrivate: PushContext['allowsPrivate'],
): Promise<string | null> => {
  if (!URL.canParse(endpoint)) return 'The address of the push service is no address.'
  const { protocol, hostname, username } = new URL(endpoint)
  if (protocol !== 'https:' || username !== '') return 'A push service has an https address without a user.'
  if (await isLinkLocalHost(hostname)) return `${hostname} is a link-local address, where no messages are sent.`
  if ((await isPrivateHost(hostname)) && !(await allowsPrivate()))
    return `${hostname} is an address of a private network, where no pushes are sent.`
  return null
}

/** Sends one push, encrypted for its browser (RFC 8291) and signed by this installation (RFC 8292). Rejects only when the signal fires. */
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
      headers: Object.entries({ ...headers, 'User-Agent': 'quarterdeck' }),
      body,
      tls: { insecure: false, ca },
      finalCodes: redirectCodes,
      signal,
    })
    if (unsubscribedCodes.has(response.code))
      return { error: 'This browser takes no pushes any more.', isFinal: true, isUnsubscribed: true }
    return response.code < 300 ? { error: null, isFinal: true } : toRejection(endpoint, response).outcome
  } catch (error) {
    signal.throwIfAborted()
    return { error: describeError(error, URL.canParse(endpoint) ? new URL(endpoint).origin : ''), isFinal: false }
  }
}
