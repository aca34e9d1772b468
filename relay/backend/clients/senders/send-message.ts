import { listHeaders } from '#shared/connections/connection-headers.ts'
import { isMap } from '#shared/primitives/is-map.ts'
import type { ClientConnection, ClientContext } from '#relay/backend/clients/run/client-context.ts'
import type { Mask } from '#relay/backend/secrets/mask.ts'
import { repairLogin } from '#relay/config/repair-login.ts'
import { secretsIn } from '#relay/backend/secrets/change-secrets.ts'
import { describeError } from '#relay/backend/clients/run/describe-error.ts'
import { fillCredentials } from '#relay/backend/clients/run/fill-credentials.ts'
import { buildAuthorization } from '#relay/backend/clients/http/http-sign-in.ts'
import { withoutLogin } from '#relay/backend/clients/run/url-login.ts'
import { askService } from './ask-service.ts'
import { readSettings, type Settings } from './settings.ts'
import {
  httpScheme,
  NotAccepted,
  rejected,
  type Destination,
  type Message,
  type Outgoing,
  type Sender,
  type SendOutcome,
} from './sender.ts'
import { findSender, senders } from './senders.ts'
import { shownAddress } from '#relay/backend/clients/run/target.ts'

export interface MessageTarget {
  readonly url?: string | undefined
  readonly connection?: string | undefined
  /** The address is not the author's own, so that a message must not change its encryption. */
  readonly fixesTransport?: boolean
}

export interface SendContext {
  readonly resolveConnection: NonNullable<ClientContext['resolveConnection']>
  readonly mask: Mask
  readonly signal: AbortSignal
  /** The same for every attempt to send one message. */
  readonly idempotencyKey?: string
  readonly allowsPrivateRedirects?: () => Promise<boolean>
}

interface Addressed {
  /** Security: only for its own address, which a target's `url` replaces. */
  readonly connection: ClientConnection | undefined
  readonly address: URL
  readonly sender: Sender
  readonly targetSettings: Settings
  readonly insecureTls: boolean
}

const addressed = async (
  target: MessageTarget,
  { resolveConnection, mask }: Pick<SendContext, 'resolveConnection' | 'mask'>,
): Promise<Addressed> => {
  const connection = target.connection === undefined ? undefined : await resolveConnection(target.connection)
  mask.hideAll(connection?.secrets ?? [])
  const text = target.url ?? (connection === undefined ? '' : fillCredentials(connection.url, connection))
  mask.hideAll(secretsIn(text))
  const repaired = repairLogin(text)
  if (!URL.canParse(repaired)) throw rejected('The message has no target address.')
  const address = new URL(repaired)
  mask.hide(address.password)
  const sender = findSender(address)
  if (sender === undefined) {
    const known = senders.flatMap(({ schemes }) => schemes).join(', ')
    throw rejected(`Messages to ${address.protocol}// are not supported. Supported: ${known}.`)
  }
  const own = { ...Object.fromEntries(address.searchParams), ...(target.url === undefined && connection?.properties) }
  const targetSettings = readSettings(own, sender)
  return {
    address,
    connection: target.url === undefined ? connection : undefined,
    sender,
    targetSettings,
    insecureTls: connection?.insecureTls ?? false,
  }
}

const readValue = async (source: unknown): Promise<string> =>
  isMap(source) && typeof source['value'] === 'string' ? source['value'] : ''

/** A login that the address contains as `$(username)` or `$(password)` is not sent again. */
const createAuthorize =
  ({ address, connection, insecureTls }: Addressed, { mask, signal }: SendContext): Outgoing['authorize'] =>
  async () => {
    const { login } = withoutLogin(address.href)
    const isFilled = /\$\((?:username|password)\)/.test(connection?.url ?? '')
    const { username, password } = isFilled || connection === undefined ? { username: '', password: '' } : connection
    const target = {
      url: address.href,
      username: username || login?.username,
      password: password || login?.password,
      insecureTls,
      properties: connection?.properties ?? {},
    }
    const run = { signal, plain: readValue, secret: readValue, hide: (text: string) => mask.hide(text) }
    return Object.fromEntries(await buildAuthorization({}, target, { insecure: insecureTls }, run))
  }

const createBaseUrl =
  (targetSettings: Settings, setting: Outgoing['setting']): Outgoing['baseUrl'] =>
  (usual) =>
    targetSettings.get('apibase') ?? usual.replace(/^https:/, `${httpScheme(setting)}:`)

export const resolveDestination = async (
  target: MessageTarget,
  context: Pick<SendContext, 'resolveConnection' | 'mask'>,
): Promise<Destination & { readonly service: string }> => {
  const { address, sender, targetSettings, insecureTls } = await addressed(target, context)
  const setting = (name: string) => targetSettings.get(name)
  const destination = sender.destination({ address, setting, baseUrl: createBaseUrl(targetSettings, setting) })
  return { ...destination, isUnverified: insecureTls || destination.isUnverified === true, service: sender.name }
}

/**
 * Address and connection decide the destination; a message's properties only choose channels and priorities.
 * Rejects only when the signal fires.
 */
export const sendMessage = async (
  target: MessageTarget,
  message: Message,
  { resolveConnection, mask, signal, idempotencyKey, allowsPrivateRedirects = async () => false }: SendContext,
): Promise<SendOutcome> => {
  let shown = ''
  try {
    const found = await addressed(target, { resolveConnection, mask })
    const { address, sender, targetSettings, insecureTls } = found
    const chosen = readSettings(message.properties ?? {}, sender)
    const isFixed = (name: string) =>
      name === 'host' || ((target.url === undefined || target.fixesTransport === true) && transport.has(name))
    const setting = (name: string) => (isFixed(name) ? undefined : chosen.get(name)) ?? targetSettings.get(name)
    const baseUrl = createBaseUrl(targetSettings, setting)
    shown = shownAddress(sender.destination({ address, setting, baseUrl }).server)
    await sender.send({
      address,
      message,
      key: idempotencyKey ?? crypto.randomUUID(),
      insecureTls,
      signal,
      setting,
      headers: Object.fromEntries(listHeaders(Object.fromEntries(targetSettings))),
      authorize: createAuthorize(found, { resolveConnection, mask, signal }),
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

/** Security: a message must not change its target machine, nor the encryption of a connection. */
const transport = new Set(['scheme', 'disabletls', 'encryption', 'usestarttls', 'skiptlsverify', 'insecure', 'auth'])

/** SMTP: codes from 500 on are permanent. */
const isForGood = (error: unknown): boolean =>
  error instanceof Error &&
  'responseCode' in error &&
  typeof error.responseCode === 'number' &&
  error.responseCode >= 500
