import type { EmbeddedCall } from './embedded-messages.ts'
import type { EmbeddedThread } from './embedded-thread.ts'
import type { RawResult } from './run-statement.ts'

/** How long a statement may take. */
export interface StatementLimits {
  readonly limitMs: number
  /** From when on it is cancelled as soon as somebody waits. */
  readonly turnMs?: number
  /** Told that it is being cancelled because somebody waits, where it may have another turn. */
  readonly onYield?: () => void
}

interface CallOptions {
  /** Whoever does not end so long after being cancelled is given up. */
  readonly graceMs: number
  /** Of a statement that has run so long it is asked whether it waits for room on a full disk. */
  readonly lookForRoomMs: number
  readonly isDiskFull: () => Promise<boolean>
  readonly isWaitedFor: () => boolean
  /** Told of each statement that is cancelled for good. */
  readonly onCancel: () => void
  /** Told of a thread that went on after it was told to stop, and why it was. */
  readonly onStuck: (thread: EmbeddedThread, reason: string) => void
}

export type CallThread = (
  thread: EmbeddedThread,
  request: EmbeddedCall,
  limits: StatementLimits,
) => Promise<RawResult | undefined>

export const diskFull = 'the disk that it is on is full'

/** PostgreSQL does not look everywhere. */
const cancelEveryMs = 200
const lookForOthersMs = 50

/** Has a thread carry a request out, for so long; what cannot be cancelled then is given up. */
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
    const runOut = (): void => cancel(`a statement went on after ${limitMs / 1_000} seconds and could not be cancelled`)
    const lookForRoom = async (): Promise<void> => {
      if (await isDiskFull()) cancel(diskFull)
    }
    // The thread is not replaced for others' sake: what cannot be cancelled has all of its time.
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
    // PostgreSQL that finds no room for its next log segment does not always say so: it may never return.
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
