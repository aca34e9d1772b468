import { assign, fromPromise, setup } from 'xstate'
import { ownPath } from '#shared/access/own-path.ts'
import type { FlowResult } from '#shared/identity/flow-result.ts'
import { readCsrfToken, type FieldValues } from '#shared/identity/submission.ts'
import { notProvided } from '#machines/not-provided.ts'
import {
  destination,
  rejectionAddress,
  findErrorId,
  isDoubtful,
  isLost,
  isPasswordRejected,
  isRecovered,
  isSignedOut,
  nextFlow,
  findRejection,
  findReplacementFlow,
  refreshAddress,
  returnTo,
  secondFactorAddress,
  signInAddress,
  rejectionStatus,
  whyReplaced,
} from './flow-outcome.ts'
import type { CreateFlow, FetchFlow, FlowContext, FlowEvent, FlowInput, SubmitFlow } from './self-service-types.ts'

const mostRestarts = 3
const nothingYet: FlowResult = { kind: 'unreachable', reason: '' }
const without = (typed: FieldValues, names: readonly string[]): FieldValues =>
  Object.fromEntries(Object.entries(typed).filter(([name]) => !names.includes(name)))

const notify = (message: string) => ({ type: 'notify', params: { message } }) as const
const notifyForeign = notify('The return_to address is not allowed.')
const isError = (id: string) => ({ type: 'isError', params: { id } }) as const
const storeResult = {
  type: 'storeResult',
  params: ({ event }: { readonly event: { readonly output: FlowResult } }) => event.output,
} as const

/**
 * The provided calls must resolve with a result and never reject. `routing` is evaluated in order; the first
 * match wins.
 */
