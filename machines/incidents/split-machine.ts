import { assign, fromPromise, setup } from 'xstate'

export interface SplitChoice {
  readonly title: string
  readonly hypotheses: readonly string[]
  readonly evidences: readonly string[]
}

interface SplitContext extends SplitChoice {
  readonly isSubmitted: boolean
  readonly openedId: string | null
  readonly error: unknown
}

export type SplitEvent =
  | { readonly type: 'title.type'; readonly title: string }
  | { readonly type: 'thing.toggle'; readonly kind: 'hypotheses' | 'evidences'; readonly id: string }
  | { readonly type: 'split.confirm' }
  | { readonly type: 'dialog.leave' }

export const validateSplit = ({ title, hypotheses, evidences }: SplitChoice) => ({
  ...(title.trim() === '' && { title: 'Enter a title for the new incident' }),
  ...(hypotheses.length + evidences.length === 0 && { selection: 'Select what to move to the new incident' }),
})

const toggled = (ids: readonly string[], id: string): readonly string[] =>
  ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id]

export const splitMachine = setup({
  types: { context: {} as SplitContext, events: {} as SplitEvent, tags: {} as 'busy' },
  actors: { split: fromPromise<string, SplitChoice>(() => Promise.reject(new Error('provide split'))) },
  guards: { isSound: ({ context }) => Object.keys(validateSplit(context)).length === 0 },
}).createMachine({
  id: 'split',
  context: { title: '', hypotheses: [], evidences: [], isSubmitted: false, openedId: null, error: null },
  initial: 'choosing',
  states: {
    choosing: {
      on: {
        'title.type': { actions: assign(({ event }) => ({ title: event.title })) },
        'thing.toggle': {
          actions: assign(({ context, event }) => ({ [event.kind]: toggled(context[event.kind], event.id) })),
        },
        'split.confirm': [{ guard: 'isSound', target: 'splitting' }, { actions: assign({ isSubmitted: true }) }],
        'dialog.leave': 'left',
      },
    },
    splitting: {
      tags: 'busy',
      entry: assign({ error: null }),
      invoke: {
        id: 'split',
        src: 'split',
        input: ({ context: { title, hypotheses, evidences } }) => ({ title: title.trim(), hypotheses, evidences }),
        onDone: { target: 'split', actions: assign(({ event }) => ({ openedId: event.output })) },
        onError: { target: 'choosing', actions: assign(({ event }) => ({ error: event.error })) },
      },
    },
    split: { type: 'final' },
    left: { type: 'final' },
  },
})
