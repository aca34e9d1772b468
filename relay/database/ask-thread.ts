import type { EmbeddedCall } from './embedded-messages.ts'
import type { EmbeddedThread } from './embedded-thread.ts'
import type { RawResult } from './run-statement.ts'

export interface Patience {
  readonly limitMs: number
  /** From when on it is cancelled as soon as somebody waits. */
  readonly turnMs?: number
  /** Told that it is being cancelled because somebody waits, where it may have another turn. */
  readonly onYield?: () => void
}

export interface AskOptions {
  /** Whoever does not end so long after being cancelled is ended with the thread. */
  readonly graceMs: number
  /** Of a statement that has run so long it is asked whether it waits for room on a full disk. */
  readonly lookForRoomMs: number
  /** Whether the database has no room at this moment. */
  readonly isFull: () => Promise<boolean>
  readonly isWaitedFor: () => boolean
  /** Ends the thread, which goes on although its statement was cancelled. */
  readonly replace: (thread: EmbeddedThread, reason: string) => void
  /** A statement ran out of its time. */
  readonly onCancelled: () => void
}

/** PostgreSQL does not look everywhere. */
const cancelEveryMs = 200
const lookForOthersMs = 50

export const diskFull = 'the disk that it is on is full'

/** Watches the time of one statement, from its start to its `end`. */
class StatementWatch {
  readonly #thread: EmbeddedThread
  readonly #patience: Patience
  readonly #options: AskOptions
  readonly #looking: NodeJS.Timeout
  readonly #limit: NodeJS.Timeout | undefined
  #cancelling: NodeJS.Timeout | undefined
  #yielding: NodeJS.Timeout | undefined
  #hasYielded = false
  #hasEnded = false

  constructor(thread: EmbeddedThread, patience: Patience, options: AskOptions) {
    this.#thread = thread
    this.#patience = patience
    this.#options = options
    const { limitMs, turnMs } = patience
    if (turnMs !== undefined) this.#yielding = setTimeout(this.#yieldToOthers, turnMs)
    // PostgreSQL that finds no room for its next log segment does not always say so: it may never return.
    this.#looking = setInterval(() => void this.#lookForRoom(), options.lookForRoomMs)
    const runOut = () => this.#cancel(`a statement went on after ${limitMs / 1_000} seconds and could not be cancelled`)
    this.#limit = limitMs === Number.POSITIVE_INFINITY ? undefined : setTimeout(runOut, limitMs)
  }

  end(): void {
    this.#hasEnded = true
    clearInterval(this.#looking)
    for (const timer of [this.#limit, this.#cancelling, this.#yielding]) clearTimeout(timer)
  }

  #cancel(reason: string): void {
    if (this.#hasEnded || this.#cancelling !== undefined) return
    this.#options.onCancelled()
    this.#cancelFrom(Date.now(), reason)
  }

  readonly #cancelFrom = (sinceMs: number, reason: string): void => {
    if (Date.now() - sinceMs < this.#options.graceMs) {
      this.#thread.cancel()
      this.#cancelling = setTimeout(this.#cancelFrom, cancelEveryMs, sinceMs, reason)
    } else this.#options.replace(this.#thread, reason)
  }

  async #lookForRoom(): Promise<void> {
    if (await this.#options.isFull()) this.#cancel(diskFull)
  }

  /** The thread is not replaced for others' sake: what cannot be cancelled has all of its time. */
  readonly #yieldToOthers = (): void => {
    const isWaitedFor = this.#options.isWaitedFor()
    this.#yielding = setTimeout(this.#yieldToOthers, isWaitedFor ? cancelEveryMs : lookForOthersMs)
    if (!isWaitedFor) return
    const { onYield } = this.#patience
    if (!this.#hasYielded && onYield === undefined) this.#options.onCancelled()
    this.#hasYielded = true
    onYield?.()
    this.#thread.cancel()
  }
}

/** Has the thread carry a request out, for so long; what cannot be cancelled then ends with the thread. */
export const askThread = async (
  thread: EmbeddedThread,
  request: EmbeddedCall,
  patience: Patience,
  options: AskOptions,
): Promise<RawResult | undefined> => {
  const watch = new StatementWatch(thread, patience, options)
  try {
    return await thread.call(request)
  } finally {
    watch.end()
  }
}
