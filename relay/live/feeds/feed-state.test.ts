import { describe, expect, test } from 'vitest'
import {
  nextFeedState,
  nothing,
  getObservedAt,
  getOutage,
  startingFeed,
  type FeedEffect,
  type FeedInput,
  type FeedState,
} from './feed-state.ts'

const row = { id: 'a' }
const change = { put: [row], drop: [] }
const outage = { sinceMs: 40, reason: 'Unknown error.' }
const inputs = {
  resumed: { kind: 'resumed', epoch: 'r', recordedVersion: 5, version: 9, observedAtMs: 10, isSure: true },
  'resumed, unsure': { kind: 'resumed', epoch: 'r', recordedVersion: 5, version: 9, observedAtMs: 10, isSure: false },
  committed: { kind: 'committed', from: 9, version: 10, atMs: 20, nowMs: 21, change, forHolders: change },
  observed: { kind: 'observed', atMs: 30, nowMs: 31, notifyAfterMs: 100 },
  failed: { kind: 'failed', outage, nowMs: 41 },
  adopted: {
    kind: 'adopted',
    epoch: 'n',
    from: { epoch: 'r', version: 9 },
    version: 12,
    atMs: 50,
    nowMs: 51,
    change,
    rows: [row, { id: 'b' }],
  },
  forked: { kind: 'forked', epoch: 'f', version: 12, nowMs: 61 },
  stopped: { kind: 'stopped', why: 'unwatched' },
} as const satisfies Record<string, FeedInput>
type InputName = keyof typeof inputs

const lineage = { epoch: 'e', forkedFrom: null, notifiedAtMs: 0 }
const states = {
  starting: startingFeed('e'),
  'starting, failing': { ...lineage, kind: 'starting', outage },
  recorded: { ...lineage, kind: 'recorded', observedAtMs: 1, outage: null },
  'recorded, failing': { ...lineage, kind: 'recorded', observedAtMs: 1, outage },
  current: { ...lineage, kind: 'current', observedAtMs: 1 },
  failing: { ...lineage, kind: 'failing', observedAtMs: 1, outage },
  stopped: { kind: 'stopped', last: { ...lineage, kind: 'current', observedAtMs: 1 } },
} as const satisfies Record<string, FeedState>
type StateName = keyof typeof states

const outcome = (state: FeedState, input: FeedInput): string => {
  const { state: next, effects } = nextFeedState(state, input)
  const failing = next.kind !== 'failing' && next.kind !== 'stopped' && getOutage(next) !== null ? ', failing' : ''
  const done = effects.map((effect) => (effect.kind === 'notify' ? effect.event.kind : effect.kind))
  return [`${next.kind}${failing}`, ...done].join(' > ')
}

const first = 'current > recordChange > loaded > recordObserved'
const changed = 'current > recordChange > changed > recordObserved'
const rebased = 'current > recordChange > rebased > recordObserved'
const ended = 'stopped > recordEnd'
const table: Record<InputName, Record<StateName, string>> = {
  resumed: {
    starting: 'recorded > recordChange > loaded',
    'starting, failing': 'recorded, failing > recordChange > loaded',
    recorded: 'recorded',
    'recorded, failing': 'recorded, failing',
    current: 'current',
    failing: 'failing',
    stopped: 'stopped',
  },
  'resumed, unsure': {
    starting: 'starting > recordChange',
    'starting, failing': 'starting, failing > recordChange',
    recorded: 'recorded',
    'recorded, failing': 'recorded, failing',
    current: 'current',
    failing: 'failing',
    stopped: 'stopped',
  },
  committed: {
    starting: first,
    'starting, failing': first,
    recorded: changed,
    'recorded, failing': changed,
    current: changed,
    failing: changed,
    stopped: 'stopped',
  },
  observed: {
    starting: 'starting',
    'starting, failing': 'starting, failing',
    recorded: 'current > recordObserved',
    'recorded, failing': 'current > observed > recordObserved',
    current: 'current > recordObserved',
    failing: 'current > observed > recordObserved',
    stopped: 'stopped',
  },
  failed: {
    starting: 'starting, failing > recordOutage > failed',
    'starting, failing': 'starting, failing',
    recorded: 'recorded, failing > recordOutage > failed',
    'recorded, failing': 'recorded, failing',
    current: 'failing > recordOutage > failed',
    failing: 'failing',
    stopped: 'stopped',
  },
  adopted: {
    starting: first,
    'starting, failing': first,
    recorded: rebased,
    'recorded, failing': rebased,
    current: rebased,
    failing: rebased,
    stopped: 'stopped',
  },
  forked: {
    starting: 'starting > recordChange > rebased',
    'starting, failing': 'starting, failing > recordChange > rebased',
    recorded: 'recorded > recordChange > rebased',
    'recorded, failing': 'recorded, failing > recordChange > rebased',
    current: 'current > recordChange > rebased',
    failing: 'failing > recordChange > rebased',
    stopped: 'stopped',
  },
  stopped: {
    starting: ended,
    'starting, failing': ended,
    recorded: ended,
    'recorded, failing': ended,
    current: ended,
    failing: ended,
    stopped: 'stopped',
  },
}

