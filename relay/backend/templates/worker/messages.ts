import type { Expression, ExpressionLanguage } from '#relay/backend/templates/template-language.ts'
import type { CarriedValues } from './carried-values.ts'

/** What an expression process is asked. */
export interface EvaluationJob {
  readonly id: number
  readonly expressions: readonly Expression[]
  /** What they read; without it they are only compiled. */
  readonly values: CarriedValues | undefined
  /** For each of them. */
  readonly timeoutMs: number
}

type Position = { readonly line: number; readonly column: number } | undefined

export type EvaluationResult =
  /** JSON text of what it answers; of what is only compiled, nothing. */
  | { readonly kind: 'answered'; readonly json: string | undefined }
  | { readonly kind: 'late'; readonly position: Position }
  | {
      readonly kind: 'failed'
      readonly language: ExpressionLanguage
      readonly reason: string
      readonly position: Position
    }

/** What an expression process says. Jobs are answered one after another, in the order in which they came. */
export type WorkerReply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; readonly id: number; readonly results: readonly EvaluationResult[] }
