import { assign, fromPromise, setup } from 'xstate'
import type { FoundIncident } from './link-types.ts'

interface MergeCounts {
  readonly hypotheses: number
  readonly evidences: number
  readonly comments: number
  readonly responders: number
  readonly links: number
}

export interface MergePreview {
  readonly moves: MergeCounts
  readonly respondersThere: number
  readonly rules: readonly string[]
}

export interface MergePair {
  readonly mergedId: string
  readonly intoId: string
}

interface MergeContext {
  readonly mergedId: string
  readonly query: string
  readonly found: readonly FoundIncident[]
  readonly into: FoundIncident | null
  readonly preview: MergePreview | null
  readonly error: unknown
}

type MergeEvent =
  | { readonly type: 'query.type'; readonly query: string }
  | { readonly type: 'incident.choose'; readonly incident: FoundIncident }
  | { readonly type: 'incident.clear' }
  | { readonly type: 'dialog.retry' }
  | { readonly type: 'merge.confirm' }
  | { readonly type: 'dialog.leave' }

const toMergePair = ({ mergedId, into }: MergeContext): MergePair => ({ mergedId, intoId: into?.id ?? '' })

/**
 * Merging needs a confirmed preview; a rejection loads the preview again because the data changed since it was read.
 */
export const mergeMachine = setup({
  types: {
    input: {} as { readonly mergedId: string },
    context: {} as MergeContext,
    events: {} as MergeEvent,
    tags: {} as 'busy',
  },
  actors: {
    findIncidents: fromPromise<readonly FoundIncident[], string>(() =>
      Promise.reject(new Error('provide findIncidents')),
    ),
    readPreview: fromPromise<MergePreview, MergePair>(() => Promise.reject(new Error('provide readPreview'))),
    merge: fromPromise<void, MergePair>(() => Promise.reject(new Error('provide merge'))),
  },
  delays: { typing: 100 },
  actions: {
    keepError: assign((_, { error }: { readonly error: unknown }) => ({ error })),
    forgetError: assign({ error: null }),
  },
}).createMachine({
  id: 'merge',
  context: ({ input }) => ({
    mergedId: input.mergedId,
    query: '',
    found: [],
    into: null,
    preview: null,
    error: null,
  }),
  initial: 'choosing',
  on: { 'dialog.leave': '.left' },
  states: {
    choosing: {
      initial: 'finding',
      on: {
        'query.type': { target: '.typing', actions: assign(({ event }) => ({ query: event.query })) },
        'incident.choose': {
          target: 'previewing',
          actions: assign(({ event }) => ({ into: event.incident, preview: null, error: null })),
        },
      },
      states: {
        typing: { after: { typing: 'finding' } },
        finding: {
          entry: 'forgetError',
          invoke: {
            id: 'findIncidents',
            src: 'findIncidents',
            input: ({ context }) => context.query,
            onDone: {
              target: 'found',
              actions: assign(({ context, event }) => ({
                found: event.output.filter(({ id }) => id !== context.mergedId),
              })),
            },
            onError: { target: 'failed', actions: { type: 'keepError', params: ({ event }) => event } },
          },
        },
        found: {},
        failed: { on: { 'dialog.retry': 'finding' } },
      },
    },
    previewing: {
      entry: 'forgetError',
      invoke: {
        id: 'readPreview',
        src: 'readPreview',
        input: ({ context }) => toMergePair(context),
        onDone: { target: 'asking', actions: assign(({ event }) => ({ preview: event.output })) },
        onError: { target: 'refused', actions: { type: 'keepError', params: ({ event }) => event } },
      },
      on: { 'incident.clear': 'choosing' },
    },
    asking: { on: { 'merge.confirm': 'merging', 'incident.clear': 'choosing' } },
    refused: { on: { 'dialog.retry': 'previewing', 'incident.clear': 'choosing' } },
    merging: {
      tags: 'busy',
      entry: 'forgetError',
      invoke: {
        id: 'merge',
        src: 'merge',
        input: ({ context }) => toMergePair(context),
        onDone: 'merged',
        onError: { target: 'refused', actions: { type: 'keepError', params: ({ event }) => event } },
      },
      // A sent merge cannot be cancelled, so the dialog stays open until the result is known.
      on: { 'dialog.leave': {} },
    },
    merged: { type: 'final' },
    left: { type: 'final' },
  },
})
