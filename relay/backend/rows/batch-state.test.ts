import { expect, test } from 'vitest'
import { urgentBucket } from '#relay/token-bucket.ts'
import { emptyBatch, nextBatchState, type BatchEffect, type BatchInput, type BatchState } from './batch-state.ts'

const limits = { everyMs: 250, retryMs: 1_000, fullAt: 4, batchMax: 3 }
const nowMs = 10_000
const batch = (state: Partial<BatchState>): BatchState => ({ ...emptyBatch, ...state }) as BatchState
const writing = { kind: 'writing', size: 2, startedAtMs: 9_960 } as const

const states = {
  idle: batch({}),
  armed: batch({ kind: 'armed', waiting: 2 }),
  'armed, urgent': batch({ kind: 'armed', waiting: 2, hasUrgent: true }),
  'armed, just written': batch({ kind: 'armed', waiting: 2, endedAtMs: nowMs - 10, tookMs: 40 }),
  'armed, many urgent': batch({
    kind: 'armed',
    waiting: 2,
    urgent: [1, 2, 3, 4, 5].reduce((bucket) => bucket.after(nowMs), urgentBucket),
  }),
  'armed, failing': batch({ kind: 'armed', waiting: 2, isFailing: true }),
  'armed, full': batch({ kind: 'armed', waiting: 4, wasFull: true }),
  writing: batch({ ...writing, waiting: 2 }),
  'writing, more waiting': batch({ ...writing, waiting: 3 }),
  'writing, urgent waiting': batch({ ...writing, waiting: 3, hasUrgent: true }),
  'writing, failing': batch({ ...writing, waiting: 2, isFailing: true }),
  'writing, full': batch({ ...writing, waiting: 5, wasFull: true }),
  'writing, over full': batch({ ...writing, waiting: 6, wasFull: true }),
  'stopped with rows': batch({ waiting: 2, isFailing: true }),
} satisfies Record<string, BatchState>
type StateName = keyof typeof states

const inputs = {
  added: { kind: 'added', isUrgent: false, nowMs },
  'added urgent': { kind: 'added', isUrgent: true, nowMs },
  due: { kind: 'due', nowMs },
  written: { kind: 'written', nowMs },
  failed: { kind: 'failed', nowMs },
  stopped: { kind: 'stopped' },
} satisfies Record<string, BatchInput>
type InputName = keyof typeof inputs

const formatState = (state: BatchState): string =>
  [
    state.kind === 'writing' ? `writing ${state.size} of ${state.waiting}` : `${state.kind} ${state.waiting}`,
    ...(state.hasUrgent ? ['urgent'] : []),
    ...(state.isFailing ? ['failing'] : []),
    ...(state.wasFull ? ['full'] : []),
  ].join(', ')

const formatEffect = (effect: BatchEffect): string => {
  if (effect.kind === 'arm') return `arm ${effect.inMs}`
  if (effect.kind === 'write') return `write ${effect.size}${effect.isUrgent ? ' urgent' : ''}`
  return effect.kind
}

/** Inputs that are not listed change nothing. */
const table: Record<StateName, Partial<Record<InputName, string>>> = {
  idle: { added: 'armed 1 > arm 250', 'added urgent': 'armed 1, urgent > arm 0' },
  armed: {
    added: 'armed 3',
    'added urgent': 'armed 3, urgent > arm 0',
    due: 'writing 2 of 2 > disarm, write 2',
    stopped: 'idle 2 > disarm',
  },
  'armed, urgent': {
    added: 'armed 3, urgent',
    'added urgent': 'armed 3, urgent',
    due: 'writing 2 of 2 > disarm, write 2 urgent',
    stopped: 'idle 2, urgent > disarm',
  },
  'armed, just written': {
    added: 'armed 3',
    'added urgent': 'armed 3, urgent > arm 30',
    due: 'writing 2 of 2 > disarm, write 2',
    stopped: 'idle 2 > disarm',
  },
  'armed, many urgent': {
    added: 'armed 3',
    'added urgent': 'armed 3, urgent > arm 200',
    due: 'writing 2 of 2 > disarm, write 2',
    stopped: 'idle 2 > disarm',
  },
  'armed, failing': {
    added: 'armed 3, failing',
    'added urgent': 'armed 3, urgent, failing',
    due: 'writing 2 of 2, failing > disarm, write 2',
    stopped: 'idle 2, failing > disarm',
  },
  'armed, full': {
    added: 'armed 5, full',
    'added urgent': 'armed 5, urgent, full > arm 0',
    due: 'writing 3 of 4, full > disarm, write 3',
    stopped: 'idle 4, full > disarm',
  },
  writing: {
    added: 'writing 2 of 3',
    'added urgent': 'writing 2 of 3, urgent',
    written: 'idle 0',
    failed: 'armed 2, failing > reportFailure, arm 1000',
  },
  'writing, more waiting': {
    added: 'writing 2 of 4, full',
    'added urgent': 'writing 2 of 4, urgent, full',
    written: 'armed 1 > arm 250',
    failed: 'armed 3, failing > reportFailure, arm 1000',
  },
  'writing, urgent waiting': {
    added: 'writing 2 of 4, urgent, full',
    'added urgent': 'writing 2 of 4, urgent, full',
    written: 'armed 1, urgent > arm 40',
    failed: 'armed 3, urgent, failing > reportFailure, arm 1000',
  },
  'writing, failing': {
    added: 'writing 2 of 3, failing',
    'added urgent': 'writing 2 of 3, urgent, failing',
    written: 'idle 0 > reportRecovery',
    failed: 'armed 2, failing > arm 1000',
  },
  'writing, full': {
    added: 'writing 2 of 6, full',
    'added urgent': 'writing 2 of 6, urgent, full',
    written: 'armed 3 > arm 250, reportRoom',
    failed: 'armed 5, failing, full > reportFailure, arm 1000',
  },
  'writing, over full': {
    added: 'writing 2 of 7, full',
    'added urgent': 'writing 2 of 7, urgent, full',
    written: 'armed 4, full > arm 250',
    failed: 'armed 6, failing, full > reportFailure, arm 1000',
  },
  'stopped with rows': {
    added: 'armed 3, failing > arm 1000',
    'added urgent': 'armed 3, urgent, failing > arm 1000',
    due: 'writing 2 of 2, failing > disarm, write 2',
  },
}

const stateNames = Object.keys(states) as StateName[]
const inputNames = Object.keys(inputs) as InputName[]

test.each(stateNames.flatMap((state) => inputNames.map((input) => [state, input] as const)))(
  'a batch that is %s: %s',
  (stateName, inputName) => {
    const before = states[stateName]
    const { state, effects } = nextBatchState(before, inputs[inputName], limits)
    const actual = [formatState(state), ...(effects.length === 0 ? [] : [effects.map(formatEffect).join(', ')])]
    expect(actual.join(' > ')).toBe(table[stateName][inputName] ?? formatState(before))
  },
)

test('a write that ends records its time, from which the pause before the next urgent one follows', () => {
  const { state } = nextBatchState(states.writing, inputs.written, limits)
  expect([state.endedAtMs, state.tookMs]).toEqual([nowMs, 40])
})
