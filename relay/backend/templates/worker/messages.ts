import type { Expression, ExpressionLanguage } from '#relay/backend/templates/template-language.ts'
import type { CarriedValues } from './carried-values.ts'

export interface EvaluationJob {
  readonly id: number
  readonly expressions: readonly Expression[]
  readonly values: CarriedValues | undefined
  readonly timeoutMs: number
}

type Position = { readonly line: number; readonly column: number } | undefined

export type EvaluationResult =
  | { readonly kind: 'answered'; readonly json: string | undefined }
  | { readonly kind: 'late'; readonly position: Position }
  | {
      readonly kind: 'failed'
      readonly language: ExpressionLanguage
      readonly reason: string
      readonly position: Position
    }

export type WorkerReply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; readonly id: number; readonly results: readonly EvaluationResult[] }
