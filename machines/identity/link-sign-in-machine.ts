import { assign, setup } from 'xstate'

type LinkSignInEvent =
  | { readonly type: 'link.accept' }
  | { readonly type: 'link.decline' }
  | { readonly type: 'tab.hide' }
  | { readonly type: 'tab.show' }

interface LinkSignInContext {
  readonly secondsLeft: number
}

export const wallSeconds = 10

/**
 * A person must confirm, because the author of the link chose the account (ledger AUTH-19). A wall display signs
 * in after a countdown that runs only while the tab is visible.
 */
export const linkSignInMachine = setup({
  types: {
    context: {} as LinkSignInContext,
    input: {} as { readonly isWall: boolean },
    events: {} as LinkSignInEvent,
  },
  delays: { second: 1_000 },
  guards: { isOver: ({ context }) => context.secondsLeft <= 1 },
  actions: { count: assign(({ context }) => ({ secondsLeft: context.secondsLeft - 1 })) },
}).createMachine({
  id: 'linkSignIn',
  context: ({ input }) => ({ secondsLeft: input.isWall ? wallSeconds : 0 }),
  initial: 'choosing',
  states: {
    choosing: {
      always: [{ guard: ({ context }) => context.secondsLeft > 0, target: 'counting' }, { target: 'asking' }],
    },
    asking: {},
    counting: {
      on: { 'tab.hide': 'hidden' },
      after: {
        second: [
          { guard: 'isOver', target: 'accepted' },
          { target: 'counting', reenter: true, actions: 'count' },
        ],
      },
    },
    hidden: { on: { 'tab.show': 'counting' } },
    accepted: { type: 'final' },
    declined: { type: 'final' },
  },
  on: { 'link.accept': '.accepted', 'link.decline': '.declined' },
})
