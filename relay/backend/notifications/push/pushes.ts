import {
  findEndpointError,
  sendPush,
  type Push,
  type PushContext,
  type PushOutcome,
} from '#relay/backend/clients/senders/web-push.ts'
import type { Properties } from '#relay/backend/properties/properties.ts'
import type { StoredSecrets } from '#relay/backend/secrets/stored-secrets.ts'
import type { Database } from '#relay/database/database.ts'
import { readPushKeys } from './push-keys.ts'
import { forgetBrowser, noteReached, readSubscription } from './push-subscriptions.ts'

interface PushesDeps {
  readonly database: Database
  readonly secrets: StoredSecrets
  readonly properties: Pick<Properties, 'isOn'>
  readonly consoleUrl: () => string
  readonly mail?: { readonly from: string } | undefined
  readonly pushCa?: string | undefined
}

export interface Pushes {
  readonly key: () => Promise<string>
  readonly findEndpointError: (endpoint: string) => Promise<string | null>
  readonly send: (
    personId: string,
    browserId: string,
    push: Push,
    signal: AbortSignal,
  ) => Promise<PushOutcome | undefined>
}

const noContact = 'mailto:nobody@example.com'

const formatContact = ({ consoleUrl, mail }: Pick<PushesDeps, 'consoleUrl' | 'mail'>): string => {
  const url = consoleUrl()
  if (url.startsWith('https:')) return new URL(url).origin
  const [address] = /[^\s<>]+@[^\s<>]+/.exec(mail?.from ?? '') ?? []
  return address === undefined ? noContact : `mailto:${address}`
}

export const createPushes = ({ database, secrets, properties, pushCa, ...contactOptions }: PushesDeps): Pushes => {
  const allowsPrivate: PushContext['allowsPrivate'] = () => properties.isOn('notifications.push.private')
  return {
    key: async () => (await readPushKeys(database, secrets)).publicKey,
    findEndpointError: (endpoint) => findEndpointError(endpoint, allowsPrivate),
    send: async (personId, browserId, push, signal) => {
      const subscription = await readSubscription(database, secrets, personId, browserId)
      if (subscription === undefined) return undefined
      const keys = await readPushKeys(database, secrets)
      const context = { keys, contact: formatContact(contactOptions), signal, ca: pushCa, allowsPrivate }
      const outcome = await sendPush(subscription, push, context)
      if (outcome.isUnsubscribed === true) await forgetBrowser(database, browserId)
      if (outcome.error === null) await noteReached(database, browserId)
      return outcome
    },
  }
}
