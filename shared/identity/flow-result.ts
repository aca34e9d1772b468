import { z } from 'zod'
import { doneSchema, flowErrorSchema, flowSchema, logoutSchema, type ContinueWith, type Flow } from './flow.ts'

/** What a call of a flow came to. */
export type FlowResult =
  /** A form to fill in, new or again with what is wrong. */
  | { readonly kind: 'form'; readonly flow: Flow }
  /** The flow reached its end; `signedIn` says whether there is a session now. */
  | { readonly kind: 'done'; readonly signedIn: boolean; readonly continueWith: readonly ContinueWith[] }
  /** A logout was begun; the token ends it. */
  | { readonly kind: 'logout'; readonly token: string }
  | {
      readonly kind: 'refused'
      readonly status: number
      /** The service's own name for the refusal; null where it gives none. */
      readonly id: string | null
      /** A sentence to show when nothing better is known. */
      readonly reason: string
      readonly goTo: string | null
      readonly useFlowId: string | null
      /** Where the person gets on in spite of it. */
      readonly continueWith: readonly ContinueWith[]
    }
  /** No answer came. */
  | { readonly kind: 'unreachable'; readonly reason: string }

/** What the relay itself answers, as when the service cannot be reached. */
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

/**
 * A form as it stands after a refusal. The service leaves what it said of an earlier success in it, also when it is fetched
 * again: a form with something wrong was not saved.
 */
const withoutSuccess = (flow: Flow): Flow => ({
  ...flow,
  state: flow.state === 'success' ? 'show_form' : flow.state,
  ui: { ...flow.ui, messages: flow.ui.messages.filter(({ type }) => type !== 'success') },
})
const hasErrors = ({ ui }: Flow) =>
  [...ui.messages, ...ui.nodes.flatMap(({ messages }) => messages)].some(({ type }) => type === 'error')

/**
 * Reads an answer of the identity service. A 400 with a form is a form; every other
 * failure is a refusal with its status, whatever its body.
 */
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
    return makeRejection(502, 'The sign-in service answered in a form that this console does not know.')
  }
  const ofRelay = relayErrorSchema.safeParse(body)
  if (ofRelay.success) return makeRejection(status, ofRelay.data.error)
  const parsed = flowErrorSchema.safeParse(body)
  if (!parsed.success) return makeRejection(status, `The sign-in service answered with error ${status}.`)
  const { error, redirect_browser_to: goTo, use_flow_id: useFlowId } = parsed.data
  return {
    kind: 'refused',
    status,
    id: error.id || null,
    reason: error.reason || error.message || `The sign-in service answered with error ${status}.`,
    goTo: goTo ?? error.details?.redirect_browser_to ?? null,
    useFlowId: useFlowId ?? null,
    continueWith: error.details?.continue_with ?? [],
  }
}
