import { assign, fromPromise, setup } from 'xstate'

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
