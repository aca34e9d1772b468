import { assign, setup } from 'xstate'

export type LinkSignInEvent =
  | { readonly type: 'link.accept' }
  | { readonly type: 'link.decline' }
  /** Whether somebody could see the page. */
  | { readonly type: 'tab.hide' }
  | { readonly type: 'tab.show' }

interface LinkSignInContext {
  readonly secondsLeft: number
}

/** How long a wall shows who it is about to be before it signs in by itself. */
export const wallSeconds = 10

/**
 * A link that carries a name and a password was opened by somebody who is not signed in (ledger AUTH-19). A person is asked
 * first, since whoever made the link chose the account. A wall, in front of which nobody stands, signs in by itself after a
 * count that everybody can see and stop; a hidden tab does not count.
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
