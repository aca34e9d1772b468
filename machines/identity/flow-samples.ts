import { flowAnswerOf, type FlowAnswer } from '#shared/identity/flow-answer.ts'

/** Answers of an identity service as tests of the machines meet them, in the words of the contract. */
const formBody = (more: Readonly<Record<string, unknown>> = {}, messages: readonly unknown[] = []) => ({
  id: 'flow-1',
  state: 'choose_method',
  ui: {
    action: '/x',
    method: 'POST',
    messages,
    nodes: [
      { type: 'input', group: 'default', attributes: { name: 'csrf_token', type: 'hidden', value: 'masked' } },
      { type: 'input', group: 'default', attributes: { name: 'identifier', type: 'text', value: '', required: true } },
      { type: 'input', group: 'password', attributes: { name: 'password', type: 'password', required: true } },
      { type: 'input', group: 'password', attributes: { name: 'method', type: 'submit', value: 'password' } },
    ],
  },
  ...more,
})
export const form = (more?: Readonly<Record<string, unknown>>, messages?: readonly unknown[]): FlowAnswer =>
  flowAnswerOf(200, formBody(more, messages))

export const refused = (status: number, id?: string, extras: Readonly<Record<string, unknown>> = {}): FlowAnswer =>
  flowAnswerOf(status, { error: { ...(id !== undefined && { id }), code: status, reason: `why ${status}` }, ...extras })

export const signedIn = (continueWith: readonly unknown[] = []): FlowAnswer =>
  flowAnswerOf(200, { session: { id: 's' }, continue_with: continueWith })

export const lost: FlowAnswer = { is: 'unreachable', reason: 'Network Error. Please try again.' }
