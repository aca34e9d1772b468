import { setTimeout as wait } from 'node:timers/promises'
import { DatabaseUnavailable } from './database-unavailable.ts'
import type { DatabaseCondition } from './database.ts'
import { ThreadEnded, type EmbeddedThread } from './embedded-thread.ts'
import { firstThread, nextKeeperState, outageOf, type KeeperInput, type KeeperState } from './keeper-state.ts'

export interface KeeperOptions {
  readonly start: () => Promise<EmbeddedThread>
  /** Whether another thread finds what the last one left: it does not where that was in memory. */
  readonly canStartAgain: boolean
  /** Prepares a thread that takes another one's place, before anybody else may use it. */
  readonly onReplaced: (thread: EmbeddedThread) => Promise<void>
  /** Told that the thread is being replaced, and of every attempt that failed. */
  readonly onOutage: (reason: string) => void
  readonly retryMs: number
}

const longestRetryMs = 5_000

const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Keeps one thread of the embedded database at work. */
export class ThreadKeeper {
  readonly #options: KeeperOptions
  #state: KeeperState<EmbeddedThread>
  /** The thread that is being started in the place of one that was lost. */
  #attempt: Promise<EmbeddedThread> | undefined
  readonly #over = new AbortController()

  private constructor(options: KeeperOptions, thread: EmbeddedThread) {
    this.#options = options
    this.#state = firstThread(thread)
    void this.#replaceWhenLost(thread)
  }

  /** Starts the first thread; rejects when that fails. */
  static async open(options: KeeperOptions): Promise<ThreadKeeper> {
    return new ThreadKeeper(options, await options.start())
  }

  /** The thread that works, or the one that is being started in its place. Rejects once that has failed, until one works. */
  async current(): Promise<EmbeddedThread> {
    const state = this.#state
    if (state.kind === 'ended') throw state.error
    if (state.kind === 'working') return state.thread
    if (state.failure !== null) throw state.failure
    try {
      return await (this.#attempt ?? Promise.reject(new Error('there is no thread')))
    } catch (error) {
      throw this.#endedBy() ?? this.#unavailable(error)
    }
  }

  isCurrent(thread: EmbeddedThread): boolean {
    return this.#state.kind === 'working' && this.#state.thread === thread
  }

  /** Ends a thread that is of no use any more and starts another one, again and again until that succeeds. */
  replace(thread: EmbeddedThread, reason: string): void {
    if (!this.isCurrent(thread)) return
    const { canStartAgain, onOutage } = this.#options
    const gone = `The embedded database stopped: ${reason}. It was in memory only and is gone. Restart.`
    const end = canStartAgain ? null : new Error(gone)
    this.#dispatch({ kind: 'lost', thread, outage: { sinceMs: Date.now(), reason }, end })
    onOutage(reason)
    const ending = thread.end()
    if (!canStartAgain) return
    this.#attempt = ending.then(() => this.#startAgain())
    void this.#untilItWorks()
  }

  condition(): Pick<DatabaseCondition, 'outage' | 'restarts' | 'lastRestart'> {
    const { restarts, lastRestart } = this.#state
    return { outage: outageOf(this.#state), restarts, lastRestart }
  }

  /** From now on nothing is started again. Ends the thread, whatever it is doing. */
  async end(reason: string): Promise<void> {
    const state = this.#state
    this.#dispatch({ kind: 'ended', error: new ThreadEnded(reason) })
    this.#over.abort()
    const last = state.kind === 'working' ? state.thread : await this.#attempt?.catch(() => undefined)
    await last?.end()
  }

  #dispatch(input: KeeperInput<EmbeddedThread>): void {
    this.#state = nextKeeperState(this.#state, input)
  }

  #endedBy(): Error | undefined {
    return this.#state.kind === 'ended' ? this.#state.error : undefined
  }

  #unavailable(cause: unknown): DatabaseUnavailable {
    const { sinceMs, reason } = outageOf(this.#state) ?? { sinceMs: Date.now(), reason: 'it is being opened' }
    const since = new Date(sinceMs).toISOString()
    const sentence = `The embedded database cannot be used since ${since}: ${reason}. It is started again by itself.`
    return new DatabaseUnavailable(sentence, { mayHaveHappened: false, cause })
  }

  async #replaceWhenLost(thread: EmbeddedThread): Promise<void> {
    this.replace(thread, await thread.lost)
  }

  async #startAgain(): Promise<EmbeddedThread> {
    const thread = await this.#options.start()
    try {
      const ended = this.#endedBy()
      if (ended !== undefined) throw ended
      await this.#options.onReplaced(thread)
    } catch (error) {
      await thread.end()
      throw error
    }
    this.#dispatch({ kind: 'started', thread })
    void this.#replaceWhenLost(thread)
    return thread
  }

  async #untilItWorks(): Promise<void> {
    const { retryMs, onOutage } = this.#options
    for (let pauseMs = retryMs; ; pauseMs = Math.min(2 * pauseMs, longestRetryMs)) {
      try {
        await this.#attempt
        return
      } catch (error) {
        this.#dispatch({ kind: 'failed', failure: this.#unavailable(error) })
        if (this.#over.signal.aborted) return
        onOutage(sentenceOf(error))
      }
      await wait(pauseMs, undefined, { signal: this.#over.signal }).catch(() => undefined)
      if (this.#over.signal.aborted) return
      this.#attempt = this.#startAgain()
    }
  }
}
