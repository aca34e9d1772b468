import { assign, fromPromise, setup } from 'xstate'
import { findFieldError, wireValues, type ParameterValues } from '#shared/playbooks/parameter-value.ts'
import type { PlaybookParameter } from '#shared/playbooks/parameter.ts'
import type { Preflight } from '#shared/playbooks/preflight.ts'
import { notProvided } from '#machines/not-provided.ts'

export interface RunTarget {
  readonly kind: 'config' | 'component' | 'check'
  readonly id: string
  readonly name: string
}

export interface RunRequest {
  readonly playbookId: string
  readonly target: RunTarget | null
  readonly params: ParameterValues
}

export interface RunDialogInput {
  readonly playbookId: string
  readonly needsTarget: boolean
  readonly target: RunTarget | null
  /** Values from a link; they count as typed. */
  readonly typed: ParameterValues
}

export type RunHistory = Pick<Preflight, 'running' | 'last'>

export type PreviewResult =
  | { readonly kind: 'preview'; readonly preview: Preflight; readonly validForMs: number }
  | { readonly kind: 'absent'; readonly history: RunHistory }

interface RunDialogContext extends RunDialogInput {
  readonly parameters: readonly PlaybookParameter[]
  readonly preview: Preflight | null
  readonly validForMs: number
  readonly history: RunHistory | null
  readonly isOutdated: boolean
  readonly error: unknown
  readonly runId: string
}

type RunDialogEvent =
  | { readonly type: 'target.choose'; readonly target: RunTarget }
  | { readonly type: 'target.clear' }
  | { readonly type: 'params.retry' }
  | { readonly type: 'param.type'; readonly name: string; readonly value: string }
  | { readonly type: 'preview.retry' }
  | { readonly type: 'run.submit' }

const toRunRequest = ({ playbookId, target, parameters, typed }: RunDialogContext): RunRequest => ({
  playbookId,
  target,
  params: wireValues(parameters, typed),
})

const isSound = ({ playbookId, needsTarget, target, parameters, typed }: RunDialogContext): boolean =>
  playbookId !== '' &&
  (!needsTarget || target !== null) &&
  parameters.every((parameter) => findFieldError(parameter, typed) === null)

/**
 * The provided calls reject with a message for the person. Input survives every failure and every change of the target.
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
        unpreviewed: { tags: 'expired' },
        idle: { tags: 'expired' },
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
