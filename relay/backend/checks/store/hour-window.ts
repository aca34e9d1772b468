import { hourMs } from '#shared/primitives/time-units.ts'

interface Sample {
  readonly time: number
  readonly pass: boolean
  readonly durationMs: number | null
}

interface HourFigures {
  readonly passed: number
  readonly failed: number
  readonly latency: { readonly p50: number; readonly p95: number; readonly p99: number; readonly avg: number } | null
}

const samplesMax = 4_096
const firstRoom = 16

const findPercentile = (sorted: ArrayLike<number>, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? 0

export class HourWindow {
  #times = new Float64Array(firstRoom)
  #durations = new Float64Array(firstRoom)
  #passes = new Uint8Array(firstRoom)
  #head = 0
  #end = 0

  /** Samples must arrive in time order; older ones are ignored. */
  add({ time, pass, durationMs }: Sample): void {
    if (this.#end > this.#head && time < (this.#times[this.#end - 1] ?? 0)) return
    if (this.#end === this.#times.length) this.#makeRoom()
    this.#times[this.#end] = time
    this.#durations[this.#end] = durationMs ?? Number.NaN
    this.#passes[this.#end] = pass ? 1 : 0
    this.#end += 1
    if (this.#end - this.#head > samplesMax) this.#head += 1
    this.prune(time)
  }

  prune(now: number): boolean {
    const before = this.#head
    while (this.#head < this.#end - 1 && (this.#times[this.#head] ?? 0) <= now - hourMs) this.#head += 1
    return this.#head !== before
  }

  #makeRoom(): void {
    const count = this.#end - this.#head
    const room = count * 2 > this.#times.length ? this.#times.length * 2 : this.#times.length
    const moved = <A extends Float64Array | Uint8Array>(from: A, to: A): A => {
      to.set(from.subarray(this.#head, this.#end))
      return to
    }
    this.#times = moved(this.#times, new Float64Array(room))
    this.#durations = moved(this.#durations, new Float64Array(room))
    this.#passes = moved(this.#passes, new Uint8Array(room))
    this.#head = 0
    this.#end = count
  }

  figures(): HourFigures {
    let passed = 0
    let total = 0
    let sum = 0
    const durations = new Float64Array(this.#end - this.#head)
    for (let index = this.#head; index < this.#end; index++) {
      passed += this.#passes[index] ?? 0
      const duration = this.#durations[index] ?? Number.NaN
      if (Number.isNaN(duration)) continue
      durations[total] = duration
      total += 1
      sum += duration
    }
    const failed = this.#end - this.#head - passed
    if (total === 0) return { passed, failed, latency: null }
    const sorted = durations.subarray(0, total).sort()
    return {
      passed,
      failed,
      latency: {
        p50: findPercentile(sorted, 0.5),
        p95: findPercentile(sorted, 0.95),
        p99: findPercentile(sorted, 0.99),
        avg: Math.round((sum / total) * 10) / 10,
      },
    }
  }
}
