import type { CheckConnection, CheckContext } from '#relay/backend/checks/check-type.ts'
import type { Mask } from '#relay/backend/secrets/mask.ts'
import { secretsIn } from '#relay/backend/secrets/change-secrets.ts'
import { describeError } from './describe-error.ts'
import { askService } from './senders/ask-service.ts'
import {
  NotAccepted,
  rejected,
  type Destination,
  type Message,
  type Outgoing,
  type Sender,
  type SendOutcome,
} from './senders/sender.ts'
import { findSender, senders } from './senders/senders.ts'
import { shownAddress } from './target.ts'

/** Where a message goes: an address, or a connection that has one. */
export interface MessageTarget {
  readonly url?: string | undefined
  readonly connection?: string | undefined
}

export interface SendContext {
  readonly resolveConnection: NonNullable<CheckContext['resolveConnection']>
  readonly mask: Mask
  readonly signal: AbortSignal
  /** The same for each try of one message, so that who gets it can tell. */
  readonly idempotencyKey?: string
  /** Whether a redirect may lead a message to an address of a private network; none may where it is left out. */
  readonly allowsPrivateRedirects?: () => Promise<boolean>
}

const filled = ({ url, username, password }: CheckConnection): string =>
  url.replaceAll('$(username)', encodeURIComponent(username)).replaceAll('$(password)', encodeURIComponent(password))

type Settings = ReadonlyMap<string, string>

const isPlain = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value)

/** Settings by names in lower case. `slack.channel` is one of Slack alone. */
const toSettings = (
  properties: Readonly<Record<string, unknown>>,
  schemes: readonly string[],
  name: string,
): Settings => {
  const prefixes = new Set([...schemes, name].map((each) => each.toLowerCase()))
  return new Map(
    Object.entries(properties).flatMap(([key, value]): [string, string][] => {
      const [prefix = '', rest] = key.toLowerCase().split('.', 2)
      if (rest !== undefined && !prefixes.has(prefix)) return []
      return isPlain(value) && value !== '' ? [[rest ?? prefix, String(value)]] : []
    }),
  )
}

interface Addressed {
  /** As it is sent to, with secrets. */
  readonly address: URL
  readonly sender: Sender
  /** What the address and the connection set. */
  readonly targetSettings: Settings
  readonly insecureTls: boolean
}

/** Reads where a target leads, and masks what is secret of it. Rejects with `NotTaken` where no message can be sent. */
const addressed = async (
  target: MessageTarget,
  { resolveConnection, mask }: Pick<SendContext, 'resolveConnection' | 'mask'>,
): Promise<Addressed> => {
  const connection = target.connection === undefined ? undefined : await resolveConnection(target.connection)
  mask.hideAll(connection?.secrets ?? [])
  const text = target.url ?? (connection === undefined ? '' : filled(connection))
  mask.hideAll(secretsIn(text))
  if (!URL.canParse(text)) throw rejected('There is no address to send the message to.')
  const address = new URL(text)
  mask.hide(address.password)
  const sender = findSender(address)
  if (sender === undefined) {
    const known = senders.flatMap(({ schemes }) => schemes).join(', ')
    throw rejected(`Messages to ${address.protocol}// cannot be sent here; ${known} can.`)
  }
  const own = { ...Object.fromEntries(address.searchParams), ...(target.url === undefined && connection?.properties) }
  const targetSettings = toSettings(own, sender.schemes, sender.name)
  return { address, sender, targetSettings, insecureTls: connection?.insecureTls ?? false }
}

const createBaseUrl =
  (targetSettings: Settings): Outgoing['baseUrl'] =>
  (usual) =>
    targetSettings.get('apibase') ?? usual

/**
 * Where a message to this target would go, unless it chooses something else itself. Nothing is sent; what is secret of the address
 * is masked. Rejects with a sentence where no message can be sent.
 */
export const resolveDestination = async (
  target: MessageTarget,
  context: Pick<SendContext, 'resolveConnection' | 'mask'>,
): Promise<Destination & { readonly service: string }> => {
  const { address, sender, targetSettings, insecureTls } = await addressed(target, context)
  const destination = sender.destination({
    address,
    setting: (name) => targetSettings.get(name),
    baseUrl: createBaseUrl(targetSettings),
  })
  return { ...destination, isUnverified: insecureTls || destination.isUnverified === true, service: sender.name }
}

/**
 * Sends a message to an address (`https:`, `smtp:`, `slack:` and the others of `senders`), or to that of a connection. What is
 * secret of the address is masked. Where a message goes is for the address and the connection to say; its own properties
 * choose channels and priorities. Rejects only when the signal fires.
 */
export const sendMessage = async (
  target: MessageTarget,
  message: Message,
  { resolveConnection, mask, signal, idempotencyKey, allowsPrivateRedirects = async () => false }: SendContext,
): Promise<SendOutcome> => {
  let shown = ''
  try {
    const { address, sender, targetSettings, insecureTls } = await addressed(target, { resolveConnection, mask })
    const baseUrl = createBaseUrl(targetSettings)
    shown = shownAddress(sender.destination({ address, setting: (name) => targetSettings.get(name), baseUrl }).server)
    const chosen = toSettings(message.properties ?? {}, sender.schemes, sender.name)
    await sender.send({
      address,
      message,
      key: idempotencyKey ?? crypto.randomUUID(),
      insecureTls,
      signal,
      setting: (name) => (fixed.has(name) ? undefined : chosen.get(name)) ?? targetSettings.get(name),
      baseUrl,
      ask: askService({ signal, insecureTls, key: idempotencyKey, allowsPrivateRedirects }),
    })
    return { error: null, isFinal: true }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof NotAccepted) return error.outcome
    return { error: describeError(error, shown), isFinal: isForGood(error) }
  }
}

/** What decides which machine a message reaches, and by which protection: the message itself never does. */
const fixed = new Set([
  'host',
  'scheme',
  'disabletls',
  'encryption',
  'usestarttls',
  'skiptlsverify',
  'insecure',
  'auth',
])

/** A mail server that refuses for good says so with a code of 500 and above. */
const isForGood = (error: unknown): boolean =>
  error instanceof Error &&
  'responseCode' in error &&
  typeof error.responseCode === 'number' &&
  error.responseCode >= 500
