import type { SentRequest } from '#shared/health/curl.ts'
import type { FindConfigs } from '#relay/backend/catalog/find-configs.ts'
import type { Sandbox } from '#relay/backend/process/sandbox.ts'
import type { Mask } from '#relay/backend/secrets/mask.ts'

export interface ClientConnection {
  /** Missing for the console's own connection. */
  readonly id?: string | undefined
  readonly type?: string | undefined
  readonly url: string
  readonly username: string
  readonly password: string
  readonly insecureTls: boolean
  readonly certificate?: string | undefined
  readonly properties: Readonly<Record<string, string>>
  readonly secrets: readonly string[]
}

export interface ClientContext {
  /** On abort the client must stop using the network, files and processes promptly. */
  readonly signal: AbortSignal
  readonly timeoutMs: number
  readonly resolveSecret: (source: unknown) => Promise<string>
  readonly namespace: string
  /** The resource that runs, for templates in the request: a check and its canary. */
  readonly about?: Readonly<Record<string, unknown>> | undefined
  readonly sandbox?: Sandbox | undefined
  /** Results must be masked with it before they are stored or shown. */
  readonly mask: Mask
  readonly onRequest?: (request: SentRequest) => void
  readonly resolveConnection?: (reference: string) => Promise<ClientConnection>
  readonly findConfigs?: FindConfigs | undefined
}
