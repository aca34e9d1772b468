import { describe, expect, test } from 'vitest'
import { changesPerState, nextReplicaState, type ReplicaInput, type ReplicaState } from './replica-state.ts'

const leading = { kind: 'leading', isBegun: true, isInitialised: true, changes: 0 } as const
const states = {
  following: { kind: 'following', isBegun: true },
  'following, not begun': { kind: 'following', isBegun: false },
  leading,
  'leading, not begun': { ...leading, isBegun: false },
  'leading, not initialised': { ...leading, isInitialised: false },
  'leading, many changes': { ...leading, changes: changesPerState - 1 },
  alone: { kind: 'alone', isBegun: true },
  'alone, not begun': { kind: 'alone', isBegun: false },
  gone: { kind: 'gone' },
} as const satisfies Record<string, ReplicaState>
type StateName = keyof typeof states

const inputs = {
  begun: { kind: 'begun' },
  elected: { kind: 'elected' },
  deposed: { kind: 'deposed' },
  initialised: { kind: 'initialised', isTrue: true },
  'initialised by another': { kind: 'initialised', isTrue: false },
  settled: { kind: 'settled' },
  applied: { kind: 'applied' },
  disconnected: { kind: 'disconnected' },
  reconnected: { kind: 'reconnected' },
  left: { kind: 'left' },
} as const satisfies Record<string, ReplicaInput>
type InputName = keyof typeof inputs

const outcome = (state: ReplicaState, input: ReplicaInput): string => {
  const { state: next, effects } = nextReplicaState(state, input)
  const marks = [
    ...(next.kind !== 'gone' && !next.isBegun ? ['not begun'] : []),
    ...(next.kind === 'leading' && !next.isInitialised ? ['not initialised'] : []),
    ...(next.kind === 'leading' && next.changes > 0 ? [`${next.changes} changes`] : []),
  ]
  const done = effects.map((effect) => (effect.kind === 'lead' ? `lead ${effect.isLeading}` : effect.kind))
  return [[next.kind, ...marks].join(', '), ...done].join(' > ')
}

const table: Record<StateName, Partial<Record<InputName, string>>> = {
  following: {
    elected: 'leading, not initialised',
    disconnected: 'alone > fork > lead true',
    left: 'gone',
  },
  'following, not begun': {
    begun: 'following',
    elected: 'leading, not begun, not initialised',
    disconnected: 'alone, not begun',
    left: 'gone',
  },
  leading: {
    begun: 'leading > settle',
    deposed: 'following > lead false',
    'initialised by another': 'leading, not initialised',
    settled: 'leading > lead true',
    applied: 'leading, 1 changes',
    disconnected: 'alone > fork > lead true',
    left: 'gone > release',
  },
  'leading, not begun': {
    begun: 'leading > settle',
    deposed: 'following, not begun > lead false',
    'initialised by another': 'leading, not begun, not initialised',
    applied: 'leading, not begun, 1 changes',
    disconnected: 'alone, not begun',
    left: 'gone > release',
  },
  'leading, not initialised': {
    begun: 'leading, not initialised > settle',
    deposed: 'following > lead false',
    initialised: 'leading',
    settled: 'leading, not initialised > lead true',
    applied: 'leading, not initialised, 1 changes > initialise',
    disconnected: 'alone > fork > lead true',
    left: 'gone > release',
  },
  'leading, many changes': {
    begun: `leading, ${changesPerState - 1} changes > settle`,
    deposed: 'following > lead false',
    initialised: 'leading',
    'initialised by another': `leading, not initialised, ${changesPerState - 1} changes`,
    settled: `leading, ${changesPerState - 1} changes > lead true`,
    applied: 'leading > rebase',
    disconnected: 'alone > fork > lead true',
    left: 'gone > release',
  },
  alone: {
    begun: 'alone > fork > lead true',
    reconnected: 'following > lead false > rejoin',
    left: 'gone',
  },
  'alone, not begun': {
    begun: 'alone > fork > lead true',
    reconnected: 'following, not begun',
    left: 'gone',
  },
  gone: {},
}

const names = Object.keys(states) as StateName[]
const cases = names.flatMap((state) => (Object.keys(inputs) as InputName[]).map((input) => [state, input] as const))

describe('a replica', () => {
  test.each(cases)('that is %s, when it is %s', (state, input) => {
    const nothing = outcome(states[state], { kind: 'settled' }).split(' > ')[0] ?? ''
    expect(outcome(states[state], inputs[input])).toBe(table[state][input] ?? nothing)
  })

  test('polls its source only while it leads or is alone', () => {
    const seen = new Map<string, ReplicaState>([['start', states['following, not begun']]])
    const invalidStates: ReplicaState[] = []
    for (const state of seen.values())
      for (const input of Object.values(inputs)) {
        const { state: next, effects } = nextReplicaState(state, input)
        if (next.kind !== 'leading' || next.changes <= changesPerState) seen.set(JSON.stringify(next), next)
        const shouldLead = next.kind === 'leading' || next.kind === 'alone'
        if (effects.some((effect) => effect.kind === 'lead' && effect.isLeading !== shouldLead))
          invalidStates.push(next)
      }
    expect(invalidStates).toEqual([])
    expect(new Set([...seen.values()].map(({ kind }) => kind))).toEqual(
      new Set(['following', 'leading', 'alone', 'gone']),
    )
  })
})
