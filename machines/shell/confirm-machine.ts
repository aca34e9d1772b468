import { assign, fromPromise, setup } from 'xstate'

/**
 * A person is asked before something happens that cannot be taken back. Provide `act`: what happens on yes. It ends in
 * `done` or, when `act` fails, in `failed`, where the person may try again or leave.
 */
export const confirmMachine = setup({
  types: {
    context: {} as { readonly error: unknown },
    events: {} as { type: 'confirm.accept' } | { type: 'confirm.leave' },
    tags: {} as 'busy',
  },
  actors: {
    act: fromPromise<void>(() => {
      throw new Error('provide act')
    }),
  },
  actions: { forgetError: assign({ error: null }) },
}).createMachine({
  id: 'confirm',
  initial: 'asking',
  context: { error: null },
  states: {
    asking: { on: { 'confirm.accept': 'acting', 'confirm.leave': 'left' } },
    acting: {
      tags: 'busy',
      entry: 'forgetError',
      invoke: {
        id: 'act',
        src: 'act',
        onDone: 'done',
        onError: { target: 'failed', actions: assign({ error: ({ event }) => event.error }) },
      },
    },
    failed: { on: { 'confirm.accept': 'acting', 'confirm.leave': 'left' } },
    done: { type: 'final' },
    left: { type: 'final' },
  },
})
