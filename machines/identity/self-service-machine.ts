import { assign, fromPromise, setup } from 'xstate'
import { ownPath } from '#shared/access/own-path.ts'
import type { FlowAnswer } from '#shared/identity/flow-answer.ts'
import type { Flow, FlowKind } from '#shared/identity/flow.ts'
import { flowPage, pageOfFlowAddress } from '#shared/identity/flow-pages.ts'
import { csrfTokenOf, type FieldValues } from '#shared/identity/submission.ts'

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
  readonly answer: FlowAnswer
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

const mostRestarts = 3
const nothingYet: FlowAnswer = { kind: 'unreachable', reason: '' }
const without = (typed: FieldValues, names: readonly string[]): FieldValues =>
  Object.fromEntries(Object.entries(typed).filter(([name]) => !names.includes(name)))

const has = (flow: Flow, messageId: number) => flow.ui.messages.some(({ id }) => id === messageId)
const wrongCredentials = 4_000_006
const unnamedError = 4_000_001

const notProvided = (name: string) => () => {
  throw new Error(`provide ${name}`)
}

const refusal = ({ answer }: FlowContext) => (answer.kind === 'refused' ? answer : null)
const idOf = (context: FlowContext) => refusal(context)?.id ?? null
const statusOf = (context: FlowContext) => refusal(context)?.status ?? 0
const isLost = (context: FlowContext) =>
  context.answer.kind === 'unreachable' || statusOf(context) >= 500 || [404, 408, 429].includes(statusOf(context))
const isSignedOut = (context: FlowContext) =>
  context.kind !== 'login' && (statusOf(context) === 401 || idOf(context) === 'session_inactive')
const hereAgain = ({ kind, params, flow }: FlowContext) =>
  flowPage(kind, { flow: flow?.id ?? params.flow, return_to: params.return_to })
const returnTo = ({ params, flow, origin }: FlowContext) => ownPath(params.return_to ?? flow?.return_to, origin)

/** Where the service's refusal leads, by a page of the console wherever there is one; null where it names no address. */
const givenAddress = (context: FlowContext, back: string | null): string | null => {
  const given = refusal(context)?.goTo
  return given == null ? null : (pageOfFlowAddress(given, context.origin, back) ?? given)
}

const continuations = {
  show_verification_ui: 'verification',
  show_recovery_ui: 'recovery',
  show_settings_ui: 'settings',
} as const satisfies Readonly<Record<string, FlowKind>>

/** The flow in which the service lets the person go on, well or refused; null where it names none. */
const nextFlow = (answer: FlowAnswer): { readonly kind: FlowKind; readonly id: string } | null => {
  const given = answer.kind === 'form' ? answer.flow.continue_with : 'continueWith' in answer ? answer.continueWith : []
  for (const [action, kind] of Object.entries(continuations)) {
    const id = given.find((item) => item.action === action)?.flow?.id
    if (id !== undefined) return { kind, id }
  }
  return null
}

/** Where a flow that ended well leads. */
const destination = (context: FlowContext): string => {
  const back = returnTo(context)
  if (context.kind === 'logout') return flowPage('login', { return_to: back ?? undefined })
  const { answer } = context
  const next = nextFlow(answer)
  if (next !== null)
    return flowPage(next.kind, { flow: next.id, return_to: next.kind === 'settings' ? undefined : (back ?? undefined) })
  if (answer.kind === 'done' && !answer.signedIn) return flowPage('login', { return_to: back ?? undefined })
  return back ?? '/'
}

/** The flow of the same kind that the service goes on with in the place of this one; null where it does not. */
const replacementOf = (context: FlowContext): string | null => {
  const next = refusal(context) === null ? null : nextFlow(context.answer)
  if (next?.kind === context.kind) return next.id
  return idOf(context) === 'self_service_flow_replaced' ? (refusal(context)?.useFlowId ?? null) : null
}

const sayForeign = { type: 'say', params: { message: 'The return_to address is not allowed.' } } as const

const whyReplaced = (context: FlowContext): string =>
  nextFlow(context.answer) === null
    ? 'This form can no longer be used. Here is a new one.'
    : (refusal(context)?.reason ?? '')

/**
 * One self-service flow of the identity service, from the first question to where it leads. Provide the three calls, which
 * answer with a `FlowAnswer` and never reject, `say` (a toast) and `leave` (going to `context.goTo`).
 *
 * `routing` is the error catalogue: every answer passes it, first match
 * first.
 */
