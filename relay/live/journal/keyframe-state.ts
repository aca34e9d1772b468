/** How well a feed's newest keyframe says what its rows are. */
export type KeyframeState =
  /** There is none of this era. */
  | { readonly kind: 'none' }
  /** `current`: nothing has changed since. The entries written since weigh `bytesSince`. */
  | {
      readonly kind: 'current' | 'outdated'
      readonly atMs: number
      readonly bytes: number
      readonly bytesSince: number
    }

export type KeyframeInput =
  /** The feed goes on from a recording. */
  | { readonly kind: 'resumed'; readonly atMs: number }
  /** What there is belongs to another era, or may not be what the rows were. */
  | { readonly kind: 'discarded' }
  | { readonly kind: 'changed' }
  | { readonly kind: 'entriesWritten'; readonly bytes: number }
  | { readonly kind: 'written'; readonly atMs: number; readonly bytes: number }

/** A keyframe is due after so long, or sooner when the entries since the last one weigh more than it does. */
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

/** Whether all rows of a feed whose source has answered are to be written; `isEnding`: nobody may write them later. */
export const isKeyframeDue = (state: KeyframeState, nowMs: number, isEnding: boolean): boolean => {
  if (state.kind === 'none') return true
  if (state.kind === 'current') return false
  const ageMs = nowMs - state.atMs
  if (isEnding || ageMs >= everyMs) return true
  return ageMs >= leastGapMs && state.bytesSince > Math.max(state.bytes, leastBytes)
}
