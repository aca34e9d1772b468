import type { FastifyBaseLogger } from 'fastify'
import { createEngineState, type EngineState } from '#relay/backend/engine-state.ts'

export interface RoundsOptions {
  /** Looks over everything once; answers how much it did. */
  readonly round: () => Promise<number>
  /** What is said when a round fails. */
  readonly failure: string
  readonly log: FastifyBaseLogger
}

/** Work that looks over everything, one round at a time. */
export interface Rounds {
  /** A round after those under way. */
  next(): Promise<number>
  /** A round within so long, together with all others that are asked for until then. */
  within(ms: number): void
  readonly isStopped: boolean
  readonly state: EngineState
  stop(): Promise<void>
}

/** Makes rounds of work; after `stop` none begins. */
export const createRounds = ({ round, failure, log }: RoundsOptions): Rounds => {
  let work: Promise<unknown> = Promise.resolve()
  let waiting: { readonly dueMs: number; readonly timer: NodeJS.Timeout } | undefined
  let isStopped = false
  const state = createEngineState()

  const next = (): Promise<number> => {
    const running = work.then(() => (isStopped ? 0 : state.track(round)))
    work = running.catch(() => undefined)
    return running
  }
  return {
    next,
    state,
    within: (ms) => {
      const dueMs = Date.now() + ms
      if (isStopped || (waiting !== undefined && waiting.dueMs <= dueMs)) return
      clearTimeout(waiting?.timer)
      const look = () => {
        waiting = undefined
        next().catch((error: unknown) => {
          if (!isStopped) log.error({ err: error }, failure)
        })
      }
      waiting = { dueMs, timer: setTimeout(look, ms) }
    },
    get isStopped() {
      return isStopped
    },
    stop: async () => {
      isStopped = true
      clearTimeout(waiting?.timer)
      await work
    },
  }
}
