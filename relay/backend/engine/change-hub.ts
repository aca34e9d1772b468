import type { FastifyBaseLogger } from 'fastify'
import type { Change, OnChange } from '#relay/backend/rows/change.ts'

export class ChangeHub {
  readonly #listeners = new Set<OnChange>()
  readonly #log: FastifyBaseLogger

  constructor(log: FastifyBaseLogger) {
    this.#log = log
  }

  readonly emit = (change: Change): void => {
    for (const listener of this.#listeners) {
      try {
        listener(change)
      } catch (error) {
        this.#log.error({ err: error }, 'change listener failed')
      }
    }
  }

  listen(listener: OnChange): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
