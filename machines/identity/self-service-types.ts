import type { FlowResult } from '#shared/identity/flow-result.ts'
import type { Flow, FlowKind } from '#shared/identity/flow.ts'
import type { FieldValues } from '#shared/identity/submission.ts'

export interface FlowParams {
  readonly flow?: string
  readonly return_to?: string
  readonly refresh?: string
  readonly aal?: string
}

export interface FlowInput {
  readonly kind: FlowKind
  readonly params: FlowParams
  readonly origin: string
  readonly atOnce?: FieldValues
}

export interface FlowContext {
  readonly kind: FlowKind
  readonly params: FlowParams
  readonly origin: string
  readonly atOnce: FieldValues | null
  readonly flow: Flow | null
  readonly typed: FieldValues
  readonly submitted: FieldValues | null
  readonly logoutToken: string | null
  readonly result: FlowResult
  readonly restarts: number
  readonly goTo: string
}

export type FlowEvent =
  | { readonly type: 'form.type'; readonly name: string; readonly value: string | boolean }
  | { readonly type: 'form.submit'; readonly values: FieldValues }
  | { readonly type: 'form.retry' }
  | { readonly type: 'flow.restart' }

export interface CreateFlow {
  readonly kind: FlowKind
  readonly params: FlowParams
}
export interface FetchFlow {
  readonly kind: FlowKind
  readonly id: string
}
export interface SubmitFlow {
  readonly kind: FlowKind
  readonly id: string
  readonly values: FieldValues
}
