/** What is to be said, before it is written as a service wants it. */
export interface Message {
  readonly title: string
  readonly message: string
  /** Settings of the one message, such as `email.ToAddresses` or `channel`: they never choose the machine that it goes to. */
  readonly properties?: Readonly<Record<string, string | number | boolean>> | undefined
  /** Where the thing that it is about can be seen. */
  readonly link?: string | undefined
  /** How bad it is: colours and priorities follow from it. */
  readonly health?: 'healthy' | 'warning' | 'unhealthy' | 'unknown' | undefined
}

export interface SendOutcome {
  /** A sentence why it was not taken; null when it was. */
  readonly error: string | null
  /** Another try cannot go better. */
  readonly isFinal: boolean
  /** How long whoever refused it asks to wait. */
  readonly retryAfterMs?: number
}

export interface SenderRequest {
  readonly url: string
  readonly method?: 'POST' | 'PUT' | 'GET'
  readonly headers?: Readonly<Record<string, string>>
  readonly json?: object
  readonly form?: Readonly<Record<string, string>>
  readonly body?: string
}

/** An answer that took the request. */
interface SenderResponse {
  readonly json: unknown
}

/** A request that was not taken, with what is to be told of it. */
export class NotAccepted extends Error {
  readonly outcome: SendOutcome
  constructor(outcome: SendOutcome) {
    super(outcome.error ?? '')
    this.outcome = outcome
  }
}

/** One message on its way to one service. */
export interface Outgoing {
  /** The address as the connection or the rule says it, its secrets filled in. */
  readonly address: URL
  readonly message: Message
  /** What the address, the connection and then the message itself set, by names in lower case. */
  readonly setting: (name: string) => string | undefined
  /** The base address of a service that is reached at a fixed host, unless the connection names another. */
  readonly baseUrl: (usual: string) => string
  /** The same for each try of one message. */
  readonly key: string
  readonly insecureTls: boolean
  /** Ends what it does on connections of its own; `ask` has it already. */
  readonly signal: AbortSignal
  /** Makes one request. Rejects with `NotTaken`, or with what the network says. */
  readonly ask: (request: SenderRequest) => Promise<SenderResponse>
}

/** Whom or what of a service a message reaches. */
interface Recipient {
  /** As people call it: `Channel`. */
  readonly label: string
  /** The setting by which a message chooses another; null: only the address says it. */
  readonly setting: string | null
  /** Empty where neither the address nor the connection says it. */
  readonly value: string
  /** What is reached when nothing is chosen; undefined: something has to be. */
  readonly whenEmpty?: string
}

/** Where a message goes, before it is sent. */
export interface Destination {
  /** Address of the server that is asked first, without anything secret. */
  readonly server: string
  /** The certificate of the server is not verified, as the address says. */
  readonly isUnverified?: boolean
  /** Null where the address leads to one place of the service. */
  readonly recipient: Recipient | null
}

/** A service that messages can be sent to. */
export interface Sender {
  readonly name: string
  /** The schemes of its addresses, without the colon. */
  readonly schemes: readonly string[]
  /** Hosts whose plain https addresses belong to it. */
  readonly hosts?: RegExp
  readonly send: (outgoing: Outgoing) => Promise<void>
  /** Where `send` would send; of an address that lacks something it says what it can. */
  readonly destination: (to: Pick<Outgoing, 'address' | 'setting' | 'baseUrl'>) => Destination
}

export const rejected = (error: string): NotAccepted => new NotAccepted({ error, isFinal: true })

export const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The parts of an address's path, decoded. */
export const splitPath = ({ pathname }: URL): readonly string[] =>
  pathname
    .split('/')
    .filter((part) => part !== '')
    .map(decoded)

/** The message with its link below it, for services that show plain text. */
export const textWithLink = ({ message, link }: Message): string =>
  link === undefined || message.includes(link) ? message : `${message}\n${link}`

export const cut = (text: string, most: number): string => (text.length <= most ? text : `${text.slice(0, most - 1)}…`)

/**
 * Sends to each of several; what some of them took already is not sent again, so that a failure after the first is final.
 */
export const toEach = async (targets: readonly string[], send: (target: string) => Promise<unknown>): Promise<void> => {
  let taken = 0
  for (const target of targets) {
    try {
      await send(target)
      taken += 1
    } catch (error) {
      if (taken === 0) throw error
      const why = error instanceof Error ? error.message : String(error)
      throw rejected(`${taken} of ${targets.length} took it. ${why}`)
    }
  }
}
