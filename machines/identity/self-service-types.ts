import type { FlowResult } from '#shared/identity/flow-result.ts'
import type { Flow, FlowKind } from '#shared/identity/flow.ts'
import type { FieldValues } from '#shared/identity/submission.ts'

/** What the address of a flow's page says (ledger AUTH-18). */
export interface FlowParams {
  readonly flow?: string
  readonly return_to?: string
  readonly refresh?: string
  readonly aal?: string
}

export interface FlowInput {
  readonly kind: FlowKind
  readonly params: FlowParams
  /** The console's own origin: nobody is led anywhere else by `return_to`. */
  readonly origin: string
  /** Sent as soon as there is a form: the name and password of the address, or what a redirect interrupted. */
  readonly atOnce?: FieldValues
}

export interface FlowContext {
  readonly kind: FlowKind
  readonly params: FlowParams
  readonly origin: string
  readonly atOnce: FieldValues | null
  readonly flow: Flow | null
  /** What the person typed, by the name of the field; it outlives re-rendering, failures and restarts. */
  readonly typed: FieldValues
  readonly submitted: FieldValues | null
  readonly logoutToken: string | null
  readonly result: FlowResult
  /** Restarts since a form was last shown: a service that refuses every new flow is not asked for ever. */
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
  /** For a logout its token, else the flow's id. */
  readonly id: string
  readonly values: FieldValues
}
