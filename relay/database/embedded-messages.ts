import type { RawResult } from './run-statement.ts'
import type { SqlErrorFields } from './sql-error.ts'

export interface EmbeddedWorkerData {
  readonly dataDir: string | undefined
  readonly template: string | undefined
}

export type EmbeddedRequest =
  | {
      readonly id: number
      readonly kind: 'query'
      readonly sql: string
      readonly parameters: readonly (string | null)[]
    }
  | { readonly id: number; readonly kind: 'dump'; readonly path: string }
  | { readonly id: number; readonly kind: 'close' }

/** Distributes over the union, which a plain `Omit` would collapse. */
export type EmbeddedCall = EmbeddedRequest extends infer R ? (R extends EmbeddedRequest ? Omit<R, 'id'> : never) : never

export type EmbeddedReply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'notified'; readonly channel: string; readonly payload: string }
  | { readonly kind: 'answered'; readonly id: number; readonly result: RawResult | undefined }
  | {
      readonly kind: 'failed'
      readonly id: number | undefined
      readonly message: string
      readonly sql: SqlErrorFields | undefined
    }
