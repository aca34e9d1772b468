export type FieldValues = Readonly<Record<string, string>>

export type NotificationType =
  | 'discord'
  | 'email'
  | 'google_chat'
  | 'ifttt'
  | 'matrix'
  | 'mattermost'
  | 'ntfy'
  | 'opsgenie'
  | 'pushbullet'
  | 'pushover'
  | 'rocketchat'
  | 'slack'
  | 'teams'
  | 'telegram'
  | 'zulip_chat'

/** Escapes only characters that would end this part of the address. */
const part = (values: FieldValues, name: string): string =>
  (values[name] ?? '').trim().replaceAll(/[\s%/?#[\]]/g, encodeURIComponent)
const inQuery = (values: FieldValues, name: string): string => encodeURIComponent((values[name] ?? '').trim())
const isInsecure = (values: FieldValues): boolean => values['insecure_tls'] === 'true'

/** The backend fills in secrets such as `$(password)` (contract section 6). */
export const notificationAddress: Readonly<Record<NotificationType, (values: FieldValues) => string>> = {
  discord: (v) => `discord://$(password)@${part(v, 'username')}`,
  email: (v) =>
    `smtp://$(username):$(password)@${part(v, 'host')}:${part(v, 'port')}/?UseStartTLS=${v['encryptionMethod'] === 'ExplicitTLS'}` +
    `&SkipTLSVerify=${isInsecure(v)}&Encryption=${inQuery(v, 'encryptionMethod')}&Auth=${inQuery(v, 'authMethod')}` +
    `&from=${inQuery(v, 'from')}&fromName=${inQuery(v, 'fromName')}`,
  google_chat: (v) =>
    `googlechat://chat.googleapis.com/v1/spaces/${part(v, 'webhook')}/messages?key=$(username)&token=$(password)`,
  ifttt: (v) => `ifttt://${part(v, 'username')}`,
  matrix: (v) => `matrix://${part(v, 'username')}:$(password)@${part(v, 'host')}/?DisableTLS=${isInsecure(v)}`,
  mattermost: (v) => {
    const user = part(v, 'username')
    const channel = part(v, 'channel')
    return `mattermost://${user === '' ? '' : `${user}@`}${part(v, 'host')}/$(password)${channel === '' ? '' : `/${channel}`}`
  },
  ntfy: (v) =>
    `ntfy://${part(v, 'username')}:$(password)@${part(v, 'host')}/${part(v, 'topic')}?Scheme=${isInsecure(v) ? 'http' : 'https'}`,
  opsgenie: (v) => `opsgenie://${part(v, 'host')}:${part(v, 'port')}/$(password)`,
  pushbullet: (v) => `pushbullet://$(password)/${part(v, 'targets')}`,
  pushover: (v) => `pushover://:$(password)@${part(v, 'username')}/`,
  rocketchat: (v) => {
    const user = part(v, 'user')
    return `rocketchat://${user === '' ? '' : `${user}@`}${part(v, 'host')}:${part(v, 'port')}/$(username)/$(password)/${part(v, 'channel')}`
  },
  slack: (v) => `slack://$(password)@${part(v, 'username')}`,
  teams: (v) =>
    `teams://${part(v, 'group')}@${part(v, 'tenant')}/${part(v, 'altID')}/${part(v, 'groupOwner')}?host=${inQuery(v, 'host')}`,
  telegram: (v) => `telegram://$(password)@telegram/?Chats=${inQuery(v, 'username')}`,
  zulip_chat: (v) => `zulip://${part(v, 'username')}:$(password)@${part(v, 'host')}/`,
}

const webhookScheme = 'generic+'
const webhookKeys: readonly (readonly [key: string, field: string])[] = [
  ['ContentType', 'contentType'],
  ['MessageKey', 'key'],
  ['TitleKey', 'titleKey'],
  ['RequestMethod', 'requestMethod'],
]
const ownKeys = new Set([...webhookKeys.map(([key]) => key), 'DisableTLS'].map((key) => key.toLowerCase()))

const split = (address: string): { readonly head: string; readonly params: readonly string[] } => {
  const at = address.indexOf('?')
  if (at < 0) return { head: address, params: [] }
  const params = address.slice(at + 1).split('&')
  return {
    head: address.slice(0, at),
    params: params.filter((param) => !ownKeys.has(param.replace(/=.*$/s, '').toLowerCase())),
  }
}

/** Documents may have the whole address of the service, `generic+https://…`. */
const withoutScheme = (address: string): string =>
  address.startsWith(webhookScheme) ? address.slice(webhookScheme.length) : address

export const webhookAddress = (values: FieldValues): string => {
  const written = (values['webhook'] ?? '').trim()
  const { head, params } = split(withoutScheme(written))
  // A scheme in the address wins over the option.
  const disablesTls = head.startsWith('generic:') && /[?&]disabletls=(?:yes|true|1)(?:&|$)/i.test(written)
  const how = webhookKeys.map(([key, name]) => `${key}=${inQuery(values, name)}`)
  const query = [...params, ...how, `DisableTLS=${disablesTls ? 'true' : isInsecure(values)}`].join('&')
  return `${head.startsWith('generic:') ? '' : webhookScheme}${head}?${query}`
}

export const webhookUrl = (address: string): string => {
  const { head, params } = split(withoutScheme(address))
  return params.length === 0 ? head : `${head}?${params.join('&')}`
}
