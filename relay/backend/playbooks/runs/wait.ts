import { setTimeout as pause } from 'node:timers/promises'
import { longestTimerMs } from '#relay/time-limit.ts'

/** Rejects with the reason of the signal. */
export const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  pause(Math.min(ms, longestTimerMs), undefined, { signal }).catch(() => signal.throwIfAborted())
