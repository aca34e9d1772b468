import type { Position } from '#shared/live/messages.ts'
import type { FieldedChange } from './by-fields.ts'
import type { RowChange } from './diff-rows.ts'

export interface Outage {
  readonly sinceMs: number
  readonly reason: string
}

/**
 * `loaded`: there are rows, for the first time. `changed`: they lead from version `from` to the present one. `observed`: the
 * source said the same again, which is worth saying. `failed`: an outage began. `rebased`: as `changed`, from a position that
 * may be of another epoch.
 */
export type FeedEvent =
  | { readonly kind: 'loaded' | 'observed' | 'failed' }
  | { readonly kind: 'changed'; readonly from: number; readonly change: FieldedChange }
  | { readonly kind: 'rebased'; readonly from: Position; readonly change: RowChange<unknown> }

interface Lineage {
  readonly epoch: string
  /** Where an earlier epoch went over into this one: up to there its versions are this one's. */
  readonly forkedFrom: Position | null
  /** When viewers were notified last. */
  readonly notifiedAtMs: number
}

/** How much is known of what the source says; README.md draws it. */
type Knowledge =
  /** Nothing: there are no rows to give out. */
  | { readonly kind: 'starting'; readonly outage: Outage | null }
  /** What was recorded: the source has not been asked since, and viewers may hold something newer. */
  | { readonly kind: 'recorded'; readonly observedAtMs: number; readonly outage: Outage | null }
  /** What the source answered last. */
  | { readonly kind: 'current'; readonly observedAtMs: number }
  /** What it answered before it failed. */
  | { readonly kind: 'failing'; readonly observedAtMs: number; readonly outage: Outage }

export type RunningFeed = Lineage & Knowledge
/** A feed that stopped still says what it knew, and nothing happens to it any more. */
export type FeedState = RunningFeed | { readonly kind: 'stopped'; readonly last: RunningFeed }

/** What happened to a feed. Its rows have been changed accordingly already. */
export type FeedInput =
  /** It goes on from a recording, `version` being beyond everything that may have been given out. */
  | {
      readonly kind: 'resumed'
      readonly epoch: string
      readonly recordedVersion: number
      readonly version: number
      readonly observedAtMs: number
      /** Whether all rows are certain to be what viewers were given last. */
      readonly isSure: boolean
    }
  /** A change is true for all; `forHolders` is the same change for those who hold version `from`. */
  | {
      readonly kind: 'committed'
      readonly from: number
      readonly version: number
      readonly atMs: number
      readonly nowMs: number
      readonly change: RowChange<unknown>
      readonly forHolders: FieldedChange
    }
  /** The source said the same; viewers hear of it again `notifyAfterMs` after they were notified last. */
  | { readonly kind: 'observed'; readonly atMs: number; readonly nowMs: number; readonly notifyAfterMs: number }
  | { readonly kind: 'failed'; readonly outage: Outage; readonly nowMs: number }
  /** What other relays agreed on takes the place of what was known at `from`; `change` leads there. */
  | {
      readonly kind: 'adopted'
      readonly epoch: string
      readonly from: Position
      readonly version: number
      readonly atMs: number
      readonly nowMs: number
      readonly change: RowChange<unknown>
      readonly rows: readonly unknown[]
    }
  /** It goes on alone under an epoch of its own, with the same rows. */
  | { readonly kind: 'forked'; readonly epoch: string; readonly version: number; readonly nowMs: number }
  | { readonly kind: 'stopped'; readonly why: 'unwatched' | 'relay' }

/** What is to be done about it, in this order. */
export type FeedEffect =
  | {
      readonly kind: 'recordChange'
      readonly epoch: string
      readonly from: number
      readonly version: number
      readonly observedAtMs: number
      readonly change: RowChange<unknown>
    }
  | { readonly kind: 'recordObserved'; readonly atMs: number }
  | { readonly kind: 'recordOutage'; readonly outage: Outage }
  | { readonly kind: 'recordEnd'; readonly why: 'unwatched' | 'relay' }
  | { readonly kind: 'notify'; readonly event: FeedEvent }

export interface FeedStep {
  readonly state: FeedState
  readonly effects: readonly FeedEffect[]
}

export const nothing: RowChange<never> = { put: [], drop: [] }

export const startingFeed = (epoch: string): RunningFeed => ({
  kind: 'starting',
  epoch,
  forkedFrom: null,
  notifiedAtMs: -Infinity,
  outage: null,
})

/** What a feed knows, or knew when it stopped. */
export const lastRunning = (state: FeedState): RunningFeed => (state.kind === 'stopped' ? state.last : state)
/** When the source was last asked with success; null while there are no rows to give out. */
export const getObservedAt = (state: FeedState): number | null => {
  const known = lastRunning(state)
  return known.kind === 'starting' ? null : known.observedAtMs
}
export const getOutage = (state: FeedState): Outage | null => {
  const known = lastRunning(state)
  return known.kind === 'current' ? null : known.outage
}

