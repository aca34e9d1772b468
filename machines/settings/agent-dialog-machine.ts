import { assign, fromPromise, setup } from 'xstate'

export interface AgentNamed {
  readonly name: string
  readonly properties: Readonly<Record<string, string>>
  readonly schedule: string
}

export interface IssuedToken {
  readonly token: string
  readonly expiresAt: string | null
}

interface KnownAgent {
  readonly id: string
  readonly name: string
}

interface Context {
  readonly agent: KnownAgent | null
  readonly named: AgentNamed | null
  readonly issued: IssuedToken | null
  readonly error: unknown
}

export type TokenRequest = Pick<Context, 'agent' | 'named'>

type Event =
  | { readonly type: 'agent.add'; readonly named: AgentNamed }
  | { readonly type: 'token.renew' }
  | { readonly type: 'dialog.leave' }

export const agentDialogMachine = setup({
  types: {
    context: {} as Context,
    events: {} as Event,
    input: {} as { readonly agent: KnownAgent | null },
    tags: {} as 'busy' | 'asking',
  },
  actors: {
    issueToken: fromPromise<IssuedToken, TokenRequest>(() => Promise.reject(new Error('provide issueToken'))),
  },
  guards: { isNew: ({ context }) => context.agent === null },
  actions: {
    keepName: assign({ named: ({ event }) => (event.type === 'agent.add' ? event.named : null) }),
    forgetError: assign({ error: null }),
  },
}).createMachine({
  id: 'agentDialog',
  context: ({ input }) => ({ agent: input.agent, named: null, issued: null, error: null }),
  initial: 'asking',
  states: {
    asking: {
      tags: 'asking',
      on: {
        'agent.add': { guard: 'isNew', target: 'issuing', actions: 'keepName' },
        'token.renew': { guard: ({ context }) => context.agent !== null, target: 'issuing' },
        'dialog.leave': 'left',
      },
    },
    issuing: {
      tags: 'busy',
      entry: 'forgetError',
      invoke: {
        id: 'issueToken',
        src: 'issueToken',
        input: ({ context: { agent, named } }) => ({ agent, named }),
        onDone: { target: 'shown', actions: assign({ issued: ({ event }) => event.output }) },
        onError: { target: 'asking', actions: assign({ error: ({ event }) => event.error }) },
      },
    },
    shown: { on: { 'dialog.leave': 'left' } },
    left: { type: 'final', entry: assign({ issued: null }) },
  },
})
