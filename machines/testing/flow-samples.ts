import { getShortestPaths } from 'xstate/graph'
import { parseFlowResponse, type FlowResult } from '#shared/identity/flow-result.ts'
import { done, elapsed } from '#machines/testing/reach.ts'
import { selfServiceMachine } from '#machines/identity/self-service-machine.ts'
import type { FlowParams } from '#machines/identity/self-service-types.ts'

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
const errorBody = (status: number, id?: string) => ({
  error: { ...(id !== undefined && { id }), code: status, reason: `why ${status}` },
})
export const form = (more?: Readonly<Record<string, unknown>>, messages?: readonly unknown[]): FlowResult =>
  parseFlowResponse(200, formBody(more, messages))

export const rejected = (status: number, id?: string, extras: Readonly<Record<string, unknown>> = {}): FlowResult =>
  parseFlowResponse(status, { ...errorBody(status, id), ...extras })

export const signedIn = (continueWith: readonly unknown[] = []): FlowResult =>
  parseFlowResponse(200, { session: { id: 's' }, continue_with: continueWith })

export const lost: FlowResult = { kind: 'unreachable', reason: 'Network Error. Please try again.' }

interface Reply {
  readonly result: FlowResult
  readonly wire: { readonly status: number; readonly json: object } | null
}
const reply = (status: number, json: object): Reply => ({
  result: parseFlowResponse(status, json),
  wire: { status, json },
})
export const replies: readonly Reply[] = [
  reply(200, formBody()),
  reply(200, { session: { id: 's' }, continue_with: [] }),
  reply(400, formBody({}, [{ id: 4_000_001, text: 'A valid session was detected.', type: 'error' }])),
  { result: lost, wire: null },
  reply(400, errorBody(400, 'self_service_flow_disabled')),
  reply(410, errorBody(410)),
]

export const signInWays = (params: FlowParams, origin: string) =>
  getShortestPaths(selfServiceMachine, {
    input: { kind: 'login', params, origin },
    events: [
      ...(['createFlow', 'fetchFlow', 'submitFlow', 'recheckFlow'] as const).flatMap((id) =>
        replies.map(({ result }) => done(id, result)),
      ),
      { type: 'form.type', name: 'identifier', value: 'ada' },
      {
        type: 'form.submit',
        values: { csrf_token: 'masked', method: 'password', identifier: 'ada', password: 'wrong' },
      },
      { type: 'form.retry' },
      { type: 'flow.restart' },
      elapsed('retryDelay', 'selfService.unreachable'),
    ],
    stopWhen: ({ context }) => context.restarts > 1,
  }).map(({ state, steps }) => ({
    state,
    // The first event is the initial event of the machine.
    events: steps.slice(1).map(({ event }): { readonly type: string; readonly output?: unknown } => event),
    way: steps.map(({ event }) => event.type).join(' → '),
  }))
