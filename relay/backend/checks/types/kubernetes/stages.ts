import { setTimeout as pause } from 'node:timers/promises'
import { humanizeDuration } from '#relay/backend/templates/functions/time-functions.ts'
import { timeLimit } from '#relay/time-limit.ts'
import { pollMs } from './cluster-objects.ts'

export interface Missing {
  readonly reason: string
  /** Further attempts cannot succeed. */
  readonly isFinal?: boolean
}

export interface Stage {
  readonly name: string
  readonly limitMs?: number | undefined
  readonly everyMs?: number | undefined
  readonly isOnce?: boolean
  readonly attempt: (signal: AbortSignal) => Promise<Missing | undefined>
  readonly describe: (reason: string, limit: string) => string
}

/** Stages run one after the other and share `totalMs`. */
export const createStages = (totalMs: number, signal: AbortSignal) => {
  const startedAt = performance.now()
  const done: { readonly name: string; readonly ms: number; readonly pass: boolean }[] = []
  return {
    done,
    /** Repeats the attempt until it succeeds. Resolves to the failure. */
    run: async ({ name, limitMs = 0, everyMs = pollMs, isOnce = false, attempt, describe }: Stage) => {
      const from = performance.now()
      const leftMs = Math.max(1, totalMs - (from - startedAt))
      const ms = Math.ceil(limitMs > 0 ? Math.min(limitMs, leftMs) : leftMs)
      const limit = timeLimit(ms, signal)
      let missing: Missing | undefined = { reason: 'no response' }
      try {
        for (;;) {
          missing = await attempt(limit.signal)
          if (missing === undefined || missing.isFinal === true || isOnce) break
          await pause(Math.max(1, everyMs), undefined, { signal: limit.signal })
        }
      } catch (error) {
        if (!limit.isOver()) throw error
      } finally {
        limit.done()
        done.push({ name, ms: Math.round(performance.now() - from), pass: missing === undefined })
      }
      if (missing === undefined) return undefined
      return missing.isFinal === true ? missing.reason : describe(missing.reason, humanizeDuration(ms))
    },
  }
}
export type Stages = ReturnType<typeof createStages>
