import type { Clock } from '#relay/backend/schedule/clock.ts'

export class HandClock implements Clock {
  #monotonicMs = 0
  #wallMs: number
  readonly #timers = new Set<{ readonly at: number; readonly call: () => void }>()

  constructor(wallMs = 0) {
    this.#wallMs = wallMs
  }

  wallMs(): number {
    return this.#wallMs
  }

  monotonicMs(): number {
    return this.#monotonicMs
  }

  after(ms: number, call: () => void): () => void {
    const timer = { at: this.#monotonicMs + ms, call }
    this.#timers.add(timer)
    return () => this.#timers.delete(timer)
  }

  setWall(wallMs: number): void {
    this.#wallMs = wallMs
  }

  /** Runs timers one by one and lets their promises settle after each. */
  async turn(ms: number): Promise<void> {
    const until = this.#monotonicMs + ms
    await new Promise(setImmediate)
    for (;;) {
      const next = [...this.#timers].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0]
      if (next === undefined) break
      this.#timers.delete(next)
      this.#advanceTo(next.at)
      next.call()
      await new Promise(setImmediate)
    }
    this.#advanceTo(until)
    await new Promise(setImmediate)
  }

  #advanceTo(monotonicMs: number): void {
    this.#wallMs += monotonicMs - this.#monotonicMs
    this.#monotonicMs = monotonicMs
  }
}
