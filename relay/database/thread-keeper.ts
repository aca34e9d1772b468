import { setTimeout as wait } from 'node:timers/promises'
import { DatabaseUnavailable } from './database-unavailable.ts'
import type { DatabaseCondition } from './database.ts'
import { ThreadEnded, type EmbeddedThread } from './embedded-thread.ts'

export interface ThreadKeeper {
  /** The thread that works, or the one that is being started in its place. Rejects once that has failed, until one works. */
  current(): Promise<EmbeddedThread>
  isCurrent(thread: EmbeddedThread): boolean
  /** Ends a thread that is of no use any more and starts another one, again and again until that succeeds. */
  replace(thread: EmbeddedThread, reason: string): void
  condition(): Pick<DatabaseCondition, 'outage' | 'restarts' | 'lastRestart'>
  /** From now on nothing is started again. Ends the thread, whatever it is doing. */
  end(reason: string): Promise<void>
}

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
export const keepThread = async (options: KeeperOptions): Promise<ThreadKeeper> => {
  const { start, canStartAgain, onReplaced, onOutage, retryMs } = options
  let thread: EmbeddedThread | undefined
  let attempt: Promise<EmbeddedThread> | undefined
  let failure: DatabaseUnavailable | undefined
  let ended: Error | undefined
  let outage: DatabaseCondition['outage'] = null
  let lastRestart: DatabaseCondition['lastRestart'] = null
  let restarts = 0
  const over = new AbortController()

  const unavailable = (cause: unknown): DatabaseUnavailable => {
    const { sinceMs = Date.now(), reason = 'it is being opened' } = outage ?? {}
    const since = new Date(sinceMs).toISOString()
    const sentence = `The embedded database cannot be used since ${since}: ${reason}. It is started again by itself.`
    return new DatabaseUnavailable(sentence, { mayHaveHappened: false, cause })
  }
  const adopt = (next: EmbeddedThread): EmbeddedThread => {
    thread = next
    void replaceWhenLost(next)
    return next
  }
  const replaceWhenLost = async (used: EmbeddedThread): Promise<void> => {
    keeper.replace(used, await used.lost)
  }
  const startAgain = async (): Promise<EmbeddedThread> => {
    const next = await start()
    try {
      if (ended !== undefined) throw ended
      await onReplaced(next)
    } catch (error) {
      await next.end()
      throw error
    }
    failure = undefined
    lastRestart = outage
    outage = null
    restarts += 1
    return adopt(next)
  }
  const untilItWorks = async (): Promise<void> => {
    for (let pauseMs = retryMs; ; pauseMs = Math.min(2 * pauseMs, longestRetryMs)) {
      try {
        await attempt
        return
      } catch (error) {
        failure = unavailable(error)
        if (over.signal.aborted) return
        onOutage(sentenceOf(error))
      }
      await wait(pauseMs, undefined, { signal: over.signal }).catch(() => undefined)
      if (over.signal.aborted) return
      attempt = startAgain()
    }
  }

  const keeper: ThreadKeeper = {
    current: async () => {
      if (ended !== undefined) throw ended
      if (thread !== undefined) return thread
      if (failure !== undefined) throw failure
      try {
        return await (attempt ?? Promise.reject(new Error('there is no thread')))
      } catch (error) {
        throw ended ?? unavailable(error)
      }
    },
    isCurrent: (other) => thread === other,
    replace: (old, reason) => {
      if (thread !== old || ended !== undefined) return
      thread = undefined
      outage = { sinceMs: Date.now(), reason }
      onOutage(reason)
      if (canStartAgain) {
        attempt = old.end().then(startAgain)
        void untilItWorks()
      } else {
        ended = new Error(`The embedded database stopped: ${reason}. It was in memory only and is gone. Restart.`)
        void old.end()
      }
    },
    condition: () => ({ outage, restarts, lastRestart }),
    end: async (reason) => {
      ended ??= new ThreadEnded(reason)
      over.abort()
      const last = thread ?? (await attempt?.catch(() => undefined))
      thread = undefined
      await last?.end()
    },
  }
  adopt(await start())
  return keeper
}
