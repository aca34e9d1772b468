import { assign, fromPromise, setup } from 'xstate'

export interface FoundResource {
  readonly id: string
  readonly name: string
  readonly kind: 'check' | 'component' | 'config' | 'canary'
  readonly type: string
  readonly namespace: string
}

/** `search` must reject with a message for the person. A result that arrives after further typing is dropped. */
export const resourceSearchMachine = setup({
  types: {
    context: {} as { readonly text: string; readonly found: readonly FoundResource[]; readonly error: unknown },
    events: {} as { type: 'search.type'; text: string },
  },
  actors: {
    search: fromPromise<readonly FoundResource[], { readonly text: string }>(() => {
      throw new Error('provide search')
    }),
  },
  delays: { pause: 300 },
  guards: { isEmpty: (_, { text }: { readonly text: string }) => text.trim() === '' },
  actions: { keepText: assign((_, { text }: { readonly text: string }) => ({ text })) },
}).createMachine({
  id: 'resourceSearch',
  initial: 'empty',
  context: { text: '', found: [], error: null },
  on: {
    'search.type': [
      {
        guard: { type: 'isEmpty', params: ({ event }) => event },
        target: '.empty',
        actions: { type: 'keepText', params: ({ event }) => event },
      },
      { target: '.pausing', actions: { type: 'keepText', params: ({ event }) => event } },
    ],
  },
  states: {
    empty: { entry: assign({ found: [] }) },
    pausing: { after: { pause: 'searching' } },
    searching: {
      invoke: {
        id: 'search',
        src: 'search',
        input: ({ context }) => ({ text: context.text.trim() }),
        onDone: { target: 'found', actions: assign({ found: ({ event }) => event.output }) },
        onError: { target: 'failed', actions: assign({ error: ({ event }) => event.error }) },
      },
    },
    found: {},
    failed: {},
  },
})
