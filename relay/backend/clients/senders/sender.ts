import { decodeEscapes } from '#shared/primitives/decode-uri.ts'
import { toErrorMessage } from '#shared/primitives/thrown-error.ts'
import { neutralizeMentions, type WrittenMentions } from './text/mentions.ts'

export interface Message {
  readonly title: string
  /** Markdown. */
  readonly message: string
  /** Mentions that may notify; others in the text do not. */
  readonly mentions?: WrittenMentions | undefined
  /** Security: these never choose the target machine. */
  readonly properties?: Readonly<Record<string, string | number | boolean>> | undefined
  readonly link?: string | undefined
  readonly health?: 'healthy' | 'warning' | 'unhealthy' | 'unknown' | undefined
}

export interface SendOutcome {
  readonly error: string | null
  readonly isFinal: boolean
  readonly retryAfterMs?: number
}

export interface SenderRequest {
  readonly url: string
  readonly method?: 'POST' | 'PUT' | 'PATCH' | 'GET'
  readonly headers?: Readonly<Record<string, string>>
  readonly json?: object
  readonly form?: Readonly<Record<string, string>>
  readonly body?: string
}

interface SenderResponse {
  readonly json: unknown
}

/** `sendMessage` and `askOutward` return its outcome, which says if another attempt can succeed. */
export class NotAccepted extends Error {
  readonly outcome: SendOutcome
  constructor(outcome: SendOutcome) {
    super(outcome.error ?? '')
    this.outcome = outcome
  }
}

export interface Outgoing {
  readonly address: URL
  readonly message: Message
  /** Names in lower case; the message overrides the connection, which overrides the address. */
  readonly setting: (name: string) => string | undefined
  /** Of the connection; those of a message have no effect. */
  readonly headers: Readonly<Record<string, string>>
  /** Headers that sign in with the login of the connection or the address. */
  readonly authorize: () => Promise<Readonly<Record<string, string>>>
  readonly baseUrl: (usual: string) => string
  readonly key: string
  readonly insecureTls: boolean
  /** `ask` uses it already; pass it to other connections. */
  readonly signal: AbortSignal
  readonly ask: (request: SenderRequest) => Promise<SenderResponse>
}

interface Recipient {
  readonly label: string
  readonly setting: string | null
  readonly value: string
  readonly whenEmpty?: string
}

export interface Destination {
  readonly server: string
  readonly isUnverified?: boolean
  readonly recipient: Recipient | null
}

export interface Sender {
  readonly name: string
  readonly schemes: readonly string[]
  readonly hosts?: RegExp
  readonly send: (outgoing: Outgoing) => Promise<void>
  readonly destination: (to: Pick<Outgoing, 'address' | 'setting' | 'baseUrl'>) => Destination
}

export const rejected = (error: string): NotAccepted => new NotAccepted({ error, isFinal: true })

export const splitPath = ({ pathname }: URL): readonly string[] =>
  pathname
    .split('/')
    .filter((part) => part !== '')
    .map(decodeEscapes)

export const isYes = (value: string | undefined): boolean => /^\s*(?:true|t|yes|y|on|1)\s*$/i.test(value ?? '')
export const isNo = (value: string | undefined): boolean => /^\s*(?:false|f|no|n|off|0)\s*$/i.test(value ?? '')

export const toServerUrl = ({ address, setting }: Pick<Outgoing, 'address' | 'setting'>): string =>
  `${httpScheme(setting)}://${address.host}`

/** The channel of a chat server's webhook, which may also follow the tokens in the path. */
export const toChatDestination =
  (position: number): Sender['destination'] =>
  ({ address, setting }) => ({
    server: toServerUrl({ address, setting }),
    recipient: {
      label: 'Channel',
      setting: 'channel',
      value: setting('channel') ?? splitPath(address)[position] ?? '',
      whenEmpty: 'default channel of the webhook',
    },
  })

export const httpScheme = (setting: Outgoing['setting']): 'http' | 'https' =>
  isYes(setting('disabletls')) ? 'http' : 'https'

/** For services that read mentions in text. */
export const withNeutralMentions = <Some extends Message>(message: Some): Some => ({
  ...message,
  title: neutralizeMentions(message.title, message.mentions),
  message: neutralizeMentions(message.message, message.mentions),
})

export const textWithLink = ({ message, link }: Pick<Message, 'message' | 'link'>): string =>
  link === undefined || message.includes(link) ? message : `${message}\n${link}`

/** Never between the two halves of a character. */
export const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`

interface Fit {
  readonly most: number
  readonly render: (text: string) => string
  /** Characters, if missing. */
  readonly measure?: (rendered: string) => number
}

export const jsonBytes = (text: string): number => Buffer.byteLength(JSON.stringify(text))

/** Cuts the text before it is rendered: a cut through what a service renders would leave broken markup. */
export const fit = (text: string, { most, render, measure = ({ length }) => length }: Fit): string => {
  let length = Math.min(text.length, most)
  for (;;) {
    const rendered = render(cut(text, length))
    const size = measure(rendered)
    if (size <= most || length <= 1) return rendered
    length = Math.floor(length * Math.min(0.95, most / size))
  }
}

const listSetting = (text: string | undefined): readonly string[] =>
  (text ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')

/** `tags: a, b` of the settings; undefined without any. */
export const findList = (setting: Outgoing['setting'], name: string): readonly string[] | undefined => {
  const all = listSetting(setting(name))
  return all.length === 0 ? undefined : all
}

/** The settings that are set, under the names that the service has for them. */
export const pickSettings = (
  setting: Outgoing['setting'],
  names: readonly (string | readonly [setting: string, field: string])[],
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    names.flatMap((each) => {
      const [name, field] = typeof each === 'string' ? [each, each] : each
      const value = setting(name)
      return value === undefined ? [] : [[field, value]]
    }),
  )

/** Undefined for a text that the service would reject. */
export const findInteger = (text: string | undefined, min: number, max: number): number | undefined => {
  const value = text === undefined || text.trim() === '' ? Number.NaN : Number(text)
  return Number.isInteger(value) && value >= min && value <= max ? value : undefined
}

/** Stops at the first error; after a partial success it is final, because a retry would send duplicates. */
export const toEach = async (targets: readonly string[], send: (target: string) => Promise<unknown>): Promise<void> => {
  let taken = 0
  for (const target of targets) {
    try {
      await send(target)
      taken += 1
    } catch (error) {
      if (taken === 0) throw error
      const why = toErrorMessage(error)
      throw rejected(`${taken} of ${targets.length} recipients accepted the message. ${why}`)
    }
  }
}
