import type { z } from 'zod'
import type { SentRequest } from '#shared/health/curl.ts'
import type { FindConfigs } from '#relay/backend/catalog/find-configs.ts'
import type { Sandbox } from '#relay/backend/sandbox/sandbox.ts'
import type { Mask } from '#relay/backend/secrets/mask.ts'
import type { DocumentPath } from '#relay/backend/resources/resource-document.ts'
import type { Expression } from '#relay/backend/templates/template-language.ts'

export interface CheckResult {
  readonly pass: boolean
  readonly message: string
  readonly invalid?: boolean
  /**
   * Message when the check's `test` overrides the failure. Set only when the kind's own rule failed, such as a
   * non-2xx code.
   */
  readonly messageIfTestPasses?: string
  /** Message when the check has a `transform`, which then judges what the kind's own rule rejects. */
  readonly messageIfTransformed?: string
  readonly durationMs?: number
  readonly details?: Record<string, unknown>
}

export interface PostedResult {
  readonly text: string
}

export interface CheckContext {
  /** On abort the check must stop using the network, files and processes promptly. */
  readonly signal: AbortSignal
  readonly timeoutMs: number
  readonly resolveSecret: (source: unknown) => Promise<string>
  readonly namespace: string
  /** The check and its canary, for templates in the request. */
  readonly about?: Readonly<Record<string, unknown>> | undefined
  readonly sandbox?: Sandbox | undefined
  /** Results must be masked with it before they are stored or shown. */
  readonly mask: Mask
  readonly onRequest?: (request: SentRequest) => void
  readonly resolveConnection?: (reference: string) => Promise<CheckConnection>
  readonly findConfigs?: FindConfigs | undefined
  /** For a kind with a `postToken`. */
  readonly posted?: PostedResult | undefined
}

export interface CheckConnection {
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

export interface CheckExpression {
  readonly path: DocumentPath
  readonly expression: Expression
}

export interface CheckType<Spec> {
  readonly key: string
  /** A sentence that begins with "Needs": an account, a cluster or a program, and how to give it. */
  readonly requires?: string | undefined
  /** Timeout without one in the document, where a number is minutes instead of seconds. */
  readonly timeoutMinutes?: number | undefined
  readonly spec: z.ZodType<Spec>
  readonly formatEndpoint: (spec: Spec) => string
  readonly listExpressions?: (spec: Spec) => readonly CheckExpression[]
  /** A check of this kind runs when its results are posted with this token, and never on schedule. */
  /** Without a source anyone can post results. */
  readonly postToken?: ((spec: Spec) => { readonly source: unknown }) | undefined
  readonly run: (spec: Spec, context: CheckContext) => Promise<CheckResult>
}
