import { urgentBucket, type TokenBucket } from '#relay/token-bucket.ts'
import { hintGapMs, leastGapUsualMs, pauseMs, urgentGapMs } from './poll-pace.ts'

export interface PollTiming {
  readonly everyMs: number
  readonly leastGapMs?: number
}

interface Remembered {
  readonly timing: Required<PollTiming>
  readonly isUrgent: boolean
  readonly urgentAtMs: number
  readonly urgentBucket: TokenBucket
  readonly failures: number
  readonly startedAtMs: number
  readonly tookMs: number
}

type Doing =
  | { readonly kind: 'idle' }
  | { readonly kind: 'waiting'; readonly dueAtMs: number }
  | {
      readonly kind: 'polling'
      readonly isReplacement: boolean
      readonly isWantedAgain: boolean
      readonly isSuperseded: boolean
    }
  | { readonly kind: 'ending' }

export type PollerState = Remembered & Doing

export type PollerInput =
  | { readonly kind: 'started' | 'due'; readonly nowMs: number }
  | { readonly kind: 'hinted'; readonly isUrgent: boolean }
  | { readonly kind: 'refreshed' | 'stopped' }
  | { readonly kind: 'paced'; readonly timing: PollTiming; readonly random: number }
  | { readonly kind: 'completed'; readonly isOk: boolean; readonly nowMs: number; readonly random: number }

type PollerEffect = { readonly kind: 'none' | 'poll' | 'abort' } | { readonly kind: 'wait'; readonly untilMs: number }

interface PollerStep {
  readonly state: PollerState
  readonly effect: PollerEffect
}

const whole = ({ everyMs, leastGapMs = leastGapUsualMs }: PollTiming) => ({ everyMs, leastGapMs })

export const idlePoller = (timing: PollTiming): PollerState => ({
  kind: 'idle',
  timing: whole(timing),
  isUrgent: false,
  urgentAtMs: -Infinity,
  urgentBucket,
  failures: 0,
  startedAtMs: -Infinity,
  tookMs: 0,
})

const pickRemembered = (state: PollerState): Remembered => {
  const { timing, isUrgent, urgentAtMs, urgentBucket: used, failures, startedAtMs, tookMs } = state
  return { timing, isUrgent, urgentAtMs, urgentBucket: used, failures, startedAtMs, tookMs }
}
const unchanged = (state: PollerState): PollerStep => ({ state, effect: { kind: 'none' } })
const wait = (remembered: Remembered, dueAtMs: number): PollerStep => ({
  state: { ...remembered, kind: 'waiting', dueAtMs },
  effect: { kind: 'wait', untilMs: dueAtMs },
})

const waitSoon = (remembered: Remembered, dueAtMs: number): PollerStep => {
  const { timing, isUrgent, urgentAtMs, urgentBucket: used, failures, startedAtMs, tookMs } = remembered
  const usualAtMs = startedAtMs + hintGapMs(tookMs, timing.leastGapMs, timing.everyMs)
  const urgentDueAtMs = Math.max(urgentAtMs + urgentGapMs(tookMs, timing.leastGapMs), used.dueAtMs)
  return wait(remembered, Math.min(usualAtMs, dueAtMs, isUrgent && failures === 0 ? urgentDueAtMs : Infinity))
}

const poll = (remembered: Remembered, isReplacement: boolean, nowMs: number): PollerStep => {
  const urgent = remembered.isUrgent && { urgentAtMs: nowMs, urgentBucket: remembered.urgentBucket.after(nowMs) }
  return {
    state: {
      ...remembered,
      ...urgent,
      kind: 'polling',
      isReplacement,
      isWantedAgain: false,
      isSuperseded: false,
      isUrgent: false,
      startedAtMs: nowMs,
    },
    effect: { kind: 'poll' },
  }
}

type Input<Kind extends PollerInput['kind']> = Extract<PollerInput, { kind: Kind }>

const completePoll = (state: PollerState, { isOk, nowMs, random }: Input<'completed'>): PollerStep => {
  const remembered = { ...pickRemembered(state), failures: isOk ? 0 : state.failures }
  if (state.kind === 'ending') return unchanged({ ...remembered, kind: 'idle' })
  if (state.kind !== 'polling') return unchanged(state)
  // A superseded poll does not count as failed.
  if (state.isSuperseded) return poll(remembered, true, nowMs)
  const over = { ...remembered, failures: isOk ? 0 : state.failures + 1, tookMs: nowMs - state.startedAtMs }
  if (state.isWantedAgain) return waitSoon(over, Infinity)
  return wait(over, nowMs + pauseMs({ ...over, everyMs: over.timing.everyMs }, random))
}

const refresh = (state: PollerState): PollerStep => {
  if (state.kind === 'waiting') return waitSoon(pickRemembered(state), state.dueAtMs)
  if (state.kind !== 'polling') return unchanged(state)
  if (state.isReplacement) return unchanged({ ...state, isWantedAgain: true })
  return { state: { ...state, isSuperseded: true }, effect: { kind: 'abort' } }
}

const hint = (state: PollerState, { isUrgent }: Input<'hinted'>): PollerStep => {
  if (state.kind === 'idle' || state.kind === 'ending') return unchanged(state)
  const hinted = { ...state, isUrgent: state.isUrgent || isUrgent }
  return hinted.kind === 'waiting'
    ? waitSoon(pickRemembered(hinted), hinted.dueAtMs)
    : unchanged({ ...hinted, isWantedAgain: true })
}

const changeTiming = (state: PollerState, { timing: wanted, random }: Input<'paced'>): PollerStep => {
  if (wanted.everyMs === state.timing.everyMs) return unchanged(state)
  const paced = { ...state, timing: whole(wanted) }
  if (paced.kind !== 'waiting') return unchanged(paced)
  const pausedMs = pauseMs({ ...paced, everyMs: wanted.everyMs }, random)
  return wait(pickRemembered(paced), paced.startedAtMs + pausedMs)
}

const start = (state: PollerState, { nowMs }: Input<'started' | 'due'>): PollerStep => {
  const remembered = pickRemembered(state)
  if (state.kind === 'idle') return wait(remembered, nowMs)
  if (state.kind !== 'ending') return unchanged(state)
  return unchanged({ ...remembered, kind: 'polling', isReplacement: false, isWantedAgain: false, isSuperseded: true })
}

const stop = (state: PollerState): PollerStep => {
  if (state.kind === 'idle' || state.kind === 'ending') return unchanged(state)
  return {
    state: { ...pickRemembered(state), kind: state.kind === 'polling' ? 'ending' : 'idle' },
    effect: { kind: 'abort' },
  }
}

export const nextPollerState = (state: PollerState, input: PollerInput): PollerStep => {
  switch (input.kind) {
    case 'started':
      return start(state, input)
    case 'due':
      return state.kind === 'waiting' ? poll(pickRemembered(state), false, input.nowMs) : unchanged(state)
    case 'hinted':
      return hint(state, input)
    case 'refreshed':
      return refresh(state)
    case 'paced':
      return changeTiming(state, input)
    case 'completed':
      return completePoll(state, input)
    default:
      return stop(state)
  }
}