describe.each(Object.entries(inputs))('%s', (name, input) => {
  test.each(Object.entries(states))('for a feed that is %s', (stateName, state) => {
    expect(outcome(state, input)).toBe(table[name as InputName][stateName as StateName])
  })
})

const ways = (length: number): { state: FeedState; effects: readonly FeedEffect[] }[] => {
  if (length === 0) return [{ state: startingFeed('e'), effects: [] }]
  return ways(length - 1).flatMap(({ state, effects }) =>
    Object.values(inputs).map((input) => {
      const step = nextFeedState(state, input)
      return { state: step.state, effects: [...effects, ...step.effects] }
    }),
  )
}
const all = ways(4)
const listEvents = (effects: readonly FeedEffect[]) =>
  effects.flatMap((effect) => (effect.kind === 'notify' ? [effect.event.kind] : []))
const count = <T>(of: readonly T[], kind: T) => of.filter((each) => each === kind).length

describe('in every sequence of inputs', () => {
  test('every state is reached', () => {
    const kinds = new Set(all.map(({ state }) => state.kind))
    expect(kinds).toEqual(new Set(Object.values(states).map(({ kind }) => kind)))
  })

  test('notifies `loaded` exactly once, before any change or observation', () => {
    for (const { state, effects } of all) {
      const events = listEvents(effects)
      expect(count(events, 'loaded')).toBe(getObservedAt(state) === null ? 0 : 1)
      const before = events.slice(0, events.includes('loaded') ? events.indexOf('loaded') : events.length)
      expect(before.filter((kind) => kind === 'changed' || kind === 'observed')).toEqual([])
    }
  })

  test('records and notifies an outage once until the source responds', () => {
    for (const { effects } of all) {
      const recorded = effects
        .map(({ kind }) => kind)
        .filter((kind) => kind === 'recordOutage' || kind === 'recordObserved')
      const again = recorded.filter((kind, at) => kind === 'recordOutage' && recorded[at - 1] === 'recordOutage')
      expect(again).toEqual([])
      expect(count(listEvents(effects), 'failed')).toBe(effects.filter(({ kind }) => kind === 'recordOutage').length)
    }
  })

  test('nothing follows the end', () => {
    for (const { effects } of all) {
      expect(effects.slice(0, -1).filter(({ kind }) => kind === 'recordEnd')).toEqual([])
    }
  })
})

test('notifies an unchanged response once the last notification is old enough', () => {
  const events = [99, 100].map((nowMs) =>
    listEvents(nextFeedState(states.current, { ...inputs.observed, nowMs }).effects),
  )
  expect(events).toEqual([[], ['observed']])
})

test('notifies the first response after a recording', () => {
  const { state } = nextFeedState(states.starting, inputs.resumed)
  expect(listEvents(nextFeedState(state, inputs.observed).effects)).toEqual(['observed'])
})

test('keeps the origin of its versions after a fork until relays agree again', () => {
  const forked = nextFeedState(states.current, inputs.forked)
  expect(forked.state).toEqual({
    kind: 'current',
    epoch: 'f',
    forkedFrom: { epoch: 'e', version: 12 },
    observedAtMs: 1,
    notifiedAtMs: 61,
  })
  expect(forked.effects).toEqual([
    { kind: 'recordChange', epoch: 'f', from: 11, version: 12, observedAtMs: 1, change: nothing },
    { kind: 'notify', event: { kind: 'rebased', from: { epoch: 'e', version: 12 }, change: nothing } },
  ])
  expect(nextFeedState(forked.state, inputs.adopted)).toEqual({
    state: { kind: 'current', epoch: 'n', forkedFrom: null, observedAtMs: 50, notifiedAtMs: 51 },
    effects: [
      {
        kind: 'recordChange',
        epoch: 'n',
        from: 11,
        version: 12,
        observedAtMs: 50,
        change: { put: inputs.adopted.rows, drop: [] },
      },
      { kind: 'notify', event: { kind: 'rebased', from: inputs.adopted.from, change } },
      { kind: 'recordObserved', atMs: 50 },
    ],
  })
})

test('a denial hides the rows through other failures, until the source responds', () => {
  const denied: FeedInput = { ...inputs.failed, outage: { ...outage, isDenied: true } }
  const seen: unknown[] = []
  let state: FeedState = { ...startingFeed('e'), kind: 'current', observedAtMs: 1 }
  for (const input of [inputs.failed, denied, denied, inputs.failed, inputs.observed] as const) {
    const step = nextFeedState(state, input)
    state = step.state
    const { isDenied, hidesRows } = getOutage(state) ?? {}
    seen.push([isDenied, hidesRows, step.effects.map(({ kind }) => kind)])
  }
  expect(seen).toEqual([
    [undefined, undefined, ['recordOutage', 'notify']],
    [true, true, ['notify']],
    [true, true, []],
    [undefined, true, ['notify']],
    [undefined, undefined, ['notify', 'recordObserved']],
  ])
})