const pickLineage = ({ epoch, forkedFrom, notifiedAtMs }: Lineage): Lineage => ({ epoch, forkedFrom, notifiedAtMs })
const unchanged = (state: FeedState): FeedStep => ({ state, effects: [] })
const notify = (event: FeedEvent): FeedEffect => ({ kind: 'notify', event })

type Input<Kind extends FeedInput['kind']> = Extract<FeedInput, { kind: Kind }>

const resume = (state: RunningFeed, input: Input<'resumed'>): FeedStep => {
  if (state.kind !== 'starting') return unchanged(state)
  const { epoch, recordedVersion: from, version, observedAtMs, isSure } = input
  const lineage = { ...pickLineage(state), epoch }
  const passedOver = { kind: 'recordChange', epoch, from, version, observedAtMs, change: nothing } as const
  if (!isSure) return { state: { ...state, ...lineage }, effects: [passedOver] }
  return {
    // Nobody has been notified of an observation, so that the next one is worth saying.
    state: { ...lineage, kind: 'recorded', observedAtMs, outage: state.outage },
    effects: [passedOver, notify({ kind: 'loaded' })],
  }
}

const commit = (state: RunningFeed, input: Input<'committed'>): FeedStep => {
  const { from, version, atMs, nowMs, change, forHolders } = input
  const isFirst = state.kind === 'starting'
  return {
    state: { ...pickLineage(state), kind: 'current', observedAtMs: atMs, notifiedAtMs: nowMs },
    effects: [
      { kind: 'recordChange', epoch: state.epoch, from, version, observedAtMs: atMs, change },
      notify(isFirst ? { kind: 'loaded' } : { kind: 'changed', from, change: forHolders }),
      { kind: 'recordObserved', atMs },
    ],
  }
}

const observe = (state: RunningFeed, { atMs, nowMs, notifyAfterMs }: Input<'observed'>): FeedStep => {
  // Before there are rows there is nothing to be sure of.
  if (state.kind === 'starting') return unchanged(state)
  const isWorthSaying = getOutage(state) !== null || nowMs >= state.notifiedAtMs + notifyAfterMs
  const notifiedAtMs = isWorthSaying ? nowMs : state.notifiedAtMs
  return {
    state: { ...pickLineage(state), kind: 'current', observedAtMs: atMs, notifiedAtMs },
    effects: [...(isWorthSaying ? [notify({ kind: 'observed' })] : []), { kind: 'recordObserved', atMs }],
  }
}

const fail = (state: RunningFeed, { outage, nowMs }: Input<'failed'>): FeedStep => {
  if (getOutage(state) !== null) return unchanged(state)
  const failed = { outage, notifiedAtMs: nowMs }
  return {
    state: state.kind === 'current' ? { ...state, ...failed, kind: 'failing' } : { ...state, ...failed },
    effects: [{ kind: 'recordOutage', outage }, notify({ kind: 'failed' })],
  }
}

const adopt = (state: RunningFeed, input: Input<'adopted'>): FeedStep => {
  const { epoch, from, version, atMs, nowMs, change, rows } = input
  const isFirst = state.kind === 'starting'
  // The record knows of every row that it may have changed on the way here, since the way is not known.
  const every = { put: rows, drop: change.drop }
  return {
    state: { kind: 'current', epoch, forkedFrom: null, observedAtMs: atMs, notifiedAtMs: nowMs },
    effects: [
      { kind: 'recordChange', epoch, from: version - 1, version, observedAtMs: atMs, change: every },
      notify(isFirst ? { kind: 'loaded' } : { kind: 'rebased', from, change }),
      { kind: 'recordObserved', atMs },
    ],
  }
}

const fork = (state: RunningFeed, { epoch, version, nowMs }: Input<'forked'>): FeedStep => {
  const forkedFrom = { epoch: state.epoch, version }
  const observedAtMs = getObservedAt(state) ?? nowMs
  return {
    state: { ...state, epoch, forkedFrom, notifiedAtMs: nowMs },
    effects: [
      { kind: 'recordChange', epoch, from: version - 1, version, observedAtMs, change: nothing },
      notify({ kind: 'rebased', from: forkedFrom, change: nothing }),
    ],
  }
}

/** What a feed is after something happened to it, and what is to be done about it. */
export const nextFeedState = (state: FeedState, input: FeedInput): FeedStep => {
  if (state.kind === 'stopped') return unchanged(state)
  switch (input.kind) {
    case 'resumed':
      return resume(state, input)
    case 'committed':
      return commit(state, input)
    case 'observed':
      return observe(state, input)
    case 'failed':
      return fail(state, input)
    case 'adopted':
      return adopt(state, input)
    case 'forked':
      return fork(state, input)
    default:
      return { state: { kind: 'stopped', last: state }, effects: [{ kind: 'recordEnd', why: input.why }] }
  }
}
