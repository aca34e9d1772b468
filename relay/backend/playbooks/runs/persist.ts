import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'

const everyMs = 1_000

export const persist = async <T>(work: () => Promise<T>, log: FastifyBaseLogger, stop: AbortSignal): Promise<T> => {
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await work()
    } catch (error) {
      if (stop.aborted) throw error
      if (isFirst) log.warn({ err: error }, 'playbook run state write failed, retrying')
      await pause(everyMs, undefined, { signal: stop }).catch(() => undefined)
    }
  }
}
