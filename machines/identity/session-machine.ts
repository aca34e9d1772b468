import { assign, fromPromise, setup } from 'xstate'

/** What asking who is signed in came to. */
export type SessionResult =
  | { readonly kind: 'person'; readonly id: string }
  | { readonly kind: 'nobody' }
  | { readonly kind: 'secondFactor' }
  /** Somebody is signed in whom this console has no person for, or not any more. */
  | { readonly kind: 'noAccess'; readonly error: SessionError }
  /** The backend is not ready: no address, or it answers 5xx or 404 (ledger AUTH-46). */
  | { readonly kind: 'starting'; readonly error: SessionError }
  | { readonly kind: 'unreachable'; readonly error: SessionError }
  | { readonly kind: 'refused'; readonly error: SessionError }

export interface SessionError {
  readonly reason: string
  /** What it means or what to do. */
  readonly advice?: string | undefined
  readonly status?: number | undefined
  /** Method and path of the request. */
  readonly where?: string | undefined
}

/** What a tab knows about who is signed in. */
export interface SessionKnowledge {
  readonly personId: string | null
  readonly result: SessionResult
  /** How often the question has been asked without an answer since the last one. */
  readonly attempts: number
}

export type SessionEvent =
  /** Something says that the session may be another: a 401, a closed connection, another tab. */
  | { readonly type: 'session.doubt' }
  | { readonly type: 'session.retry' }
  /** The person goes to another page of the console. */
  | { readonly type: 'page.change' }

/** Why the person is not known; an empty reason while nothing went wrong. */
export const toSessionError = ({ result }: SessionKnowledge): SessionError =>
  'error' in result ? result.error : { reason: '' }

/**
 * Who is signed in, as a tab knows it. Provide `askWho`, which never rejects, and the ways out: `signIn` and
 * `stepUp` leave for the sign-in, `startOver` loads the console anew because another person is signed in now.
 *
 * A session that ends while a page is open (`expired`) leaves the page as it is, with all that was typed, until the person
 * signs in again elsewhere or goes to another page; then only does the tab leave for the sign-in. Whoever is signed in and
 * has no access is led nowhere: the sign-in would lead back at once.
 */
export const sessionMachine = setup({
  types: {
    context: {} as SessionKnowledge,
    events: {} as SessionEvent,
    tags: {} as 'known' | 'expired',
  },
  actors: {
    loadSession: fromPromise<SessionResult>(() => {
      throw new Error('provide askWho')
    }),
  },
  delays: { askAgain: 3_000, confirmAfter: 1_000, lookAgain: 15_000 },
  guards: {
    isPerson: ({ context }) => context.result.kind === 'person',
    isSamePerson: ({ context: { result, personId } }) => result.kind === 'person' && result.id === personId,
    isOtherPerson: ({ context: { result, personId } }) =>
      result.kind === 'person' && personId !== null && result.id !== personId,
    lacksAccess: ({ context }) => context.result.kind === 'noAccess',
    isSignedOut: ({ context }) => context.result.kind === 'nobody',
    needsSecondFactor: ({ context }) => context.result.kind === 'secondFactor',
    isStarting: ({ context }) => context.result.kind === 'starting',
    isUnreachable: ({ context }) => context.result.kind === 'unreachable',
  },
  actions: {
    signIn: () => undefined,
    stepUp: () => undefined,
    startOver: () => undefined,
    /** The connection that was let go with the old session is opened again. */
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
  context: { personId: null, result: { kind: 'nobody' }, attempts: 0 },
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
    /** What cannot be found out changes nothing: only a clear answer ends a session. */
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
    /** A stronger session comes under a new cookie, which may still be on its way: one answer ends no session. */
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
