import type { z } from 'zod'
import type { ArtifactFile } from '#relay/backend/artifacts/artifact-files.ts'
import type { ClientContext } from '#relay/backend/clients/run/client-context.ts'
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
  /** Fields of `details` that lack a part, and the reason: expressions that read them cannot pass the check. */
  readonly incomplete?: Readonly<Record<string, string>>
  readonly durationMs?: number
  readonly details?: Record<string, unknown>
  readonly warnings?: readonly string[]
}

export interface PostedResult {
  readonly text: string
}

export interface CheckContext extends ClientContext {
  /** For a kind with a `postToken`. */
  readonly posted?: PostedResult | undefined
  /** Stored with the result, secrets masked. Missing where results are not stored. */
  readonly keepFile?: ((file: ArtifactFile) => Promise<void>) | undefined
  readonly keepText?: ((filename: string, text: string) => Promise<void>) | undefined
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
  /** Timeout of a document without one, by its other fields. */
  readonly findTimeout?: ((spec: Spec) => number | undefined) | undefined
  readonly spec: z.ZodType<Spec>
  readonly formatEndpoint: (spec: Spec) => string
  readonly listExpressions?: (spec: Spec) => readonly CheckExpression[]
  /**
   * A check of this kind runs when its results are posted with this token, and never on schedule. Without a source
   * anyone can post results.
   */
  readonly postToken?: ((spec: Spec) => { readonly source: unknown }) | undefined
  readonly run: (spec: Spec, context: CheckContext) => Promise<CheckResult>
}
