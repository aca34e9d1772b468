import { getShortestPaths } from 'xstate/graph'
import { describe, expect, test, vi } from 'vitest'
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate'
import type { PlaybookParameter } from '#shared/playbooks/parameter.ts'
import type { Preflight } from '#shared/playbooks/preflight.ts'
import { done, elapsed, failed } from '#machines/testing/reach.ts'
import { runDialogMachine, type PreviewResult, type RunDialogInput, type RunRequest } from './run-dialog-machine.ts'

const target = { kind: 'check', id: 'c1', name: 'authorize' } as const
const parameters: readonly PlaybookParameter[] = [
  { name: 'reason', required: true },
  { name: 'batch', default: '2', dependsOn: ['reason'], properties: { format: 'number' } },
]
const preview: Preflight = {
  token: 't',
  expiresAt: '2026-01-01T00:00:00.000Z',
  target: null,
  steps: [],
  approvers: null,
  running: [],
  last: [],
}
const result: PreviewResult = { kind: 'preview', preview, validForMs: 60_000 }
const input: RunDialogInput = { playbookId: 'p1', needsTarget: true, target: null, typed: {} }
const rejection = new Error('no')

const paths = getShortestPaths(runDialogMachine, {
  input,
  events: [
    { type: 'target.choose', target },
    { type: 'target.clear' },
    { type: 'params.retry' },
    { type: 'param.type', name: 'reason', value: 'INC-412' },
    { type: 'param.type', name: 'batch', value: 'two' },
    { type: 'preview.retry' },
    { type: 'run.submit' },
    done('loadParameters', parameters),
    failed('loadParameters', rejection),
    done('renewParameters', parameters),
    failed('renewParameters', rejection),
    done('loadPreview', result),
    done('loadPreview', { kind: 'absent', history: { running: [], last: [] } }),
    failed('loadPreview', rejection),
    done('startRun', 'r1'),
    failed('startRun', rejection),
    elapsed('pause', 'runDialog.form.editing'),
    elapsed('previewLife', 'runDialog.form.previewed'),
  ],
  limit: 20_000,
})
const formatState = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

describe('the paths of the run dialog', () => {
  test('reach every state', () => {
    const all = Object.entries(runDialogMachine.states).flatMap(([name, { states }]) =>
      name === 'form' ? Object.keys(states).map((inside) => formatState({ form: inside })) : [name],
    )
    expect(new Set(paths.map(({ state }) => formatState(state.value)))).toEqual(new Set(all))
  })

  test('mark a preview as expired unless nothing was typed since', () => {
    const violations = paths.filter(
      ({ state }) =>
        (state.matches({ form: 'previewed' }) && state.context.preview !== preview) ||
        (state.matches({ form: 'editing' }) && !state.hasTag('expired')),
    )
    expect(violations).toEqual([])
  })

  test('start a run exactly when there is a target, all fields are valid and no run is starting [PLAY-17,PLAY-19]', () => {
    const violations = paths.filter(({ state }) => {
      const { typed, target } = state.context
      const isSound = target !== null && typed.reason === 'INC-412' && typed.batch !== 'two'
      return state.can({ type: 'run.submit' }) !== (state.matches('form') && isSound)
    })
    expect(violations).toEqual([])
  })

  test('keep all input', () => {
    const violations = paths.filter(({ state, steps }) =>
      steps.some(({ event }) => event.type === 'param.type' && state.context.typed[event.name] === undefined),
    )
    expect(violations).toEqual([])
  })
})

