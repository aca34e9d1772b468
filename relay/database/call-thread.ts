import type { EmbeddedCall } from './embedded-messages.ts'
import type { EmbeddedThread } from './embedded-thread.ts'
import type { RawResult } from './run-statement.ts'

export interface StatementLimits {
  readonly limitMs: number
  readonly turnMs?: number
  readonly onYield?: () => void
}

interface CallOptions {
  readonly graceMs: number
  readonly lookForRoomMs: number
  readonly isDiskFull: () => Promise<boolean>
  readonly isWaitedFor: () => boolean
  readonly onCancel: () => void
  readonly onStuck: (thread: EmbeddedThread, reason: string) => void
}

export type CallThread = (
  thread: EmbeddedThread,
  request: EmbeddedCall,
  limits: StatementLimits,
) => Promise<RawResult | undefined>

export const diskFull = 'its disk is full'

/** PostgreSQL checks for cancellation only at some points. */
const cancelEveryMs = 200
const lookForOthersMs = 50

export const createCallThread =
  ({ graceMs, lookForRoomMs, isDiskFull, isWaitedFor, onCancel, onStuck }: CallOptions): CallThread =>
  async (thread, request, { limitMs, turnMs, onYield }) => {
    let cancelling: NodeJS.Timeout | undefined
    let yielding: NodeJS.Timeout | undefined
    let hasYielded = false
    let answered = false
    const cancelFrom = (sinceMs: number, reason: string): void => {
      if (Date.now() - sinceMs < graceMs) {
        thread.cancel()
        cancelling = setTimeout(cancelFrom, cancelEveryMs, sinceMs, reason)
      } else onStuck(thread, reason)
    }
    const cancel = (reason: string): void => {
      if (answered || cancelling !== undefined) return
      onCancel()
      cancelFrom(Date.now(), reason)
    }
    const runOut = (): void =>
      cancel(`a statement ran longer than ${limitMs / 1_000} seconds and could not be cancelled`)
    const lookForRoom = async (): Promise<void> => {
      if (await isDiskFull()) cancel(diskFull)
    }
    // The thread is not replaced for waiting statements: one that cannot be cancelled may use its full time.
    const yieldToOthers = (): void => {
      const waitedFor = isWaitedFor()
      yielding = setTimeout(yieldToOthers, waitedFor ? cancelEveryMs : lookForOthersMs)
      if (!waitedFor) return
      if (!hasYielded && onYield === undefined) onCancel()
      hasYielded = true
      onYield?.()
      thread.cancel()
    }
    if (turnMs !== undefined) yielding = setTimeout(yieldToOthers, turnMs)
    // PostgreSQL does not always report that it has no space for its next log segment: it may never return.
    const looking = setInterval(() => void lookForRoom(), lookForRoomMs)
    const limit = limitMs === Number.POSITIVE_INFINITY ? undefined : setTimeout(runOut, limitMs)
    try {
      return await thread.call(request)
    } finally {
      answered = true
      clearInterval(looking)
      clearTimeout(limit)
      clearTimeout(cancelling)
      clearTimeout(yielding)
    }
  }
