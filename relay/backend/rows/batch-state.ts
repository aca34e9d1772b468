import { urgentBucket, type TokenBucket } from '#relay/token-bucket.ts'

export interface BatchLimits {
  readonly everyMs: number
  readonly retryMs: number
  readonly fullAt: number
  readonly batchMax: number
}

/** `idle`: no timer runs. `armed`: a timer reports `due`. */
type Doing =
  | { readonly kind: 'idle' | 'armed' }
  | { readonly kind: 'writing'; readonly size: number; readonly startedAtMs: number }

export type BatchState = Doing & {
  /** Includes the rows that are being written. */
  readonly waiting: number
  /** Among the rows that are not being written. */
  readonly hasUrgent: boolean
  readonly isFailing: boolean
  readonly wasFull: boolean
  readonly urgent: TokenBucket
  readonly endedAtMs: number
  readonly tookMs: number
}

export type BatchInput =
  | { readonly kind: 'added'; readonly isUrgent: boolean; readonly nowMs: number }
  | { readonly kind: 'due' | 'written' | 'failed'; readonly nowMs: number }
  | { readonly kind: 'stopped' }

export type BatchEffect =
  | { readonly kind: 'arm'; readonly inMs: number }
  | { readonly kind: 'write'; readonly size: number; readonly isUrgent: boolean }
  | { readonly kind: 'disarm' | 'reportFailure' | 'reportRecovery' | 'reportRoom' }

interface BatchStep {
  readonly state: BatchState
  readonly effects: readonly BatchEffect[]
}

export const emptyBatch: BatchState = {
  kind: 'idle',
  waiting: 0,
  hasUrgent: false,
  isFailing: false,
  wasFull: false,
  urgent: urgentBucket,
  endedAtMs: -Infinity,
  tookMs: 0,
}

const unchanged = (state: BatchState): BatchStep => ({ state, effects: [] })

/** Urgent rows wait as long as the last write took, so that writes take at most half of the time. */
const pauseMs = (state: BatchState, { everyMs, retryMs }: BatchLimits, nowMs: number): number => {
  if (state.isFailing) return retryMs
  if (!state.hasUrgent) return everyMs
  const dueAtMs = Math.max(state.endedAtMs + state.tookMs, state.urgent.dueAtMs)
  return Math.min(Math.max(0, dueAtMs - nowMs), everyMs)
}

const add = (
  state: BatchState,
  { isUrgent, nowMs }: Extract<BatchInput, { kind: 'added' }>,
  limits: BatchLimits,
): BatchStep => {
  const waiting = state.waiting + 1
  const isSooner = isUrgent && !state.hasUrgent && !state.isFailing
  const next: BatchState = {
    ...state,
    waiting,
    hasUrgent: state.hasUrgent || isUrgent,
    wasFull: state.wasFull || waiting >= limits.fullAt,
  }
  if (next.kind === 'writing' || (next.kind === 'armed' && !isSooner)) return unchanged(next)
  return { state: { ...next, kind: 'armed' }, effects: [{ kind: 'arm', inMs: pauseMs(next, limits, nowMs) }] }
}

const write = (state: BatchState, nowMs: number, { batchMax }: BatchLimits): BatchStep => {
  if (state.kind === 'writing' || state.waiting === 0) return unchanged(state)
  const { hasUrgent: isUrgent, urgent } = state
  const size = Math.min(state.waiting, batchMax)
  return {
    state: {
      ...state,
      kind: 'writing',
      size,
      startedAtMs: nowMs,
      hasUrgent: false,
      urgent: isUrgent ? urgent.after(nowMs) : urgent,
    },
    effects: [{ kind: 'disarm' }, { kind: 'write', size, isUrgent }],
  }
}

/** `reportRoom` is last: it may add rows. */
const end = (state: BatchState, isWritten: boolean, nowMs: number, limits: BatchLimits): BatchStep => {
  if (state.kind !== 'writing') return unchanged(state)
  const { size, startedAtMs, ...rest } = state
  const waiting = isWritten ? rest.waiting - size : rest.waiting
  const hasRoom = isWritten && rest.wasFull && waiting < limits.fullAt
  const ended: BatchState = {
    ...rest,
    kind: waiting > 0 ? 'armed' : 'idle',
    waiting,
    isFailing: !isWritten,
    wasFull: rest.wasFull && !hasRoom,
    endedAtMs: nowMs,
    tookMs: nowMs - startedAtMs,
  }
  const report = { kind: isWritten ? 'reportRecovery' : 'reportFailure' } as const
  return {
    state: ended,
    effects: [
      ...(rest.isFailing === isWritten ? [report] : []),
      ...(waiting > 0 ? [{ kind: 'arm', inMs: pauseMs(ended, limits, nowMs) } as const] : []),
      ...(hasRoom ? [{ kind: 'reportRoom' } as const] : []),
    ],
  }
}

export const nextBatchState = (state: BatchState, input: BatchInput, limits: BatchLimits): BatchStep => {
  switch (input.kind) {
    case 'added':
      return add(state, input, limits)
    case 'due':
      return write(state, input.nowMs, limits)
    case 'written':
    case 'failed':
      return end(state, input.kind === 'written', input.nowMs, limits)
    default:
      return state.kind === 'armed'
        ? { state: { ...state, kind: 'idle' }, effects: [{ kind: 'disarm' }] }
        : unchanged(state)
  }
}
