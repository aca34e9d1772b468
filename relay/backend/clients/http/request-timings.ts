export interface Timings {
  readonly dns: number
  readonly connect: number
  readonly tls: number
  readonly firstByte: number
  readonly transfer: number
}
type Phase = keyof Timings

/** Milliseconds of each phase, summed over the requests of a redirect chain. */
export class PhaseClock {
  readonly #spent: Record<Phase, number> = { dns: 0, connect: 0, tls: 0, firstByte: 0, transfer: 0 }
  #since = performance.now()

  restart(): void {
    this.#since = performance.now()
  }

  /** Adds the time since the end of the phase before. */
  end(phase: Phase): void {
    const now = performance.now()
    this.#spent[phase] += now - this.#since
    this.#since = now
  }

  read(): Timings {
    const { dns, connect, tls, firstByte, transfer } = this.#spent
    return {
      dns: toTenths(dns),
      connect: toTenths(connect),
      tls: toTenths(tls),
      firstByte: toTenths(firstByte),
      transfer: toTenths(transfer),
    }
  }
}

const toTenths = (ms: number): number => Math.round(ms * 10) / 10
