import { ownPath } from '#shared/access/own-path.ts'
import type { FlowResult } from '#shared/identity/flow-result.ts'
import type { Flow, FlowKind } from '#shared/identity/flow.ts'
import { flowPage, findFlowPage } from '#shared/identity/flow-pages.ts'
import type { FlowContext } from './self-service-types.ts'

export const findRejection = ({ result }: FlowContext) => (result.kind === 'refused' ? result : null)
export const findErrorId = (context: FlowContext) => findRejection(context)?.id ?? null
export const rejectionStatus = (context: FlowContext) => findRejection(context)?.status ?? 0
export const isLost = (context: FlowContext) =>
  context.result.kind === 'unreachable' ||
  rejectionStatus(context) >= 500 ||
  [404, 408, 429].includes(rejectionStatus(context))
const has = (flow: Flow, messageId: number) => flow.ui.messages.some(({ id }) => id === messageId)
export const isPasswordRejected = (flow: Flow) => has(flow, 4_000_006)
/** Message 4000001 also covers other cases than a session that was started in another tab. */
export const isDoubtful = ({ kind, submitted, result }: FlowContext) =>
  kind === 'login' &&
  submitted !== null &&
  result.kind === 'form' &&
  !result.flow.refresh &&
  has(result.flow, 4_000_001)
export const isRecovered = ({ kind, result }: FlowContext) =>
  kind === 'recovery' &&
  result.kind === 'form' &&
  result.flow.continue_with.some(({ action }) => action === 'show_settings_ui')
export const isSignedOut = (context: FlowContext) =>
  context.kind !== 'login' && (rejectionStatus(context) === 401 || findErrorId(context) === 'session_inactive')
const hereAgain = ({ kind, params, flow }: FlowContext) =>
  flowPage(kind, { flow: flow?.id ?? params.flow, return_to: params.return_to })
export const returnTo = ({ params, flow, origin }: FlowContext) => ownPath(params.return_to ?? flow?.return_to, origin)

export const rejectionAddress = (context: FlowContext, back: string | null): string | null => {
  const address = findRejection(context)?.goTo
  return address == null ? null : (findFlowPage(address, context.origin, back) ?? address)
}

export const secondFactorAddress = (context: FlowContext): string => {
  const back = context.kind === 'login' ? returnTo(context) : hereAgain(context)
  return rejectionAddress(context, back) ?? flowPage('login', { aal: 'aal2', return_to: back ?? undefined })
}

export const refreshAddress = (context: FlowContext): string =>
  flowPage('login', { refresh: 'true', return_to: hereAgain(context) })

const continuations = {
  show_verification_ui: 'verification',
  show_recovery_ui: 'recovery',
  show_settings_ui: 'settings',
} as const satisfies Readonly<Record<string, FlowKind>>

export const nextFlow = (result: FlowResult): { readonly kind: FlowKind; readonly id: string } | null => {
  const steps = result.kind === 'form' ? result.flow.continue_with : 'continueWith' in result ? result.continueWith : []
  for (const [action, kind] of Object.entries(continuations)) {
    const id = steps.find((item) => item.action === action)?.flow?.id
    if (id !== undefined) return { kind, id }
  }
  return null
}

export const destination = (context: FlowContext): string => {
  const back = returnTo(context)
  if (context.kind === 'logout') return flowPage('login', { return_to: back ?? undefined })
  const { result } = context
  const next = nextFlow(result)
  if (next !== null)
    return flowPage(next.kind, { flow: next.id, return_to: next.kind === 'settings' ? undefined : (back ?? undefined) })
  if (result.kind === 'done' && !result.signedIn) return flowPage('login', { return_to: back ?? undefined })
  return back ?? '/'
}

export const signInAddress = (context: FlowContext): string =>
  context.kind === 'logout' ? destination(context) : flowPage('login', { return_to: flowPage(context.kind) })

export const findReplacementFlow = (context: FlowContext): string | null => {
  const next = findRejection(context) === null ? null : nextFlow(context.result)
  if (next?.kind === context.kind) return next.id
  return findErrorId(context) === 'self_service_flow_replaced' ? (findRejection(context)?.useFlowId ?? null) : null
}

export const whyReplaced = (context: FlowContext): string =>
  nextFlow(context.result) === null
    ? 'This form is no longer valid. A new one was loaded.'
    : (findRejection(context)?.reason ?? '')