export const selfServiceMachine = setup({
  types: {
    input: {} as FlowInput,
    context: {} as FlowContext,
    events: {} as FlowEvent,
    tags: {} as 'form' | 'busy',
  },
  actors: {
    createFlow: fromPromise<FlowAnswer, CreateFlow>(notProvided('createFlow')),
    fetchFlow: fromPromise<FlowAnswer, FetchFlow>(notProvided('fetchFlow')),
    submitFlow: fromPromise<FlowAnswer, SubmitFlow>(notProvided('submitFlow')),
  },
  delays: { retryDelay: 3_000 },
  guards: {
    hasFlowId: ({ context }) => context.params.flow !== undefined,
    isReturnForeign: ({ context: { params, origin } }) =>
      params.return_to !== undefined && ownPath(params.return_to, origin) === null,
    wasSubmitted: ({ context }) => context.submitted !== null,
    isForm: ({ context }) => context.answer.kind === 'form',
    /** What the service says of somebody who signed in meanwhile, in another tab, it says of other things too. */
    isDoubtful: ({ context: { kind, submitted, answer } }) =>
      kind === 'login' &&
      submitted !== null &&
      answer.kind === 'form' &&
      !answer.flow.refresh &&
      has(answer.flow, unnamedError),
    isAlreadySignedIn: (_, { answer }: { readonly answer: FlowAnswer }) =>
      answer.kind === 'refused' && answer.id === 'session_already_available',
    isFormToSend: ({ context }) => context.answer.kind === 'form' && context.atOnce !== null,
    isRecovered: ({ context: { kind, answer } }) =>
      kind === 'recovery' &&
      answer.kind === 'form' &&
      answer.flow.continue_with.some(({ action }) => action === 'show_settings_ui'),
    isLogoutToken: ({ context }) => context.answer.kind === 'logout',
    isDone: ({ context }) => context.answer.kind === 'done',
    isLost: ({ context }) => isLost(context),
    /** Whether its last request arrived cannot be known: the sign-out is begun anew, and finds out. */
    isLogoutLost: ({ context }) => context.kind === 'logout' && isLost(context),
    isLogoutRefused: ({ context }) => context.kind === 'logout' && !isSignedOut(context),
    isError: ({ context }, { id }: { readonly id: string }) => idOf(context) === id,
    isStatus: ({ context }, { status }: { readonly status: number }) => statusOf(context) === status,
    isSignedOut: ({ context }) => isSignedOut(context),
    isSentElsewhere: ({ context }) =>
      (statusOf(context) === 422 || idOf(context) === 'browser_location_change_required') &&
      /^(https?:\/)?\//.test(refusal(context)?.goTo ?? ''),
    isReplaced: ({ context }) => replacementOf(context) !== null,
    isContinued: ({ context }) => refusal(context) !== null && nextFlow(context.answer) !== null,
    isVerificationLost: ({ context }) => context.kind === 'verification' && [410, 403].includes(statusOf(context)),
    isVerificationNotBegun: ({ context }) =>
      context.kind === 'verification' && statusOf(context) === 400 && context.flow === null,
    isUnknownFlow: ({ context }) =>
      statusOf(context) === 404 && (context.params.flow !== undefined || context.flow !== null),
    wasTooOften: ({ context }) => context.restarts >= mostRestarts,
  },
  actions: {
    say: (_args, _params: { readonly message: string }) => undefined,
    leave: () => undefined,
    keepTyped: assign(({ context }, { name, value }: { readonly name: string; readonly value: string | boolean }) => ({
      typed: { ...context.typed, [name]: value },
    })),
    keepSubmitted: assign((_, { values }: { readonly values: FieldValues }) => ({ submitted: values })),
    keepAnswer: assign((_, answer: FlowAnswer) => ({ answer })),
    keepToken: assign(({ context: { answer } }) => ({
      logoutToken: answer.kind === 'logout' ? answer.token : null,
      submitted: {},
    })),
    /** A refused password is to be typed again; what went through is no longer something typed. */
    showForm: assign(({ context }) => {
      if (context.answer.kind !== 'form') return {}
      const { flow } = context.answer
      const settled = flow.state === 'success' ? Object.keys(context.submitted ?? {}) : []
      const wrong = has(flow, wrongCredentials) ? ['password'] : []
      return { flow, restarts: 0, submitted: null, typed: without(context.typed, [...settled, ...wrong]) }
    }),
    sendAtOnce: assign(({ context: { flow, atOnce } }) => ({
      submitted: { ...atOnce, ...csrfTokenOf(flow?.ui.nodes ?? []) },
      atOnce: null,
    })),
    /** A new flow of the same kind, without what refers to the old one. */
    forgetFlow: assign(({ context }) => {
      const { flow: _flow, ...params } = context.params
      return { params, flow: null, submitted: null, atOnce: null, restarts: context.restarts + 1 }
    }),
    forgetReturn: assign(({ context }) => {
      const { return_to: _returnTo, ...params } = context.params
      return { params }
    }),
    forgetAal: assign(({ context }) => {
      const { aal: _aal, ...params } = context.params
      return { params }
    }),
    takeReplacement: assign(({ context }) => ({
      params: { ...context.params, flow: replacementOf(context) ?? '' },
      restarts: context.restarts + 1,
    })),
    startAfresh: assign({ restarts: 0 }),
    goTo: assign((_, { address }: { readonly address: string }) => ({ goTo: address })),
    goOn: assign(({ context }) => ({ goTo: destination(context) })),
    goToGivenAddress: assign(({ context }) => ({ goTo: givenAddress(context, returnTo(context)) ?? '/' })),
    goToSecondFactor: assign(({ context }) => {
      const back = context.kind === 'login' ? returnTo(context) : hereAgain(context)
      return {
        goTo: givenAddress(context, back) ?? flowPage('login', { aal: 'aal2', return_to: back ?? undefined }),
      }
    }),
    goToRefresh: assign(({ context }) => ({
      goTo: flowPage('login', { refresh: 'true', return_to: hereAgain(context) }),
    })),
    goToSignIn: assign(({ context }) => ({
      goTo: context.kind === 'logout' ? destination(context) : flowPage('login', { return_to: flowPage(context.kind) }),
    })),
  },
}).createMachine({
  id: 'selfService',
  context: ({ input }) => ({
    ...input,
    atOnce: input.atOnce ?? null,
    flow: null,
    typed: {},
    submitted: null,
    logoutToken: null,
    answer: nothingYet,
    restarts: 0,
    goTo: '/',
  }),
  initial: 'starting',
  states: {
    starting: {
      always: [
        { guard: 'isReturnForeign', target: 'starting', actions: ['forgetReturn', sayForeign] },
        { guard: 'hasFlowId', target: 'fetching' },
        { target: 'creating' },
      ],
    },
    creating: {
      tags: 'busy',
      invoke: {
        id: 'createFlow',
        src: 'createFlow',
        input: ({ context: { kind, params } }) => ({ kind, params }),
        onDone: { target: 'routing', actions: { type: 'keepAnswer', params: ({ event }) => event.output } },
      },
    },
    fetching: {
      tags: 'busy',
      invoke: {
        id: 'fetchFlow',
        src: 'fetchFlow',
        input: ({ context: { kind, params } }) => ({ kind, id: params.flow ?? '' }),
        onDone: { target: 'routing', actions: { type: 'keepAnswer', params: ({ event }) => event.output } },
      },
    },
    submitting: {
      tags: ['form', 'busy'],
      invoke: {
        id: 'submitFlow',
        src: 'submitFlow',
        input: ({ context: { kind, flow, logoutToken, submitted } }) => ({
          kind,
          id: logoutToken ?? flow?.id ?? '',
          values: submitted ?? {},
        }),
        onDone: { target: 'routing', actions: { type: 'keepAnswer', params: ({ event }) => event.output } },
      },
    },
    routing: {
      always: [
        { guard: 'isLogoutToken', target: 'submitting', actions: 'keepToken' },
        { guard: 'isRecovered', target: 'leaving', actions: 'goOn' },
        { guard: 'isFormToSend', target: 'submitting', actions: ['showForm', 'sendAtOnce'] },
        { guard: 'isDoubtful', target: 'rechecking', actions: 'showForm' },
        { guard: 'isForm', target: 'showing', actions: 'showForm' },
        { guard: 'isDone', target: 'leaving', actions: 'goOn' },
        { guard: 'isLogoutLost', target: 'unreachable' },
        { guard: 'isLogoutRefused', target: 'restarting' },
        {
          guard: { type: 'isError', params: { id: 'session_aal2_required' } },
          target: 'leaving',
          actions: 'goToSecondFactor',
        },
        {
          guard: { type: 'isError', params: { id: 'session_aal1_required' } },
          target: 'restarting',
          actions: 'forgetAal',
        },
        {
          guard: { type: 'isError', params: { id: 'session_already_available' } },
          target: 'leaving',
          actions: 'goOn',
        },
        {
          guard: { type: 'isError', params: { id: 'session_refresh_required' } },
          target: 'leaving',
          actions: 'goToRefresh',
        },
        {
          guard: { type: 'isError', params: { id: 'self_service_flow_return_to_forbidden' } },
          target: 'restarting',
          actions: ['forgetReturn', sayForeign],
        },
        {
          guard: { type: 'isError', params: { id: 'self_service_flow_expired' } },
          target: 'restarting',
          actions: { type: 'say', params: { message: 'Your interaction expired, please fill out the form again.' } },
        },
        {
          guard: { type: 'isError', params: { id: 'security_csrf_violation' } },
          target: 'restarting',
          actions: {
            type: 'say',
            params: { message: 'A security violation was detected, please fill out the form again.' },
          },
        },
        { guard: { type: 'isError', params: { id: 'security_identity_mismatch' } }, target: 'restarting' },
        { guard: 'isSentElsewhere', target: 'leaving', actions: 'goToGivenAddress' },
        { guard: 'isSignedOut', target: 'leaving', actions: 'goToSignIn' },
        {
          guard: 'isReplaced',
          target: 'replacing',
          actions: { type: 'say', params: ({ context }) => ({ message: whyReplaced(context) }) },
        },
        { guard: 'isContinued', target: 'leaving', actions: 'goOn' },
        { guard: 'isVerificationNotBegun', target: 'leaving', actions: { type: 'goTo', params: { address: '/' } } },
        { guard: 'isVerificationLost', target: 'restarting' },
        { guard: { type: 'isStatus', params: { status: 410 } }, target: 'restarting' },
        { guard: 'isUnknownFlow', target: 'restarting' },
        { guard: 'isLost', target: 'failing' },
        { target: 'refused' },
      ],
    },
    restarting: {
      always: [
        { guard: 'wasTooOften', target: 'refused' },
        { target: 'creating', actions: 'forgetFlow' },
      ],
    },
    replacing: {
      always: [
        { guard: 'wasTooOften', target: 'refused' },
        { target: 'fetching', actions: 'takeReplacement' },
      ],
    },
    failing: { always: [{ guard: 'wasSubmitted', target: 'unsent' }, { target: 'unreachable' }] },
    /** A sign-in that is begun anew says whether somebody is signed in already; otherwise the form stays. */
    rechecking: {
      tags: ['form', 'busy'],
      invoke: {
        id: 'recheckFlow',
        src: 'createFlow',
        input: ({ context: { kind } }) => ({ kind, params: {} }),
        onDone: [
          {
            guard: { type: 'isAlreadySignedIn', params: ({ event }) => ({ answer: event.output }) },
            target: 'leaving',
            actions: [{ type: 'keepAnswer', params: ({ event }) => event.output }, 'goOn'],
          },
          { target: 'showing' },
        ],
      },
    },
    showing: {
      tags: 'form',
      on: {
        'flow.restart': { target: 'restarting', actions: 'startAfresh' },
        'form.type': { actions: { type: 'keepTyped', params: ({ event }) => event } },
        'form.submit': {
          target: 'submitting',
          actions: { type: 'keepSubmitted', params: ({ event }) => event },
        },
      },
    },
    /** The form could not be sent, or the service could not take it: everything typed is still there. */
    unsent: {
      tags: 'form',
      on: {
        'form.type': { actions: { type: 'keepTyped', params: ({ event }) => event } },
        'form.submit': {
          target: 'submitting',
          actions: { type: 'keepSubmitted', params: ({ event }) => event },
        },
        'form.retry': 'submitting',
      },
    },
    /** There is no form yet, and the service does not answer: it is asked again by itself. */
    unreachable: { on: { 'form.retry': 'starting' }, after: { retryDelay: 'starting' } },
    refused: { on: { 'flow.restart': { target: 'restarting', actions: 'startAfresh' } } },
    leaving: { type: 'final', entry: 'leave' },
  },
})
