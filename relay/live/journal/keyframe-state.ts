export type KeyframeState =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'current' | 'outdated'
      readonly atMs: number
      readonly bytes: number
      readonly bytesSince: number
    }

export type KeyframeInput =
  | { readonly kind: 'resumed'; readonly atMs: number }
  | { readonly kind: 'discarded' }
  | { readonly kind: 'changed' }
  | { readonly kind: 'entriesWritten'; readonly bytes: number }
  | { readonly kind: 'written'; readonly atMs: number; readonly bytes: number }

const everyMs = 10 * 60_000
const leastGapMs = 60_000
const leastBytes = 256 * 1024

export const noKeyframe: KeyframeState = { kind: 'none' }

export const nextKeyframe = (state: KeyframeState, input: KeyframeInput): KeyframeState => {
  if (input.kind === 'resumed') return { kind: 'outdated', atMs: input.atMs, bytes: 0, bytesSince: 0 }
  if (input.kind === 'discarded') return noKeyframe
  if (input.kind === 'written') return { kind: 'current', atMs: input.atMs, bytes: input.bytes, bytesSince: 0 }
  if (state.kind === 'none') return state
  if (input.kind === 'changed') return { ...state, kind: 'outdated' }
  return { ...state, bytesSince: state.bytesSince + input.bytes }
}

export const isKeyframeDue = (state: KeyframeState, nowMs: number, isEnding: boolean): boolean => {
  if (state.kind === 'none') return true
  if (state.kind === 'current') return false
  const ageMs = nowMs - state.atMs
  if (isEnding || ageMs >= everyMs) return true
  return ageMs >= leastGapMs && state.bytesSince > Math.max(state.bytes, leastBytes)
}
