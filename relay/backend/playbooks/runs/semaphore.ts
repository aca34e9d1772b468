export class Semaphore {
  #free: number
  readonly #waiting = new Set<() => void>()

  constructor(count: number) {
    this.#free = count
  }

  async acquire(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (this.#free > 0) {
      this.#free -= 1
      return
    }
    await new Promise<void>((resolve, reject) => {
      const stop = (): void => {
        this.#waiting.delete(go)
        reject(signal.reason as Error)
      }
      const go = (): void => {
        signal.removeEventListener('abort', stop)
        resolve()
      }
      signal.addEventListener('abort', stop, { once: true })
      this.#waiting.add(go)
    })
  }

  release(): void {
    const [next] = this.#waiting
    if (next === undefined) {
      this.#free += 1
      return
    }
    this.#waiting.delete(next)
    next()
  }
}

export class Permit {
  readonly #semaphore: Semaphore
  #isAcquired = false

  constructor(semaphore: Semaphore) {
    this.#semaphore = semaphore
  }

  async acquire(signal: AbortSignal): Promise<void> {
    await this.#semaphore.acquire(signal)
    this.#isAcquired = true
  }

  release(): void {
    if (!this.#isAcquired) return
    this.#isAcquired = false
    this.#semaphore.release()
  }
}
