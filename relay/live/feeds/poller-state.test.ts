import { describe, expect, test } from 'vitest'
import { idlePoller, nextPollerState, type PollerInput, type PollerState } from './poller-state.ts'

const idle = idlePoller({ everyMs: 5_000 })
const polled = { ...idle, startedAtMs: 1_000, tookMs: 10 }
const question = { kind: 'asking', isReplacement: false, isWantedAgain: false, isSuperseded: false } as const
const states = {
  idle,
  waiting: { ...polled, kind: 'waiting', dueAtMs: 6_000 },
  asking: { ...polled, ...question },
  'asking, wanted again': { ...polled, ...question, isWantedAgain: true },
  'asking, superseded': { ...polled, ...question, isSuperseded: true },
  'asking, a replacement': { ...polled, ...question, isReplacement: true },
  ending: { ...polled, kind: 'ending' },
} as const satisfies Record<string, PollerState>
type StateName = keyof typeof states

const inputs = {
  started: { kind: 'started', nowMs: 2_000 },
  due: { kind: 'due', nowMs: 6_000 },
  hinted: { kind: 'hinted', isUrgent: false },
  'hinted urgently': { kind: 'hinted', isUrgent: true },
  refreshed: { kind: 'refreshed' },
  paced: { kind: 'paced', timing: { everyMs: 30_000 }, random: 0.5 },
  answered: { kind: 'answered', isOk: true, nowMs: 1_100, random: 0.5 },
  failed: { kind: 'answered', isOk: false, nowMs: 1_100, random: 0.5 },
  stopped: { kind: 'stopped' },
} as const satisfies Record<string, PollerInput>
type InputName = keyof typeof inputs

const summarize = (state: PollerState): string =>
  [
    state.kind === 'waiting' ? `waiting until ${state.dueAtMs}` : state.kind,
    ...(state.kind === 'asking' && state.isReplacement ? ['a replacement'] : []),
    ...(state.kind === 'asking' && state.isWantedAgain ? ['wanted again'] : []),
    ...(state.kind === 'asking' && state.isSuperseded ? ['superseded'] : []),
    ...(state.isUrgent ? ['urgent'] : []),
    ...(state.failures > 0 ? [`${state.failures} failed`] : []),
  ].join(', ')
const outcome = (state: PollerState, input: PollerInput): string => {
  const { state: next, effect } = nextPollerState(state, input)
  return effect.kind === 'none' ? summarize(next) : `${summarize(next)} > ${effect.kind}`
}

const table: Record<StateName, Partial<Record<InputName, string>>> = {
  idle: { started: 'waiting until 2000 > wait' },
  waiting: {
    due: 'asking > ask',
    hinted: 'waiting until 1250 > wait',
    'hinted urgently': 'waiting until -Infinity, urgent > wait',
    refreshed: 'waiting until 1250 > wait',
    paced: 'waiting until 30990 > wait',
    stopped: 'idle > abort',
  },
  asking: {
    hinted: 'asking, wanted again',
    'hinted urgently': 'asking, wanted again, urgent',
    refreshed: 'asking, superseded > abort',
    answered: 'waiting until 6000 > wait',
    failed: 'waiting until 6100, 1 failed > wait',
    stopped: 'ending > abort',
  },
  'asking, wanted again': {
    'hinted urgently': 'asking, wanted again, urgent',
    refreshed: 'asking, wanted again, superseded > abort',
    answered: 'waiting until 1500 > wait',
    failed: 'waiting until 1500, 1 failed > wait',
    stopped: 'ending > abort',
  },
  'asking, superseded': {
    hinted: 'asking, wanted again, superseded',
    'hinted urgently': 'asking, wanted again, superseded, urgent',
    refreshed: 'asking, superseded > abort',
    answered: 'asking, a replacement > ask',
    failed: 'asking, a replacement > ask',
    stopped: 'ending > abort',
  },
  'asking, a replacement': {
    hinted: 'asking, a replacement, wanted again',
    'hinted urgently': 'asking, a replacement, wanted again, urgent',
    refreshed: 'asking, a replacement, wanted again',
    answered: 'waiting until 6000 > wait',
    failed: 'waiting until 6100, 1 failed > wait',
    stopped: 'ending > abort',
  },
  ending: {
    started: 'asking, superseded',
    answered: 'idle',
    failed: 'idle',
  },
}

const cases = (Object.keys(states) as StateName[]).flatMap((state) =>
  (Object.keys(inputs) as InputName[]).map((input) => [state, input] as const),
)

describe('a poller', () => {
  test.each(cases)('that is %s, when it is %s', (state, input) => {
    expect(outcome(states[state], inputs[input])).toBe(table[state][input] ?? summarize(states[state]))
  })

  test('groups urgent polls that follow each other', () => {
    let state: PollerState = states.waiting
    const due: number[] = []
    for (let n = 0; n < 7; n += 1) {
      const hinted: PollerState = nextPollerState(state, { kind: 'hinted', isUrgent: true }).state
      if (hinted.kind === 'waiting') due.push(hinted.dueAtMs)
      const asking: PollerState = nextPollerState(hinted, { kind: 'due', nowMs: 6_000 }).state
      state = nextPollerState(asking, { kind: 'answered', isOk: true, nowMs: 6_001, random: 0.5 }).state
    }
    expect(due).toEqual([-Infinity, 6_020, 6_020, 6_020, 6_020, 6_200, 6_250])
  })
})
