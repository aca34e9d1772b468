import { ownPath } from '#shared/access/own-path.ts'
import type { FlowAnswer } from '#shared/identity/flow-answer.ts'
import type { Flow, FlowKind } from '#shared/identity/flow.ts'
import { flowPage, pageOfFlowAddress } from '#shared/identity/flow-pages.ts'
import type { FlowContext } from './self-service-types.ts'

export const refusal = ({ answer }: FlowContext) => (answer.kind === 'refused' ? answer : null)
export const idOf = (context: FlowContext) => refusal(context)?.id ?? null
export const statusOf = (context: FlowContext) => refusal(context)?.status ?? 0
export const isLost = (context: FlowContext) =>
  context.answer.kind === 'unreachable' || statusOf(context) >= 500 || [404, 408, 429].includes(statusOf(context))
const has = (flow: Flow, messageId: number) => flow.ui.messages.some(({ id }) => id === messageId)
export const isPasswordWrong = (flow: Flow) => has(flow, 4_000_006)
/** What the service says of somebody who signed in meanwhile, in another tab, it says of other things too. */
export const isDoubtful = ({ kind, submitted, answer }: FlowContext) =>
  kind === 'login' &&
  submitted !== null &&
  answer.kind === 'form' &&
  !answer.flow.refresh &&
  has(answer.flow, 4_000_001)
export const isRecovered = ({ kind, answer }: FlowContext) =>
  kind === 'recovery' &&
  answer.kind === 'form' &&
  answer.flow.continue_with.some(({ action }) => action === 'show_settings_ui')
export const isSignedOut = (context: FlowContext) =>
  context.kind !== 'login' && (statusOf(context) === 401 || idOf(context) === 'session_inactive')
const hereAgain = ({ kind, params, flow }: FlowContext) =>
  flowPage(kind, { flow: flow?.id ?? params.flow, return_to: params.return_to })
export const returnTo = ({ params, flow, origin }: FlowContext) => ownPath(params.return_to ?? flow?.return_to, origin)

/** Where the service's refusal leads, by a page of the console wherever there is one; null where it names no address. */
export const givenAddress = (context: FlowContext, back: string | null): string | null => {
  const given = refusal(context)?.goTo
  return given == null ? null : (pageOfFlowAddress(given, context.origin, back) ?? given)
}

/** Where a second factor is asked for, and from there back. */
export const secondFactorAddress = (context: FlowContext): string => {
  const back = context.kind === 'login' ? returnTo(context) : hereAgain(context)
  return givenAddress(context, back) ?? flowPage('login', { aal: 'aal2', return_to: back ?? undefined })
}

/** Where somebody who is signed in shows again who they are. */
export const refreshAddress = (context: FlowContext): string =>
  flowPage('login', { refresh: 'true', return_to: hereAgain(context) })

const continuations = {
  show_verification_ui: 'verification',
  show_recovery_ui: 'recovery',
  show_settings_ui: 'settings',
} as const satisfies Readonly<Record<string, FlowKind>>

/** The flow in which the service lets the person go on, well or refused; null where it names none. */
export const nextFlow = (answer: FlowAnswer): { readonly kind: FlowKind; readonly id: string } | null => {
  const given = answer.kind === 'form' ? answer.flow.continue_with : 'continueWith' in answer ? answer.continueWith : []
  for (const [action, kind] of Object.entries(continuations)) {
    const id = given.find((item) => item.action === action)?.flow?.id
    if (id !== undefined) return { kind, id }
  }
  return null
}

/** Where a flow that ended well leads. */
export const destination = (context: FlowContext): string => {
  const back = returnTo(context)
  if (context.kind === 'logout') return flowPage('login', { return_to: back ?? undefined })
  const { answer } = context
  const next = nextFlow(answer)
  if (next !== null)
    return flowPage(next.kind, { flow: next.id, return_to: next.kind === 'settings' ? undefined : (back ?? undefined) })
  if (answer.kind === 'done' && !answer.signedIn) return flowPage('login', { return_to: back ?? undefined })
  return back ?? '/'
}

/** Where somebody goes who is not signed in any more. */
export const signInAddress = (context: FlowContext): string =>
  context.kind === 'logout' ? destination(context) : flowPage('login', { return_to: flowPage(context.kind) })

/** The flow of the same kind that the service goes on with in the place of this one; null where it does not. */
export const replacementOf = (context: FlowContext): string | null => {
  const next = refusal(context) === null ? null : nextFlow(context.answer)
  if (next?.kind === context.kind) return next.id
  return idOf(context) === 'self_service_flow_replaced' ? (refusal(context)?.useFlowId ?? null) : null
}

/** What the person is told of a form that another one took the place of. */
export const whyReplaced = (context: FlowContext): string =>
  nextFlow(context.answer) === null
    ? 'This form can no longer be used. Here is a new one.'
    : (refusal(context)?.reason ?? '')
