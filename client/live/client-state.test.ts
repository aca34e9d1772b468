import { expect, test } from 'vitest'
import { hourMs } from '#shared/primitives/time-units.ts'
import { nextClientState, openingClient, type ClientInput, type ClientState } from './client-state.ts'
import type { LiveState } from './live-client.ts'

const lostAtMs = 5_000
const nowMs = 20_000
const shown = (state: LiveState['state']): LiveState => ({
  state,
  sinceMs: 9_000,
  observedAtMs: null,
  reason: null,
  nextTryAtMs: null,
})
const client = (link: ClientState['link'], state: LiveState['state']): ClientState => ({
  ...openingClient(0),
  link,
  shown: shown(state),
  lostAtMs,
})
const closed = { kind: 'closed', sinceMs: 1_000, reason: 'Restart.' } as const

const states = {
  opening: client({ kind: 'opening' }, 'connecting'),
  'opening after offline': client({ kind: 'opening' }, 'offline'),
  live: client({ kind: 'open' }, 'live'),
  stale: client({ kind: 'open' }, 'stale'),
  offline: client(closed, 'offline'),
  unauthorised: client(closed, 'unauthorised'),
} satisfies Record<string, ClientState>
type StateName = keyof typeof states

const moved = (name: LiveState['state'], reason: string | null = null) => ({ kind: 'moved', name, reason }) as const
const framed = (name: LiveState['state'], observedAtMs: number | null = null) =>
  ({ kind: 'framed', name, reason: null, observedAtMs, nowMs }) as const
const inputs = {
  opened: { kind: 'opened', nowMs },
  lost: { kind: 'lost', nowMs },
  slept: { kind: 'slept', fromMs: 15_000, nowMs },
  'slept, clock set back': { kind: 'slept', fromMs: 30_000, nowMs },
  planned: { kind: 'planned', atMs: 25_000 },
  'beaten within the hour': { kind: 'beaten', nowMs: hourMs - 1 },
  'beaten after an hour': { kind: 'beaten', nowMs: hourMs },
  'moved to connecting': moved('connecting', 'Restart.'),
  'moved to live': moved('live'),
  'moved to stale': moved('stale', 'No data.'),
  'moved to offline': moved('offline', 'No network connection.'),
  'moved to unauthorised': moved('unauthorised'),
  'moved to outdated': moved('outdated', 'Reload.'),
  'framed connecting': framed('connecting'),
  'framed live': framed('live'),
  'framed live, observed': framed('live', 19_000),
  'framed stale': framed('stale'),
  'framed offline': framed('offline'),
  'framed unauthorised': framed('unauthorised'),
} satisfies Record<string, ClientInput>
type InputName = keyof typeof inputs

const always = {
  opened: 'time 20000',
  planned: 'next 25000',
  'beaten after an hour': 'time 3600000 > requestTime',
} as const
const whileOpen = { lost: 'lost 20000', slept: 'lost 15000', 'slept, clock set back': 'lost 20000' } as const
const toOpen = { 'moved to live': 'open > setLink', 'moved to stale': 'open > setLink' } as const
const toOpening = { 'moved to connecting': 'opening > setLink' } as const
const toClosed = {
  'moved to offline': 'closed 5000 No network connection. > setLink',
  'moved to unauthorised': 'closed 5000 Relay unreachable. > setLink',
  'moved to outdated': 'closed 5000 Reload. > setLink',
} as const
const showPresent = {
  'framed live': 'live since 20000 > publish',
  'framed live, observed': 'live since 20000, observed 19000 > publish',
  'framed stale': 'stale since 20000 > publish',
} as const
const showUnauthorised = { 'framed unauthorised': 'unauthorised since 20000 > publish' } as const
const showAbsent = {
  'framed connecting': 'connecting since 5000 > publish',
  'framed offline': 'offline since 5000 > publish',
} as const

/** Inputs that are not listed change nothing. */
const table: Record<StateName, Partial<Record<InputName, string>>> = {
  opening: {
    ...always,
    ...toOpen,
    ...toClosed,
    ...showPresent,
    ...showUnauthorised,
    'framed offline': 'offline since 9000 > publish',
  },
  'opening after offline': {
    ...always,
    ...toOpen,
    ...toClosed,
    ...showPresent,
    ...showUnauthorised,
    'framed connecting': 'connecting since 9000 > publish',
  },
  live: {
    ...always,
    ...whileOpen,
    ...toOpening,
    ...toClosed,
    ...showAbsent,
    ...showUnauthorised,
    'framed live, observed': 'live since 9000, observed 19000 > publish',
    'framed stale': 'stale since 20000 > publish',
  },
  stale: {
    ...always,
    ...whileOpen,
    ...toOpening,
    ...toClosed,
    ...showAbsent,
    ...showUnauthorised,
    'framed live': 'live since 20000 > publish',
    'framed live, observed': 'live since 20000, observed 19000 > publish',
  },
  offline: {
    ...always,
    ...toOpening,
    ...toOpen,
    ...showPresent,
    ...showUnauthorised,
    'framed connecting': 'connecting since 9000 > publish',
  },
  unauthorised: { ...always, ...toOpening, ...toOpen, ...showPresent, ...showAbsent },
}

const formatLink = (link: ClientState['link']) =>
  link.kind === 'closed' ? `closed ${link.sinceMs} ${link.reason}` : link.kind

/** Only the parts that differ. */
const formatChange = (before: ClientState, after: ClientState): string => {
  const { state, sinceMs, observedAtMs } = after.shown
  return [
    ...(after.link === before.link ? [] : [formatLink(after.link)]),
    ...(after.shown === before.shown ? [] : [`${state} since ${sinceMs}`]),
    ...(after.shown === before.shown || observedAtMs === null ? [] : [`observed ${observedAtMs}`]),
    ...(after.lostAtMs === before.lostAtMs ? [] : [`lost ${after.lostAtMs}`]),
    ...(after.timeRequestedAtMs === before.timeRequestedAtMs ? [] : [`time ${after.timeRequestedAtMs}`]),
    ...(after.nextTryAtMs === before.nextTryAtMs ? [] : [`next ${after.nextTryAtMs}`]),
  ].join(', ')
}

const stateNames = Object.keys(states) as StateName[]
const inputNames = Object.keys(inputs) as InputName[]

test.each(stateNames.flatMap((state) => inputNames.map((input) => [state, input] as const)))(
  'a client that is %s: %s',
  (stateName, inputName) => {
    const before = states[stateName]
    const { state, effect } = nextClientState(before, inputs[inputName])
    const change = formatChange(before, state)
    expect(effect === 'none' ? change : `${change} > ${effect}`).toBe(table[stateName][inputName] ?? '')
  },
)

test('the time of the next attempt is shown with the next frame', () => {
  const { state } = nextClientState(states.offline, inputs.planned)
  expect(nextClientState(state, inputs['framed offline'])).toEqual({
    state: { ...state, shown: { ...states.offline.shown, nextTryAtMs: 25_000 } },
    effect: 'publish',
  })
})
