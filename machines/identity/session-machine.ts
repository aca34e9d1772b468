import { assign, fromPromise, setup } from 'xstate'

export type SessionResult =
  | { readonly kind: 'person'; readonly id: string }
  | { readonly kind: 'signedOut' }
  | { readonly kind: 'secondFactor' }
  | { readonly kind: 'noAccess'; readonly error: SessionError }
  | { readonly kind: 'starting'; readonly error: SessionError }
  | { readonly kind: 'unreachable'; readonly error: SessionError }
  | { readonly kind: 'refused'; readonly error: SessionError }

export interface SessionError {
  readonly reason: string
  readonly advice?: string | undefined
  readonly status?: number | undefined
  readonly where?: string | undefined
}

export interface SessionKnowledge {
  readonly personId: string | null
  readonly result: SessionResult
  readonly attempts: number
}

type SessionEvent =
  | { readonly type: 'session.doubt' }
  | { readonly type: 'session.retry' }
  | { readonly type: 'page.change' }

export const toSessionError = ({ result }: SessionKnowledge): SessionError =>
  'error' in result ? result.error : { reason: '' }

/**
 * `expired` keeps the page and its input until the person signs in elsewhere or changes the page. A person
 * without access is not redirected: the sign-in would redirect back at once.
 */
export const sessionMachine = setup({
  types: {
    context: {} as SessionKnowledge,
    events: {} as SessionEvent,
    tags: {} as 'known' | 'expired',
  },
  actors: {
    loadSession: fromPromise<SessionResult>(() => {
      throw new Error('provide loadSession')
    }),
  },
  delays: { askAgain: 3_000, confirmAfter: 1_000, lookAgain: 15_000 },
  guards: {
    isPerson: ({ context }) => context.result.kind === 'person',
    isSamePerson: ({ context: { result, personId } }) => result.kind === 'person' && result.id === personId,
    isOtherPerson: ({ context: { result, personId } }) =>
      result.kind === 'person' && personId !== null && result.id !== personId,
    lacksAccess: ({ context }) => context.result.kind === 'noAccess',
    isSignedOut: ({ context }) => context.result.kind === 'signedOut',
    needsSecondFactor: ({ context }) => context.result.kind === 'secondFactor',
    isStarting: ({ context }) => context.result.kind === 'starting',
    isUnreachable: ({ context }) => context.result.kind === 'unreachable',
  },
  actions: {
    signIn: () => undefined,
    stepUp: () => undefined,
    startOver: () => undefined,
    resume: () => undefined,
    storeResult: assign((_, result: SessionResult) => ({ result })),
    keepPerson: assign(({ context: { result } }) => ({
      personId: result.kind === 'person' ? result.id : null,
      attempts: 0,
    })),
    countAttempt: assign(({ context }) => ({ attempts: context.attempts + 1 })),
  },
}).createMachine({
  id: 'session',
  context: { personId: null, result: { kind: 'signedOut' }, attempts: 0 },
  initial: 'asking',
  states: {
    asking: {
      entry: 'countAttempt',
      invoke: {
        id: 'loadSession',
        src: 'loadSession',
        onDone: { target: 'routing', actions: { type: 'storeResult', params: ({ event }) => event.output } },
      },
    },
    routing: {
      always: [
        { guard: 'isOtherPerson', target: 'leaving', actions: 'startOver' },
        { guard: 'isPerson', target: 'signedIn', actions: 'keepPerson' },
        { guard: 'lacksAccess', target: 'withoutAccess' },
        { guard: 'isSignedOut', target: 'leaving', actions: 'signIn' },
        { guard: 'needsSecondFactor', target: 'leaving', actions: 'stepUp' },
        { guard: 'isStarting', target: 'provisioning' },
        { guard: 'isUnreachable', target: 'unreachable' },
        { target: 'failed' },
      ],
    },
    provisioning: { on: { 'session.retry': 'asking' }, after: { askAgain: 'asking' } },
    unreachable: { on: { 'session.retry': 'asking' }, after: { askAgain: 'asking' } },
    failed: { on: { 'session.retry': 'asking' } },
    withoutAccess: { on: { 'session.retry': 'asking', 'session.doubt': 'asking' }, after: { lookAgain: 'asking' } },
    signedIn: { tags: 'known', on: { 'session.doubt': 'checking' } },
    /** Only a definite response ends a session; a failed check changes nothing. */
    checking: {
      tags: 'known',
      invoke: {
        id: 'checkWho',
        src: 'loadSession',
        onDone: { target: 'judging', actions: { type: 'storeResult', params: ({ event }) => event.output } },
      },
    },
    judging: {
      always: [
        { guard: 'isSamePerson', target: 'signedIn', actions: 'resume' },
        { guard: 'isPerson', target: 'leaving', actions: 'startOver' },
        { guard: 'isSignedOut', target: 'possiblySignedOut' },
        { guard: 'needsSecondFactor', target: 'possiblySignedOut' },
        { guard: 'lacksAccess', target: 'possiblySignedOut' },
        { target: 'signedIn' },
      ],
    },
    /** A stepped-up session gets a new cookie that may not have arrived yet, so one response does not end a session. */
    possiblySignedOut: { tags: 'known', after: { confirmAfter: 'confirming' } },
    confirming: {
      tags: 'known',
      invoke: {
        id: 'confirmWho',
        src: 'loadSession',
        onDone: { target: 'rejudging', actions: { type: 'storeResult', params: ({ event }) => event.output } },
      },
    },
    expired: {
      tags: ['known', 'expired'],
      on: {
        'session.doubt': 'rechecking',
        'session.retry': 'rechecking',
        'page.change': { target: 'leaving', actions: 'signIn' },
      },
    },
    rechecking: {
      tags: ['known', 'expired'],
      on: { 'page.change': { target: 'leaving', actions: 'signIn' } },
      invoke: {
        id: 'recheckWho',
        src: 'loadSession',
        onDone: { target: 'rejudging', actions: { type: 'storeResult', params: ({ event }) => event.output } },
      },
    },
    rejudging: {
      always: [
        { guard: 'isSamePerson', target: 'signedIn', actions: 'resume' },
        { guard: 'isPerson', target: 'leaving', actions: 'startOver' },
        { guard: 'lacksAccess', target: 'withoutAccess' },
        { target: 'expired' },
      ],
    },
    leaving: { type: 'final' },
  },
})
