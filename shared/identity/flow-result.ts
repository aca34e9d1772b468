import { z } from 'zod'
import { doneSchema, flowErrorSchema, flowSchema, logoutSchema, type ContinueWith, type Flow } from './flow.ts'

export type FlowResult =
  | { readonly kind: 'form'; readonly flow: Flow }
  | { readonly kind: 'done'; readonly signedIn: boolean; readonly continueWith: readonly ContinueWith[] }
  | { readonly kind: 'logout'; readonly token: string }
  | {
      readonly kind: 'refused'
      readonly status: number
      readonly id: string | null
      readonly reason: string
      readonly goTo: string | null
      readonly useFlowId: string | null
      readonly continueWith: readonly ContinueWith[]
    }
  | { readonly kind: 'unreachable'; readonly reason: string }

const relayErrorSchema = z.object({ error: z.string().min(1), code: z.string() })

const makeRejection = (status: number, reason: string): FlowResult => ({
  kind: 'refused',
  status,
  id: null,
  reason,
  goTo: null,
  useFlowId: null,
  continueWith: [],
})

/** The service leaves an earlier success in a rejected form, also when it is fetched again. */
const withoutSuccess = (flow: Flow): Flow => ({
  ...flow,
  state: flow.state === 'success' ? 'show_form' : flow.state,
  ui: { ...flow.ui, messages: flow.ui.messages.filter(({ type }) => type !== 'success') },
})
const hasErrors = ({ ui }: Flow) =>
  [...ui.messages, ...ui.nodes.flatMap(({ messages }) => messages)].some(({ type }) => type === 'error')

/** A 400 with a form is a form; any other failure is a rejection with its status. */
export const parseFlowResponse = (status: number, body: unknown): FlowResult => {
  const form = flowSchema.safeParse(body)
  if (form.success && (status < 300 || status === 400)) {
    return { kind: 'form', flow: status === 400 || hasErrors(form.data) ? withoutSuccess(form.data) : form.data }
  }
  if (status === 204) return { kind: 'done', signedIn: false, continueWith: [] }
  if (status < 300) {
    const logout = logoutSchema.safeParse(body)
    if (logout.success) return { kind: 'logout', token: logout.data.logout_token }
    const done = doneSchema.safeParse(body)
    if (done.success) {
      return { kind: 'done', signedIn: done.data.session != null, continueWith: done.data.continue_with }
    }
    return makeRejection(502, 'The sign-in service sent an unknown response.')
  }
  const ofRelay = relayErrorSchema.safeParse(body)
  if (ofRelay.success) return makeRejection(status, ofRelay.data.error)
  const parsed = flowErrorSchema.safeParse(body)
  if (!parsed.success) return makeRejection(status, `The sign-in service returned error ${status}.`)
  const { error, redirect_browser_to: goTo, use_flow_id: useFlowId } = parsed.data
  return {
    kind: 'refused',
    status,
    id: error.id || null,
    reason: error.reason || error.message || `The sign-in service returned error ${status}.`,
    goTo: goTo ?? error.details?.redirect_browser_to ?? null,
    useFlowId: useFlowId ?? null,
    continueWith: error.details?.continue_with ?? [],
  }
}
