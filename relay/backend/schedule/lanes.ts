import type { Clock } from '#relay/backend/schedule/clock.ts'

/** One run that waits for its turn. */
export interface Work {
  /** The last run took long: it waits among its like, so that it holds up nobody else. */
  readonly slow: boolean
  /** Never rejects. */
  readonly run: () => Promise<void>
}

export interface LaneLimits {
  /** Runs at the same time that are quick, as far as is known. */
  readonly quick: number
  /** Runs at the same time of those known to be slow. */
  readonly slow: number
  /** Runs at the same time altogether, the quick ones that turned out slow included. */
  readonly total: number
  /** From here on a run counts as slow, in milliseconds. */
  readonly slowAfterMs: number
}

export const defaultLaneLimits: LaneLimits = { quick: 64, slow: 128, total: 512, slowAfterMs: 1_000 }

/**
 * Bounded concurrency in two lanes, first come, first served in each. A run that takes longer than `slowAfterMs` moves to
 * the slow lane while it runs and makes room for quick ones: targets that hang use up their own lane alone.
 */
export class Lanes {
  readonly #limits: LaneLimits
  readonly #clock: Clock
  /** False keeps new runs waiting; ask again with `pump`. */
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

  /** Takes work back that has not started. False when it has. */
  withdraw(work: Work): boolean {
    return this.#waiting[work.slow ? 'slow' : 'quick'].delete(work)
  }

  /** Starts work at once, past every queue and limit: somebody waits for it. */
  startNow(work: Work): void {
    this.withdraw(work)
    void this.#start(work)
  }

  /** Starts what may start. */
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
