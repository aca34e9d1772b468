import { assign, setup } from 'xstate'

interface Context {
  readonly text: string
  /** The text of the last search; follows `text` after a pause. */
  readonly searched: string
  /** The key of the row that the person moved to; null selects the first row. */
  readonly chosen: string | null
}

export const paletteMachine = setup({
  types: {
    context: {} as Context,
    input: {} as { readonly text: string },
    events: {} as { type: 'palette.type'; text: string } | { type: 'palette.choose'; key: string },
  },
  delays: { pause: 120 },
}).createMachine({
  id: 'palette',
  initial: 'settled',
  context: ({ input }) => ({ text: input.text, searched: '', chosen: null }),
  on: {
    'palette.type': {
      target: '.typing',
      actions: assign(({ event }) => ({ text: event.text, chosen: null })),
    },
    'palette.choose': { actions: assign({ chosen: ({ event }) => event.key }) },
  },
  states: {
    typing: { after: { pause: 'settled' } },
    settled: { entry: assign({ searched: ({ context }) => context.text.trim() }) },
  },
})
