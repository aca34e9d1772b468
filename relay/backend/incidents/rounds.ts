import type { FastifyBaseLogger } from 'fastify'
import { createEngineState, type EngineState } from '#relay/backend/schedule/engine-state.ts'

interface RoundsOptions {
  readonly round: () => Promise<number>
  readonly failure: string
  readonly log: FastifyBaseLogger
  /** Rounds happen only on the relay instance that owns the work. */
  readonly canStart?: () => boolean
}

interface Rounds {
  next(): Promise<number>
  within(ms: number): void
  readonly isStopped: boolean
  readonly state: EngineState
  stop(): Promise<void>
}

export const createRounds = ({ round, failure, log, canStart = () => true }: RoundsOptions): Rounds => {
  let work: Promise<unknown> = Promise.resolve()
  let waiting: { readonly dueMs: number; readonly timer: NodeJS.Timeout } | undefined
  let isStopped = false
  const state = createEngineState()

  const next = (): Promise<number> => {
    const running = work.then(() => (isStopped || !canStart() ? 0 : state.track(round)))
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
          if (!isStopped) log.warn({ err: error }, failure)
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
