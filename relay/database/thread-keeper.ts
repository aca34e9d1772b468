import { setTimeout as wait } from 'node:timers/promises'
import { toErrorMessage } from '#shared/primitives/thrown-error.ts'
import { DatabaseUnavailable } from './database-unavailable.ts'
import type { DatabaseCondition } from './database.ts'
import { type EmbeddedThread } from './embedded-thread.ts'
import { firstState, nextState, getOutage, type ThreadState } from './thread-state.ts'

export interface ThreadKeeper {
  current(): Promise<EmbeddedThread>
  isCurrent(thread: EmbeddedThread): boolean
  replace(thread: EmbeddedThread, reason: string): void
  condition(): Pick<DatabaseCondition, 'outage' | 'restarts' | 'lastRestart'>
  end(reason: string): Promise<void>
}

interface KeeperOptions {
  readonly start: () => Promise<EmbeddedThread>
  readonly canStartAgain: boolean
  readonly onReplaced: (thread: EmbeddedThread) => Promise<void>
  readonly onOutage: (reason: string) => void
}

const firstRetryMs = 1_000
const longestRetryMs = 5_000

const unavailable = (state: ThreadState<EmbeddedThread>, cause: unknown): DatabaseUnavailable => {
  const { sinceMs, reason } = getOutage(state) ?? { sinceMs: Date.now(), reason: 'it is starting' }
  const since = new Date(sinceMs).toISOString()
  const message = `The embedded database has been unavailable since ${since}: ${reason}. It is restarting.`
  return new DatabaseUnavailable(message, { mayHaveCommitted: false, cause })
}

const dataLostError = (reason: string): Error =>
  new Error(`The embedded database stopped: ${reason}. It was in memory only and its data is lost. Restart the relay.`)

export const keepThread = async (options: KeeperOptions): Promise<ThreadKeeper> => {
  const { start, canStartAgain, onReplaced, onOutage } = options
  const first = await start()
  let state = firstState(first)
  let attempt: Promise<EmbeddedThread> | undefined
  const over = new AbortController()

  const replaceWhenLost = async (used: EmbeddedThread): Promise<void> => keeper.replace(used, await used.lost)
  const startAgain = async (): Promise<EmbeddedThread> => {
    const next = await start()
    try {
      if (state.kind === 'ended') throw state.error
      await onReplaced(next)
    } catch (error) {
      await next.end()
      throw error
    }
    state = nextState(state, { kind: 'opened', thread: next })
    void replaceWhenLost(next)
    return next
  }
  const untilItWorks = async (): Promise<void> => {
    for (let pauseMs = firstRetryMs; ; pauseMs = Math.min(2 * pauseMs, longestRetryMs)) {
      try {
        await attempt
        return
      } catch (error) {
        state = nextState(state, { kind: 'failed', failure: unavailable(state, error) })
        if (over.signal.aborted) return
        onOutage(toErrorMessage(error))
      }
      await wait(pauseMs, undefined, { signal: over.signal }).catch(() => undefined)
      if (over.signal.aborted) return
      attempt = startAgain()
    }
  }

  const keeper: ThreadKeeper = {
    current: async () => {
      if (state.kind === 'working') return state.thread
      if (state.kind === 'ended') throw state.error
      if (state.failure !== undefined) throw state.failure
      return (attempt ?? Promise.reject(new Error('no thread is running'))).catch((error: unknown) => {
        throw state.kind === 'ended' ? state.error : unavailable(state, error)
      })
    },
    isCurrent: (other) => state.kind === 'working' && state.thread === other,
    replace: (old, reason) => {
      const before = state
      const outage = { sinceMs: Date.now(), reason }
      state = nextState(state, {
        kind: 'lost',
        thread: old,
        outage,
        dataLoss: canStartAgain ? undefined : dataLostError(reason),
      })
      if (state === before) return
      onOutage(reason)
      if (canStartAgain) {
        attempt = old.end().then(startAgain)
        void untilItWorks()
      } else void old.end()
    },
    condition: () => ({ outage: getOutage(state), restarts: state.restarts, lastRestart: state.lastRestart }),
    end: async (reason) => {
      const before = state
      state = nextState(state, { kind: 'closed', error: new Error(reason) })
      over.abort()
      const last = before.kind === 'working' ? before.thread : await attempt?.catch(() => undefined)
      await last?.end()
    },
  }
  void replaceWhenLost(first)
  return keeper
}
