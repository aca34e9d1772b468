import type { z } from 'zod'
import type { Sandbox } from '#relay/backend/sandbox/sandbox.ts'
import type { Mask } from '#relay/backend/secrets/mask.ts'
import type { DocumentPath } from '#relay/backend/resources/resource-document.ts'
import type { Expression } from '#relay/backend/templates/template-language.ts'

/** What every kind of check hands back; the engine adds time, duration and transitions. */
export interface CheckResult {
  readonly pass: boolean
  /** One line for the person who looks at the row: what was expected and what came. */
  readonly message: string
  /** The check could not be evaluated at all: a broken expression, a missing program. Counts as failed. */
  readonly invalid?: boolean
  /**
   * The message when the check's `test` passes it all the same. Only of a failure by nothing but the kind's own rule, a code
   * that is not 2xx or an exit that is not 0, which the field's documents change by a `test`.
   */
  readonly messageIfTestPasses?: string
  /** Milliseconds, when the protocol tells better than the clock around `run`, as a ping does. */
  readonly durationMs?: number
  /** What expressions in `test` and `display` may read, and what the detail page may show. Never a secret. */
  readonly details?: Record<string, unknown>
}

export interface CheckContext {
  /** Ends the run: the check must stop using the network, files and processes promptly. */
  readonly signal: AbortSignal
  readonly timeoutMs: number
  /** Turns an environment-variable source (`{value}` or `{valueFrom}`) into its text; throws a plain sentence when it can't. */
  readonly resolveSecret: (source: unknown) => Promise<string>
  readonly namespace: string
  /** What programs of documents run in; nothing where it is left out. */
  readonly sandbox?: Sandbox | undefined
  /** Hides what the run used as secrets; whoever keeps or shows its result masks it by this. */
  readonly mask: Mask
  /** Reads a `connection://` reference; throws a plain sentence when there is no such connection. */
  readonly resolveConnection?: (reference: string) => Promise<CheckConnection>
}

/** A connection as a check uses it, its secrets resolved and `$(…)` in its url not yet replaced. */
export interface CheckConnection {
  readonly url: string
  readonly username: string
  readonly password: string
  readonly insecureTls: boolean
  /** A certificate, or of a cluster its kubeconfig. */
  readonly certificate?: string | undefined
  readonly properties: Readonly<Record<string, string>>
  /** What of all this must not be shown. */
  readonly secrets: readonly string[]
}

/** An expression of a check's own fields, at its place. */
export interface CheckExpression {
  readonly path: DocumentPath
  readonly expression: Expression
}

/** One kind of check: a file in `relay/backend/checks/types/`. `key` is its array's name in a canary spec. */
export interface CheckType<Spec> {
  readonly key: string
  readonly spec: z.ZodType<Spec>
  /** What the row shows as the thing that is checked. Never a secret: user names and passwords are left out. */
  readonly formatEndpoint: (spec: Spec) => string
  /** What in the spec is an expression, beside those that every check can have: it must be readable when the document is read. */
  readonly listExpressions?: (spec: Spec) => readonly CheckExpression[]
  readonly run: (spec: Spec, context: CheckContext) => Promise<CheckResult>
}
