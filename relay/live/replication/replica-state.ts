export type ReplicaState =
  | { readonly kind: 'following'; readonly isBegun: boolean }
  | { readonly kind: 'leading'; readonly isBegun: boolean; readonly isInitialised: boolean; readonly changes: number }
  | { readonly kind: 'alone'; readonly isBegun: boolean }
  | { readonly kind: 'gone' }

export type ReplicaInput =
  | { readonly kind: 'begun' | 'elected' | 'deposed' }
  | { readonly kind: 'initialised'; readonly isTrue: boolean }
  | { readonly kind: 'settled' | 'applied' }
  | { readonly kind: 'disconnected' | 'reconnected' | 'left' }

/** To be carried out in this order. */
export type ReplicaEffect =
  | { readonly kind: 'lead'; readonly isLeading: boolean }
  | { readonly kind: 'fork' | 'release' }
  | { readonly kind: 'settle' | 'initialise' | 'rebase' | 'rejoin' }

interface ReplicaStep {
  readonly state: ReplicaState
  readonly effects: readonly ReplicaEffect[]
}

export const changesPerState = 64

export const newReplica: ReplicaState = { kind: 'following', isBegun: false }

type Running = Exclude<ReplicaState, { kind: 'gone' }>
type Leading = Extract<ReplicaState, { kind: 'leading' }>

const lead = (isLeading: boolean): ReplicaEffect => ({ kind: 'lead', isLeading })
const effect = (kind: Exclude<ReplicaEffect['kind'], 'lead'>): ReplicaEffect => ({ kind })
const unchanged = (state: ReplicaState): ReplicaStep => ({ state, effects: [] })
const goAlone: readonly ReplicaEffect[] = [effect('fork'), lead(true)]

const begin = (state: Running): ReplicaStep => ({
  state: { ...state, isBegun: true },
  effects: state.kind === 'alone' ? goAlone : state.kind === 'leading' ? [effect('settle')] : [],
})

const apply = (state: Leading): ReplicaStep => {
  const changes = state.changes + 1
  if (!state.isInitialised) return { state: { ...state, changes }, effects: [effect('initialise')] }
  if (changes < changesPerState) return unchanged({ ...state, changes })
  return { state: { ...state, changes: 0 }, effects: [effect('rebase')] }
}

const whileLeading = (state: Leading, input: ReplicaInput): ReplicaStep => {
  switch (input.kind) {
    case 'initialised':
      return unchanged({ ...state, isInitialised: input.isTrue, changes: input.isTrue ? 0 : state.changes })
    case 'settled':
      return { state, effects: state.isBegun ? [lead(true)] : [] }
    case 'applied':
      return apply(state)
    case 'deposed':
      return { state: { kind: 'following', isBegun: state.isBegun }, effects: [lead(false)] }
    default:
      return unchanged(state)
  }
}

export const nextReplicaState = (state: ReplicaState, input: ReplicaInput): ReplicaStep => {
  if (state.kind === 'gone') return unchanged(state)
  const { kind, isBegun } = state
  if (input.kind === 'begun') return begin(state)
  if (input.kind === 'left') return { state: { kind: 'gone' }, effects: kind === 'leading' ? [effect('release')] : [] }
  if (kind === 'alone') {
    if (input.kind !== 'reconnected') return unchanged(state)
    return { state: { kind: 'following', isBegun }, effects: isBegun ? [lead(false), effect('rejoin')] : [] }
  }
  if (input.kind === 'disconnected') return { state: { kind: 'alone', isBegun }, effects: isBegun ? goAlone : [] }
  if (kind === 'leading') return whileLeading(state, input)
  return unchanged(input.kind === 'elected' ? { kind: 'leading', isBegun, isInitialised: false, changes: 0 } : state)
}
