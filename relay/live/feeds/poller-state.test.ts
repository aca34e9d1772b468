import { describe, expect, test } from 'vitest'
import { idlePoller, nextPollerState, type PollerInput, type PollerState } from './poller-state.ts'

const idle = idlePoller({ everyMs: 5_000 })
const polled = { ...idle, startedAtMs: 1_000, tookMs: 10 }
const poll = { kind: 'polling', isReplacement: false, isWantedAgain: false, isSuperseded: false } as const
const states = {
  idle,
  waiting: { ...polled, kind: 'waiting', dueAtMs: 6_000 },
  polling: { ...polled, ...poll },
  'polling, wanted again': { ...polled, ...poll, isWantedAgain: true },
  'polling, superseded': { ...polled, ...poll, isSuperseded: true },
  'polling, a replacement': { ...polled, ...poll, isReplacement: true },
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
  completed: { kind: 'completed', isOk: true, nowMs: 1_100, random: 0.5 },
  failed: { kind: 'completed', isOk: false, nowMs: 1_100, random: 0.5 },
  stopped: { kind: 'stopped' },
} as const satisfies Record<string, PollerInput>
type InputName = keyof typeof inputs

const summarize = (state: PollerState): string =>
  [
    state.kind === 'waiting' ? `waiting until ${state.dueAtMs}` : state.kind,
    ...(state.kind === 'polling' && state.isReplacement ? ['a replacement'] : []),
    ...(state.kind === 'polling' && state.isWantedAgain ? ['wanted again'] : []),
    ...(state.kind === 'polling' && state.isSuperseded ? ['superseded'] : []),
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
    due: 'polling > poll',
    hinted: 'waiting until 1250 > wait',
    'hinted urgently': 'waiting until -Infinity, urgent > wait',
    refreshed: 'waiting until 1250 > wait',
    paced: 'waiting until 30990 > wait',
    stopped: 'idle > abort',
  },
  polling: {
    hinted: 'polling, wanted again',
    'hinted urgently': 'polling, wanted again, urgent',
    refreshed: 'polling, superseded > abort',
    completed: 'waiting until 6000 > wait',
    failed: 'waiting until 6100, 1 failed > wait',
    stopped: 'ending > abort',
  },
  'polling, wanted again': {
    'hinted urgently': 'polling, wanted again, urgent',
    refreshed: 'polling, wanted again, superseded > abort',
    completed: 'waiting until 1500 > wait',
    failed: 'waiting until 1500, 1 failed > wait',
    stopped: 'ending > abort',
  },
  'polling, superseded': {
    hinted: 'polling, wanted again, superseded',
    'hinted urgently': 'polling, wanted again, superseded, urgent',
    refreshed: 'polling, superseded > abort',
    completed: 'polling, a replacement > poll',
    failed: 'polling, a replacement > poll',
    stopped: 'ending > abort',
  },
  'polling, a replacement': {
    hinted: 'polling, a replacement, wanted again',
    'hinted urgently': 'polling, a replacement, wanted again, urgent',
    refreshed: 'polling, a replacement, wanted again',
    completed: 'waiting until 6000 > wait',
    failed: 'waiting until 6100, 1 failed > wait',
    stopped: 'ending > abort',
  },
  ending: {
    started: 'polling, superseded',
    completed: 'idle',
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
      const polling: PollerState = nextPollerState(hinted, { kind: 'due', nowMs: 6_000 }).state
      state = nextPollerState(polling, { kind: 'completed', isOk: true, nowMs: 6_001, random: 0.5 }).state
    }
    expect(due).toEqual([-Infinity, 6_020, 6_020, 6_020, 6_020, 6_200, 6_250])
  })
})
