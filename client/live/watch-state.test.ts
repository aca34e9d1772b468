import { expect, test } from 'vitest'
import { nextWatchState, type WatchInput, type WatchState } from './watch-state.ts'

const ackedVersion = 10
const states = {
  left: { kind: 'left', ackedVersion },
  apart: { kind: 'apart', ackedVersion },
  subscribing: { kind: 'subscribing', feed: null, retryAtMs: 5_000, ackedVersion },
  'subscribing again': { kind: 'subscribing', feed: 'f1', retryAtMs: 5_000, ackedVersion },
  following: { kind: 'following', feed: 'f1', ackedVersion },
} as const satisfies Record<string, WatchState>
type StateName = keyof typeof states

const inputs = {
  entered: { kind: 'entered', isOpen: true, nowMs: 1_000 },
  'entered offline': { kind: 'entered', isOpen: false, nowMs: 1_000 },
  outdated: { kind: 'outdated', isOpen: true, nowMs: 1_000 },
  'outdated offline': { kind: 'outdated', isOpen: false, nowMs: 1_000 },
  'beaten early': { kind: 'beaten', isOpen: true, nowMs: 4_999 },
  beaten: { kind: 'beaten', isOpen: true, nowMs: 5_000 },
  'beaten offline': { kind: 'beaten', isOpen: false, nowMs: 5_000 },
  accepted: { kind: 'accepted', feed: 'f2' },
  moved: { kind: 'moved', feed: 'f2' },
  timedOut: { kind: 'timedOut', nowMs: 1_000 },
  snapshot: { kind: 'current', version: 90, isSnapshot: true },
  'newer by 15': { kind: 'current', version: 25, isSnapshot: false },
  'newer by 16': { kind: 'current', version: 26, isSnapshot: false },
  refused: { kind: 'refused' },
  rowless: { kind: 'rowless' },
  lost: { kind: 'lost' },
  left: { kind: 'left' },
} as const satisfies Record<string, WatchInput>
type InputName = keyof typeof inputs

const summarize = (state: WatchState): string =>
  [
    state.kind,
    ...('feed' in state && state.feed !== null ? [state.feed] : []),
    ...(state.kind === 'subscribing' ? [`until ${state.retryAtMs}`] : []),
    ...(state.ackedVersion === ackedVersion ? [] : [`acked ${state.ackedVersion}`]),
  ].join(' ')

/** Inputs that are not listed change nothing. */
const table: Record<StateName, Partial<Record<InputName, string>>> = {
  left: {
    entered: 'subscribing until 13000 > subscribe',
    'entered offline': 'apart',
    accepted: 'left > unsubscribe f2',
  },
  apart: {
    outdated: 'subscribing until 13000 > subscribe',
    accepted: 'following f2',
    left: 'left',
  },
  subscribing: {
    beaten: 'subscribing until 17000 > subscribe',
    accepted: 'subscribing f2 until 5000',
    moved: 'subscribing f2 until 5000',
    timedOut: 'subscribing until 2000',
    refused: 'apart',
    rowless: 'apart',
    lost: 'apart',
    left: 'left',
  },
  'subscribing again': {
    beaten: 'subscribing f1 until 17000 > subscribe',
    accepted: 'subscribing f2 until 5000',
    moved: 'subscribing f2 until 5000',
    timedOut: 'subscribing f1 until 2000',
    snapshot: 'following f1 acked 90',
    'newer by 15': 'following f1',
    'newer by 16': 'following f1 acked 26 > acknowledge f1',
    refused: 'following f1',
    rowless: 'following f1',
    lost: 'apart',
    left: 'left > unsubscribe f1',
  },
  following: {
    outdated: 'subscribing f1 until 13000 > subscribe',
    accepted: 'following f2',
    moved: 'following f2',
    snapshot: 'following f1 acked 90',
    'newer by 16': 'following f1 acked 26 > acknowledge f1',
    lost: 'apart',
    left: 'left > unsubscribe f1',
  },
}

const stateNames = Object.keys(states) as StateName[]
const inputNames = Object.keys(inputs) as InputName[]

test.each(stateNames.flatMap((name) => inputNames.map((input) => [name, input] as const)))('%s, %s', (name, input) => {
  const { state, effect } = nextWatchState(states[name], inputs[input])
  const done = effect.kind === 'none' ? '' : ` > ${effect.kind}${'feed' in effect ? ` ${effect.feed}` : ''}`
  expect(`${summarize(state)}${done}`).toBe(table[name][input] ?? summarize(states[name]))
})