const begin = (
  more: Partial<RunDialogInput>,
  calls: { params?: () => Promise<readonly PlaybookParameter[]>; run?: (request: RunRequest) => Promise<string> },
) => {
  const clock = new SimulatedClock()
  const loadPreview = vi.fn<(request: RunRequest) => Promise<PreviewResult>>(async () => result)
  const startRun = vi.fn<(request: RunRequest) => Promise<string>>(calls.run ?? (async () => 'r1'))
  const machine = runDialogMachine.provide({
    actors: {
      loadParameters: fromPromise<readonly PlaybookParameter[], RunRequest>(calls.params ?? (async () => parameters)),
      loadPreview: fromPromise<PreviewResult, RunRequest>(({ input }) => loadPreview(input)),
      startRun: fromPromise<string, RunRequest>(({ input }) => startRun(input)),
    },
  })
  const actor = createActor(machine, { clock, input: { ...input, ...more } }).start()
  return { actor, clock, loadPreview, startRun }
}

test('keeps the input when the parameters of another target cannot be loaded', async () => {
  let fails = false
  const { actor } = begin(
    { target },
    {
      params: async () => {
        if (fails) throw rejection
        return parameters
      },
    },
  )
  await waitFor(actor, (state) => state.matches('form'))
  actor.send({ type: 'param.type', name: 'reason', value: 'INC-1' })
  fails = true
  actor.send({ type: 'target.choose', target: { ...target, id: 'c2' } })
  await waitFor(actor, (state) => state.matches('failed'))
  fails = false
  actor.send({ type: 'params.retry' })
  const { context } = await waitFor(actor, (state) => state.matches('form'))
  expect([context.typed, context.target?.id]).toEqual([{ reason: 'INC-1' }, 'c2'])
})

test('a changed parameter expires the preview, and a new one loads after a pause', async () => {
  const { actor, clock, loadPreview } = begin({ target, typed: { reason: 'a' } }, {})
  await waitFor(actor, (state) => state.matches({ form: 'previewed' }))
  actor.send({ type: 'param.type', name: 'batch', value: '3' })
  expect(actor.getSnapshot().hasTag('expired')).toBe(true)
  clock.increment(500)
  await waitFor(actor, (state) => state.matches({ form: 'previewed' }))
  expect(loadPreview.mock.lastCall).toEqual([{ playbookId: 'p1', target, params: { reason: 'a', batch: '3' } }])
})

test('starts one run for two submits and returns its id', async () => {
  const { actor, startRun } = begin({ target, typed: { reason: 'a' } }, {})
  await waitFor(actor, (state) => state.matches('form'))
  actor.send({ type: 'run.submit' })
  actor.send({ type: 'run.submit' })
  const { context } = await waitFor(actor, (state) => state.matches('started'))
  expect([startRun.mock.calls.length, context.runId]).toEqual([1, 'r1'])
})

test('shows the reason of a rejected run and allows a retry', async () => {
  let tries = 0
  const { actor } = begin(
    { target, typed: { reason: 'a' } },
    {
      run: async () => {
        tries += 1
        if (tries === 1) throw rejection
        return 'r2'
      },
    },
  )
  await waitFor(actor, (state) => state.matches('form'))
  actor.send({ type: 'run.submit' })
  expect((await waitFor(actor, (state) => state.matches({ form: 'refused' }))).context.error).toEqual(rejection)
  actor.send({ type: 'run.submit' })
  await waitFor(actor, (state) => state.matches('started'))
})

test('requests a missing preview once per target', async () => {
  const { actor, clock, loadPreview } = begin({ target, typed: { reason: 'a' } }, {})
  loadPreview.mockResolvedValue({ kind: 'absent', history: { running: [], last: [] } })
  await waitFor(actor, (state) => state.matches({ form: 'idle' }))
  actor.send({ type: 'param.type', name: 'batch', value: '3' })
  clock.increment(500)
  expect(actor.getSnapshot().matches({ form: 'idle' })).toBe(true)
  actor.send({ type: 'target.choose', target: { ...target, id: 'c2' } })
  await waitFor(actor, (state) => state.matches({ form: 'idle' }))
  expect(loadPreview.mock.calls.map(([{ target: requested }]) => requested?.id)).toEqual(['c1', 'c2'])
})
