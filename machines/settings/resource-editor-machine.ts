import { assertEvent, assign, fromPromise, setup } from 'xstate'

export interface ResourceDraft {
  readonly name: string
  readonly namespace: string
  readonly labels: Readonly<Record<string, string>>
  readonly icon: string
  readonly spec: Readonly<Record<string, unknown>>
  /** The spec as the person wrote it. */
  readonly text?: string
}

export type SaveResult<Resource> =
  | { readonly kind: 'saved'; readonly resource: Resource }
  | { readonly kind: 'conflict'; readonly theirs: Resource }
  | { readonly kind: 'gone' }

export interface EditorContext<Resource, DryRunResult> {
  readonly base: Resource | null
  readonly draft: ResourceDraft | null
  readonly theirs: Resource | null
  readonly dryRunResult: DryRunResult | null
  readonly error: unknown
}

type Event<Resource> =
  | { readonly type: 'editor.try'; readonly draft: ResourceDraft }
  /** `takesAway`: saving removes running resources and needs a confirmation. */
  | { readonly type: 'editor.save'; readonly draft: ResourceDraft; readonly takesAway: boolean }
  | { readonly type: 'editor.confirm' }
  | { readonly type: 'editor.back' }
  | { readonly type: 'editor.settle' }
  | { readonly type: 'rival.save'; readonly theirs: Resource }
  | { readonly type: 'editor.recreate' }

export interface ResourceRequest<Resource> {
  readonly draft: ResourceDraft
  readonly base: Resource | null
}

/** Saves run one at a time over the version that was read. The form owns the input; the machine never discards it. */
// oxlint-disable-next-line max-lines-per-function -- one machine, read from top to bottom: states in pieces would hide it
export const createResourceEditorMachine = <Resource, DryRunResult>() =>
  setup({
    types: {
      context: {} as EditorContext<Resource, DryRunResult>,
      events: {} as Event<Resource>,
      input: {} as { readonly base: Resource | null },
      tags: {} as 'busy',
    },
    actors: {
      tryOut: fromPromise<DryRunResult, ResourceRequest<Resource>>(() => Promise.reject(new Error('not provided'))),
      save: fromPromise<SaveResult<Resource>, ResourceRequest<Resource>>(() =>
        Promise.reject(new Error('not provided')),
      ),
    },
    guards: {
      takesAway: ({ event }) => event.type === 'editor.save' && event.takesAway,
    },
    actions: {
      takeDraft: assign(({ event }) => {
        assertEvent(event, ['editor.save', 'editor.try'])
        return { draft: event.draft, error: null }
      }),
    },
  }).createMachine({
    id: 'resourceEditor',
    context: ({ input }) => ({ base: input.base, draft: null, theirs: null, dryRunResult: null, error: null }),
    initial: 'editing',
    states: {
      editing: {
        on: {
          'editor.try': { target: 'checking', actions: 'takeDraft' },
          'editor.save': [
            { guard: 'takesAway', target: 'reviewing', actions: 'takeDraft' },
            { target: 'saving', actions: 'takeDraft' },
          ],
          'rival.save': { target: 'conflict', actions: assign(({ event }) => ({ theirs: event.theirs })) },
        },
      },
      checking: {
        tags: 'busy',
        invoke: {
          id: 'tryOut',
          src: 'tryOut',
          input: ({ context }) => toResourceRequest(context),
          onDone: { target: 'editing', actions: assign(({ event }) => ({ dryRunResult: event.output })) },
          onError: { target: 'editing', actions: assign(({ event }) => ({ error: event.error, dryRunResult: null })) },
        },
        on: { 'editor.back': 'editing' },
      },
      reviewing: { on: { 'editor.confirm': 'saving', 'editor.back': 'editing' } },
      saving: {
        tags: 'busy',
        invoke: {
          id: 'save',
          src: 'save',
          input: ({ context }) => toResourceRequest(context),
          onDone: [
            {
              guard: ({ event }) => event.output.kind === 'saved',
              target: 'saved',
              actions: assign(({ event, context }) => ({
                base: event.output.kind === 'saved' ? event.output.resource : context.base,
              })),
            },
            {
              guard: ({ event }) => event.output.kind === 'conflict',
              target: 'conflict',
              actions: assign(({ event }) => ({
                theirs: event.output.kind === 'conflict' ? event.output.theirs : null,
              })),
            },
            { target: 'gone' },
          ],
          onError: { target: 'editing', actions: assign(({ event }) => ({ error: event.error })) },
        },
      },
      conflict: {
        on: {
          'rival.save': { actions: assign(({ event }) => ({ theirs: event.theirs })) },
          'editor.settle': {
            target: 'editing',
            actions: assign(({ context }) => ({ base: context.theirs, theirs: null })),
          },
        },
      },
      gone: { on: { 'editor.recreate': { target: 'editing', actions: assign({ base: null }) } } },
      saved: { type: 'final' },
    },
  })

const toResourceRequest = <Resource>({ draft, base }: EditorContext<Resource, unknown>): ResourceRequest<Resource> => {
  if (draft === null) throw new Error('Nothing to send.')
  return { draft, base }
}
