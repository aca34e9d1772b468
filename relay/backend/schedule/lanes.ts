import type { Clock } from '#relay/backend/schedule/clock.ts'

export interface Work {
  readonly slow: boolean
  readonly run: () => Promise<void>
}

export interface LaneLimits {
  readonly quick: number
  readonly slow: number
  readonly total: number
  readonly slowAfterMs: number
}

export const defaultLaneLimits: LaneLimits = { quick: 64, slow: 128, total: 512, slowAfterMs: 1_000 }

/**
 * A run that exceeds `slowAfterMs` moves to the slow lane while running, so that hanging targets only use up
 * their own lane.
 */
export class Lanes {
  readonly #limits: LaneLimits
  readonly #clock: Clock
  readonly #canStart: () => boolean
  readonly #waiting = { quick: new Set<Work>(), slow: new Set<Work>() }
  readonly #running = { quick: 0, slow: 0 }

  constructor(clock: Clock, canStart: () => boolean, limits: LaneLimits = defaultLaneLimits) {
    this.#clock = clock
    this.#canStart = canStart
    this.#limits = limits
  }

  add(work: Work): void {
    this.#waiting[work.slow ? 'slow' : 'quick'].add(work)
    this.pump()
  }

  withdraw(work: Work): boolean {
    return this.#waiting[work.slow ? 'slow' : 'quick'].delete(work)
  }

  startNow(work: Work): void {
    this.withdraw(work)
    void this.#start(work)
  }

  pump(): void {
    for (const lane of ['quick', 'slow'] as const) {
      for (const work of this.#waiting[lane]) {
        const full = this.#running[lane] >= this.#limits[lane]
        if (full || this.#running.quick + this.#running.slow >= this.#limits.total || !this.#canStart()) break
        this.#waiting[lane].delete(work)
        void this.#start(work)
      }
    }
  }

  clear(): void {
    this.#waiting.quick.clear()
    this.#waiting.slow.clear()
  }

  async #start(work: Work): Promise<void> {
    let lane: 'quick' | 'slow' = work.slow ? 'slow' : 'quick'
    this.#running[lane] += 1
    const stopWatching =
      lane === 'slow'
        ? undefined
        : this.#clock.after(this.#limits.slowAfterMs, () => {
            this.#running.quick -= 1
            this.#running.slow += 1
            lane = 'slow'
            this.pump()
          })
    await work.run()
    stopWatching?.()
    this.#running[lane] -= 1
    this.pump()
  }
}
