import type { Position } from '#shared/live/messages.ts'
import type { FieldedChange } from './by-fields.ts'
import type { RowChange } from './diff-rows.ts'

export interface Outage {
  readonly sinceMs: number
  readonly reason: string
  readonly isDenied?: true | undefined
}

/** Rows that were denied stay hidden through other failures, until the source responds again. */
export interface FeedOutage extends Outage {
  readonly hidesRows?: true | undefined
}

/** `rebased` starts from a position that may be of another epoch. */
export type FeedEvent =
  | { readonly kind: 'loaded' | 'observed' | 'failed' }
  | { readonly kind: 'changed'; readonly from: number; readonly change: FieldedChange }
  | { readonly kind: 'rebased'; readonly from: Position; readonly change: RowChange<unknown> }

interface Lineage {
  readonly epoch: string
  /** Versions up to this position of the earlier epoch are also versions of this one. */
  readonly forkedFrom: Position | null
  readonly notifiedAtMs: number
}

type Knowledge =
  | { readonly kind: 'starting'; readonly outage: FeedOutage | null }
  /** Recorded rows: not polled since, and viewers may have newer ones. */
  | { readonly kind: 'recorded'; readonly observedAtMs: number; readonly outage: FeedOutage | null }
  | { readonly kind: 'current'; readonly observedAtMs: number }
  | { readonly kind: 'failing'; readonly observedAtMs: number; readonly outage: FeedOutage }

type RunningFeed = Lineage & Knowledge
export type FeedState = RunningFeed | { readonly kind: 'stopped'; readonly last: RunningFeed }

/** The rows are changed before the state sees the input. */
export type FeedInput =
  | {
      readonly kind: 'resumed'
      readonly epoch: string
      readonly recordedVersion: number
      readonly version: number
      readonly observedAtMs: number
      readonly isSure: boolean
    }
  | {
      readonly kind: 'committed'
      readonly from: number
      readonly version: number
      readonly atMs: number
      readonly nowMs: number
      readonly change: RowChange<unknown>
      readonly forHolders: FieldedChange
    }
  | { readonly kind: 'observed'; readonly atMs: number; readonly nowMs: number; readonly notifyAfterMs: number }
  | { readonly kind: 'failed'; readonly outage: Outage; readonly nowMs: number }
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
  | { readonly kind: 'forked'; readonly epoch: string; readonly version: number; readonly nowMs: number }
  | { readonly kind: 'stopped'; readonly why: 'unwatched' | 'relay' }

/** To be carried out in this order. */
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

interface FeedStep {
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

export const lastRunning = (state: FeedState): RunningFeed => (state.kind === 'stopped' ? state.last : state)
export const getObservedAt = (state: FeedState): number | null => {
  const known = lastRunning(state)
  return known.kind === 'starting' ? null : known.observedAtMs
}
export const getOutage = (state: FeedState): FeedOutage | null => {
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
    // No viewer was notified of an observation yet, so the next one must be sent.
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
  if (state.kind === 'starting') return unchanged(state)
  const shouldNotify = getOutage(state) !== null || nowMs >= state.notifiedAtMs + notifyAfterMs
  const notifiedAtMs = shouldNotify ? nowMs : state.notifiedAtMs
  return {
    state: { ...pickLineage(state), kind: 'current', observedAtMs: atMs, notifiedAtMs },
    effects: [...(shouldNotify ? [notify({ kind: 'observed' })] : []), { kind: 'recordObserved', atMs }],
  }
}

const fail = (state: RunningFeed, { outage, nowMs }: Input<'failed'>): FeedStep => {
  const known = getOutage(state)
  if (known !== null && known.isDenied === outage.isDenied) return unchanged(state)
  const hidesRows = outage.isDenied ?? known?.hidesRows
  const failed = { outage: { ...outage, ...(hidesRows && { hidesRows }) }, notifiedAtMs: nowMs }
  return {
    state: state.kind === 'current' ? { ...state, ...failed, kind: 'failing' } : { ...state, ...failed },
    effects: [...(known === null ? [{ kind: 'recordOutage', outage } as const] : []), notify({ kind: 'failed' })],
  }
}

const adopt = (state: RunningFeed, input: Input<'adopted'>): FeedStep => {
  const { epoch, from, version, atMs, nowMs, change, rows } = input
  const isFirst = state.kind === 'starting'
  // The intermediate changes are unknown, so every row is recorded as possibly changed.
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
