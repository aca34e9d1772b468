import { assign, fromPromise, setup } from 'xstate'
import { findFieldError, wireValues, type ParameterValues } from '#shared/playbooks/parameter-value.ts'
import type { PlaybookParameter } from '#shared/playbooks/parameter.ts'
import type { Preflight } from '#shared/playbooks/preflight.ts'

/** What a playbook is run on. */
export interface RunTarget {
  readonly kind: 'config' | 'component' | 'check'
  readonly id: string
  readonly name: string
}

/** What every request of the dialog says: the playbook, its target, and values as texts. */
export interface RunRequest {
  readonly playbookId: string
  readonly target: RunTarget | null
  readonly params: ParameterValues
}

export interface RunDialogInput {
  readonly playbookId: string
  /** Whether the playbook's spec names resources that it runs on. */
  readonly needsTarget: boolean
  readonly target: RunTarget | null
  /** Values from a link; they count as typed. */
  readonly typed: ParameterValues
}

/** What is known of runs on the target without asking what another would do. */
export type RunHistory = Pick<Preflight, 'running' | 'last'>

/** `absent`: the backend cannot tell beforehand what a run would do. */
export type PreviewResult =
  | { readonly kind: 'preview'; readonly preview: Preflight; readonly validForMs: number }
  | { readonly kind: 'absent'; readonly history: RunHistory }

export interface RunDialogContext extends RunDialogInput {
  readonly parameters: readonly PlaybookParameter[]
  readonly preview: Preflight | null
  readonly validForMs: number
  /** Of the target, where the backend tells no previews; null while it may. */
  readonly history: RunHistory | null
  /** A parameter that the defaults or options of another depend on was changed. */
  readonly isOutdated: boolean
  readonly error: unknown
  readonly runId: string
}

export type RunDialogEvent =
  | { readonly type: 'target.choose'; readonly target: RunTarget }
  | { readonly type: 'target.clear' }
  | { readonly type: 'params.retry' }
  | { readonly type: 'param.type'; readonly name: string; readonly value: string }
  | { readonly type: 'preview.retry' }
  | { readonly type: 'run.submit' }

const notProvided = (name: string) => () => {
  throw new Error(`provide ${name}`)
}

const toRunRequest = ({ playbookId, target, parameters, typed }: RunDialogContext): RunRequest => ({
  playbookId,
  target,
  params: wireValues(parameters, typed),
})

/** How many fields hold something that cannot be sent. */
export const countInvalidFields = ({ parameters, typed }: RunDialogContext): number =>
  parameters.filter((parameter) => findFieldError(parameter, typed) !== null).length

/** Whether there is a playbook, a target where one is needed, and a form without problems (ledger PLAY-17, PLAY-19). */
const isSound = (context: RunDialogContext): boolean =>
  context.playbookId !== '' && (!context.needsTarget || context.target !== null) && countInvalidFields(context) === 0

/**
 * Starting a run of one playbook: its target, its parameters, what it would do, and the run itself. Provide the three calls;
 * they reject with what the person should read. What was typed stays through every failure and every other target. A preview
 * expires when a parameter changes, and after the time that the backend gave it.
 */
