/** What one relay is to the others in the matter of one feed; README.md draws it. */
export type ReplicaState =
  /** Another relay leads, or nobody yet. */
  | { readonly kind: 'following'; readonly isBegun: boolean }
  /** This one leads. `isInitialised`: what others read as the state for all is this one's, `changes` applied changes ago. */
  | { readonly kind: 'leading'; readonly isBegun: boolean; readonly isInitialised: boolean; readonly changes: number }
  /** Redis is gone, and nobody else counts. */
  | { readonly kind: 'alone'; readonly isBegun: boolean }
  | { readonly kind: 'gone' }

/** What happened to a replica. */
export type ReplicaInput =
  /** `begun`: the feed is ready to lead. `elected`: the lead is this relay's. `deposed`: it is another's. */
  | { readonly kind: 'begun' | 'elected' | 'deposed' }
  /** Whether the state for all is now what is known here. */
  | { readonly kind: 'initialised'; readonly isTrue: boolean }
  /** `settled`: what it takes to lead has been done. `applied`: a change that is true for all is among the rows. */
  | { readonly kind: 'settled' | 'applied' }
  | { readonly kind: 'disconnected' | 'reconnected' | 'left' }

/** What is to be done about it, in this order. */
export type ReplicaEffect =
  /** The feed asks its source from now on, or leaves that to another relay. */
  | { readonly kind: 'lead'; readonly isLeading: boolean }
  /** `fork`: goes on under an epoch of its own. `release`: lets the lead go. */
  | { readonly kind: 'fork' | 'release' }
  /**
   * When what is under way is done. `settle`: does what it takes to lead. `initialise`: writes the state for all. `rebase`:
   * writes it anew. `rejoin`: comes back among the others.
   */
  | { readonly kind: 'settle' | 'initialise' | 'rebase' | 'rejoin' }

interface ReplicaStep {
  readonly state: ReplicaState
  readonly effects: readonly ReplicaEffect[]
}

/** After so many changes the state for all is written anew, so that whoever joins has few to read. */
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

/** What a replica is after something happened to it, and what is to be done about it. */
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
