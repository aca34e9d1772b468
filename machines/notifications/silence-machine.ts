import { assign, fromPromise, setup } from 'xstate'
import type { SilencePreview, SilenceToAdd } from '#shared/notifications/silence-route.ts'

export type SilenceTerms = Omit<SilenceToAdd, 'name' | 'description'>

interface SilenceContext {
  readonly terms: SilenceTerms | null
  readonly preview: SilencePreview | null
  readonly wanted: SilenceToAdd | null
  readonly error: unknown
}

type SilenceEvent =
  | { readonly type: 'terms.change'; readonly terms: SilenceTerms | null }
  | { readonly type: 'preview.retry' }
  | { readonly type: 'silence.submit'; readonly silence: SilenceToAdd }
  | { readonly type: 'silence.confirm' }
  | { readonly type: 'silence.reconsider' }

const targetFields = ['check_id', 'config_id', 'component_id', 'canary_id'] as const

const coversAll = ({ preview, wanted }: SilenceContext): boolean => {
  const { muted, all } = preview?.messages ?? { muted: 0, all: 0 }
  return wanted !== null && targetFields.every((field) => !wanted[field]) && all > 0 && muted === all
}

export const silenceMachine = setup({
  types: { context: {} as SilenceContext, events: {} as SilenceEvent, tags: {} as 'busy' | 'looking' },
  actors: {
    look: fromPromise<SilencePreview | null, SilenceTerms | null>(() => Promise.reject(new Error('provide look'))),
    save: fromPromise<void, SilenceToAdd | null>(() => Promise.reject(new Error('provide save'))),
  },
  delays: { typing: 400 },
  guards: {
    hasTerms: (_, { terms }: { readonly terms: SilenceTerms | null }) => terms !== null,
    coversAll: ({ context }) => coversAll(context),
    isWanted: ({ context: { wanted } }) => wanted !== null,
  },
  actions: {
    keepTerms: assign((_, { terms }: { readonly terms: SilenceTerms | null }) => ({ terms, wanted: null })),
    keepWanted: assign((_, { silence }: { readonly silence: SilenceToAdd }) => ({ wanted: silence })),
    forgetWanted: assign({ wanted: null }),
    keepError: assign((_, { error }: { readonly error: unknown }) => ({ error })),
    forgetError: assign({ error: null }),
  },
}).createMachine({
  id: 'silence',
  context: { terms: null, preview: null, wanted: null, error: null },
  initial: 'writing',
  states: {
    writing: {
      initial: 'incomplete',
      on: {
        'terms.change': [
          {
            guard: { type: 'hasTerms', params: ({ event }) => event },
            target: 'settling',
            actions: { type: 'keepTerms', params: ({ event }) => event },
          },
          { target: '.incomplete', actions: { type: 'keepTerms', params: ({ event }) => event } },
        ],
      },
      states: {
        incomplete: { entry: 'forgetError' },
        looked: {
          on: {
            'silence.submit': {
              target: '#silence.judging',
              actions: { type: 'keepWanted', params: ({ event }) => event },
            },
          },
        },
        unread: {
          on: {
            'preview.retry': '#silence.looking',
            'silence.submit': {
              target: '#silence.saving',
              actions: { type: 'keepWanted', params: ({ event }) => event },
            },
          },
        },
        refused: {
          on: {
            'silence.submit': {
              target: '#silence.saving',
              actions: { type: 'keepWanted', params: ({ event }) => event },
            },
          },
        },
      },
    },
    settling: {
      tags: 'looking',
      after: { typing: 'looking' },
      on: {
        'terms.change': [
          {
            guard: { type: 'hasTerms', params: ({ event }) => event },
            target: 'settling',
            reenter: true,
            actions: { type: 'keepTerms', params: ({ event }) => event },
          },
          { target: 'writing', actions: { type: 'keepTerms', params: ({ event }) => event } },
        ],
        'silence.submit': { target: 'looking', actions: { type: 'keepWanted', params: ({ event }) => event } },
      },
    },
    looking: {
      tags: 'looking',
      entry: 'forgetError',
      invoke: {
        id: 'look',
        src: 'look',
        input: ({ context }) => context.terms,
        onDone: { target: 'judging', actions: assign(({ event }) => ({ preview: event.output })) },
        onError: {
          target: 'writing.unread',
          actions: ['forgetWanted', { type: 'keepError', params: ({ event }) => event }],
        },
      },
      on: {
        'terms.change': [
          {
            guard: { type: 'hasTerms', params: ({ event }) => event },
            target: 'settling',
            actions: { type: 'keepTerms', params: ({ event }) => event },
          },
          { target: 'writing', actions: { type: 'keepTerms', params: ({ event }) => event } },
        ],
        'silence.submit': { actions: { type: 'keepWanted', params: ({ event }) => event } },
      },
    },
    judging: {
      always: [
        { guard: 'coversAll', target: 'asking' },
        { guard: 'isWanted', target: 'saving' },
        { target: 'writing.looked' },
      ],
    },
    asking: {
      on: {
        'silence.confirm': 'saving',
        'silence.reconsider': { target: 'writing.looked', actions: 'forgetWanted' },
      },
    },
    saving: {
      tags: 'busy',
      entry: 'forgetError',
      invoke: {
        id: 'save',
        src: 'save',
        input: ({ context }) => context.wanted,
        onDone: 'saved',
        onError: { target: 'writing.refused', actions: { type: 'keepError', params: ({ event }) => event } },
      },
    },
    saved: { type: 'final' },
  },
})