export const runDialogMachine = setup({
  types: {
    input: {} as RunDialogInput,
    context: {} as RunDialogContext,
    events: {} as RunDialogEvent,
    tags: {} as 'form' | 'running' | 'expired',
  },
  actors: {
    loadParameters: fromPromise<readonly PlaybookParameter[], RunRequest>(notProvided('loadParameters')),
    loadPreview: fromPromise<PreviewResult, RunRequest>(notProvided('loadPreview')),
    startRun: fromPromise<string, RunRequest>(notProvided('startRun')),
  },
  delays: { pause: 500, previewLife: ({ context }) => context.validForMs },
  guards: {
    lacksTarget: ({ context }) => context.needsTarget && context.target === null,
    isOutdated: ({ context }) => context.isOutdated,
    isPreviewable: ({ context }) => context.history === null && isSound(context),
    isSound: ({ context }) => isSound(context),
    isAbsent: (_, { result }: { readonly result: PreviewResult }) => result.kind === 'absent',
  },
  actions: {
    keepTarget: assign((_, { target }: { readonly target: RunTarget | null }) => ({
      target,
      preview: null,
      history: null,
    })),
    keepTyped: assign(({ context }, { name, value }: { readonly name: string; readonly value: string }) => ({
      typed: { ...context.typed, [name]: value },
      isOutdated: context.isOutdated || context.parameters.some(({ dependsOn }) => dependsOn?.includes(name)),
    })),
    keepParameters: assign((_, { parameters }: { readonly parameters: readonly PlaybookParameter[] }) => ({
      parameters,
      isOutdated: false,
    })),
    storeResult: assign((_, { result }: { readonly result: PreviewResult }) =>
      result.kind === 'absent'
        ? { history: result.history, preview: null }
        : { preview: result.preview, validForMs: result.validForMs },
    ),
    keepError: assign((_, { error }: { readonly error: unknown }) => ({ error })),
    keepRun: assign((_, { runId }: { readonly runId: string }) => ({ runId })),
  },
}).createMachine({
  id: 'runDialog',
  context: ({ input }) => ({
    ...input,
    parameters: [],
    preview: null,
    validForMs: 0,
    history: null,
    isOutdated: false,
    error: null,
    runId: '',
  }),
  initial: 'opening',
  states: {
    opening: { always: [{ guard: 'lacksTarget', target: 'choosing' }, { target: 'loading' }] },
    choosing: {},
    loading: {
      invoke: {
        id: 'loadParameters',
        src: 'loadParameters',
        input: ({ context }) => ({
          playbookId: context.playbookId,
          target: context.target,
          params: wireValues(context.parameters, context.typed),
        }),
        onDone: {
          target: 'form.routing',
          actions: { type: 'keepParameters', params: ({ event }) => ({ parameters: event.output }) },
        },
        onError: { target: 'failed', actions: { type: 'keepError', params: ({ event }) => event } },
      },
    },
    /** The parameters could not be told; what was typed before stays. */
    failed: { on: { 'params.retry': 'loading' } },
    form: {
      tags: 'form',
      initial: 'routing',
      on: {
        'param.type': { target: '.editing', actions: { type: 'keepTyped', params: ({ event }) => event } },
        'preview.retry': '.routing',
        'run.submit': { guard: 'isSound', target: 'running' },
      },
      states: {
        routing: {
          tags: 'expired',
          always: [
            { guard: 'isOutdated', target: 'renewing' },
            { guard: 'isPreviewable', target: 'previewing' },
            { target: 'idle' },
          ],
        },
        editing: { tags: 'expired', after: { pause: 'routing' } },
        /** Defaults and options that depend on what was typed are asked for anew. */
        renewing: {
          tags: 'expired',
          invoke: {
            id: 'renewParameters',
            src: 'loadParameters',
            input: ({ context }) => toRunRequest(context),
            onDone: {
              target: 'routing',
              actions: { type: 'keepParameters', params: ({ event }) => ({ parameters: event.output }) },
            },
            onError: { target: 'unpreviewed', actions: { type: 'keepError', params: ({ event }) => event } },
          },
        },
        previewing: {
          tags: 'expired',
          invoke: {
            id: 'loadPreview',
            src: 'loadPreview',
            input: ({ context }) => toRunRequest(context),
            onDone: [
              {
                guard: { type: 'isAbsent', params: ({ event }) => ({ result: event.output }) },
                target: 'idle',
                actions: { type: 'storeResult', params: ({ event }) => ({ result: event.output }) },
              },
              {
                target: 'previewed',
                actions: { type: 'storeResult', params: ({ event }) => ({ result: event.output }) },
              },
            ],
            onError: { target: 'unpreviewed', actions: { type: 'keepError', params: ({ event }) => event } },
          },
        },
        previewed: { after: { previewLife: 'routing' } },
        /** What a run would do could not be told. */
        unpreviewed: { tags: 'expired' },
        /** Nothing can be told: a field is wrong, or the backend knows no previews. */
        idle: { tags: 'expired' },
        /** The run was not started; everything is still there. */
        refused: {},
      },
    },
    running: {
      tags: ['form', 'running'],
      invoke: {
        id: 'startRun',
        src: 'startRun',
        input: ({ context }) => toRunRequest(context),
        onDone: { target: 'started', actions: { type: 'keepRun', params: ({ event }) => ({ runId: event.output }) } },
        onError: { target: 'form.refused', actions: { type: 'keepError', params: ({ event }) => event } },
      },
      on: { 'target.choose': {}, 'target.clear': {} },
    },
    started: { type: 'final' },
  },
  on: {
    'target.choose': { target: '.loading', actions: { type: 'keepTarget', params: ({ event }) => event } },
    'target.clear': { target: '.opening', actions: { type: 'keepTarget', params: { target: null } } },
  },
})