export const selfServiceMachine = setup({
  types: {
    input: {} as FlowInput,
    context: {} as FlowContext,
    events: {} as FlowEvent,
    tags: {} as 'form' | 'busy',
  },
  actors: {
    createFlow: fromPromise<FlowResult, CreateFlow>(notProvided('createFlow')),
    fetchFlow: fromPromise<FlowResult, FetchFlow>(notProvided('fetchFlow')),
    submitFlow: fromPromise<FlowResult, SubmitFlow>(notProvided('submitFlow')),
  },
  delays: { retryDelay: 3_000 },
  guards: {
    hasFlowId: ({ context }) => context.params.flow !== undefined,
    isReturnForeign: ({ context: { params, origin } }) =>
      params.return_to !== undefined && ownPath(params.return_to, origin) === null,
    wasSubmitted: ({ context }) => context.submitted !== null,
    isForm: ({ context }) => context.result.kind === 'form',
    isDoubtful: ({ context }) => isDoubtful(context),
    isAlreadySignedIn: (_, { result }: { readonly result: FlowResult }) =>
      result.kind === 'refused' && result.id === 'session_already_available',
    isFormToSend: ({ context }) => context.result.kind === 'form' && context.atOnce !== null,
    isRecovered: ({ context }) => isRecovered(context),
    isLogoutToken: ({ context }) => context.result.kind === 'logout',
    isDone: ({ context }) => context.result.kind === 'done',
    isLost: ({ context }) => isLost(context),
    /** A lost submit may have ended the session, so the logout restarts to find out. */
    isLogoutLost: ({ context }) => context.kind === 'logout' && isLost(context),
    isLogoutRejected: ({ context }) => context.kind === 'logout' && !isSignedOut(context),
    isError: ({ context }, { id }: { readonly id: string }) => findErrorId(context) === id,
    isStatus: ({ context }, { status }: { readonly status: number }) => rejectionStatus(context) === status,
    isSignedOut: ({ context }) => isSignedOut(context),
    isSentElsewhere: ({ context }) =>
      (rejectionStatus(context) === 422 || findErrorId(context) === 'browser_location_change_required') &&
      /^(https?:\/)?\//.test(findRejection(context)?.goTo ?? ''),
    isReplaced: ({ context }) => findReplacementFlow(context) !== null,
    isContinued: ({ context }) => findRejection(context) !== null && nextFlow(context.result) !== null,
    isVerificationLost: ({ context }) =>
      context.kind === 'verification' && [410, 403].includes(rejectionStatus(context)),
    isVerificationNotBegun: ({ context }) =>
      context.kind === 'verification' && rejectionStatus(context) === 400 && context.flow === null,
    isUnknownFlow: ({ context }) =>
      rejectionStatus(context) === 404 && (context.params.flow !== undefined || context.flow !== null),
    wasTooOften: ({ context }) => context.restarts >= mostRestarts,
  },
  actions: {
    notify: (_args, _params: { readonly message: string }) => undefined,
    leave: () => undefined,
    keepTyped: assign(({ context }, { name, value }: { readonly name: string; readonly value: string | boolean }) => ({
      typed: { ...context.typed, [name]: value },
    })),
    keepSubmitted: assign((_, { values }: { readonly values: FieldValues }) => ({ submitted: values })),
    storeResult: assign((_, result: FlowResult) => ({ result })),
    keepToken: assign(({ context: { result } }) => ({
      logoutToken: result.kind === 'logout' ? result.token : null,
      submitted: {},
    })),
    showForm: assign(({ context }) => {
      if (context.result.kind !== 'form') return {}
      const { flow } = context.result
      const settled = flow.state === 'success' ? Object.keys(context.submitted ?? {}) : []
      const rejected = isPasswordRejected(flow) ? ['password'] : []
      return { flow, restarts: 0, submitted: null, typed: without(context.typed, [...settled, ...rejected]) }
    }),
    sendAtOnce: assign(({ context: { flow, atOnce } }) => ({
      submitted: { ...atOnce, ...readCsrfToken(flow?.ui.nodes ?? []) },
      atOnce: null,
    })),
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
      params: { ...context.params, flow: findReplacementFlow(context) ?? '' },
      restarts: context.restarts + 1,
    })),
    startAfresh: assign({ restarts: 0 }),
    goTo: assign((_, { address }: { readonly address: string }) => ({ goTo: address })),
    goOn: assign(({ context }) => ({ goTo: destination(context) })),
    goToRejectionAddress: assign(({ context }) => ({ goTo: rejectionAddress(context, returnTo(context)) ?? '/' })),
    goToSecondFactor: assign(({ context }) => ({ goTo: secondFactorAddress(context) })),
    goToRefresh: assign(({ context }) => ({ goTo: refreshAddress(context) })),
    goToSignIn: assign(({ context }) => ({ goTo: signInAddress(context) })),
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
    result: nothingYet,
    restarts: 0,
    goTo: '/',
  }),
  initial: 'starting',
  states: {
    starting: {
      always: [
        { guard: 'isReturnForeign', target: 'starting', actions: ['forgetReturn', notifyForeign] },
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
        onDone: { target: 'routing', actions: storeResult },
      },
    },
    fetching: {
      tags: 'busy',
      invoke: {
        id: 'fetchFlow',
        src: 'fetchFlow',
        input: ({ context: { kind, params } }) => ({ kind, id: params.flow ?? '' }),
        onDone: { target: 'routing', actions: storeResult },
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
        onDone: { target: 'routing', actions: storeResult },
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
        { guard: 'isLogoutRejected', target: 'restarting' },
        { guard: isError('session_aal2_required'), target: 'leaving', actions: 'goToSecondFactor' },
        { guard: isError('session_aal1_required'), target: 'restarting', actions: 'forgetAal' },
        { guard: isError('session_already_available'), target: 'leaving', actions: 'goOn' },
        { guard: isError('session_refresh_required'), target: 'leaving', actions: 'goToRefresh' },
        {
          guard: isError('self_service_flow_return_to_forbidden'),
          target: 'restarting',
          actions: ['forgetReturn', notifyForeign],
        },
        {
          guard: isError('self_service_flow_expired'),
          target: 'restarting',
          actions: notify('Your interaction expired, please fill out the form again.'),
        },
        {
          guard: isError('security_csrf_violation'),
          target: 'restarting',
          actions: notify('A security violation was detected, please fill out the form again.'),
        },
        { guard: isError('security_identity_mismatch'), target: 'restarting' },
        { guard: 'isSentElsewhere', target: 'leaving', actions: 'goToRejectionAddress' },
        { guard: 'isSignedOut', target: 'leaving', actions: 'goToSignIn' },
        {
          guard: 'isReplaced',
          target: 'replacing',
          actions: { type: 'notify', params: ({ context }) => ({ message: whyReplaced(context) }) },
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
    failing: { always: [{ guard: 'wasSubmitted', target: 'submitFailed' }, { target: 'unreachable' }] },
    rechecking: {
      tags: ['form', 'busy'],
      invoke: {
        id: 'recheckFlow',
        src: 'createFlow',
        input: ({ context: { kind } }) => ({ kind, params: {} }),
        onDone: [
          {
            guard: { type: 'isAlreadySignedIn', params: ({ event }) => ({ result: event.output }) },
            target: 'leaving',
            actions: [storeResult, 'goOn'],
          },
          { target: 'showing' },
        ],
      },
      on: {
        'flow.restart': { target: 'restarting', actions: 'startAfresh' },
        'form.type': { actions: { type: 'keepTyped', params: ({ event }) => event } },
      },
    },
    showing: {
      tags: 'form',
      on: {
        'flow.restart': { target: 'restarting', actions: 'startAfresh' },
        'form.type': { actions: { type: 'keepTyped', params: ({ event }) => event } },
        'form.submit': { target: 'submitting', actions: { type: 'keepSubmitted', params: ({ event }) => event } },
      },
    },
    submitFailed: {
      tags: 'form',
      on: {
        'form.type': { actions: { type: 'keepTyped', params: ({ event }) => event } },
        'form.submit': { target: 'submitting', actions: { type: 'keepSubmitted', params: ({ event }) => event } },
        'form.retry': 'submitting',
      },
    },
    unreachable: { on: { 'form.retry': 'starting' }, after: { retryDelay: 'starting' } },
    refused: { on: { 'flow.restart': { target: 'restarting', actions: 'startAfresh' } } },
    leaving: { type: 'final', entry: 'leave' },
  },
})
