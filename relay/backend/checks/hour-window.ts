/** One result as roll-ups need it. `time` is milliseconds since the epoch, `durationMs` null when none was measured. */
export interface Sample {
  readonly time: number
  readonly pass: boolean
  readonly durationMs: number | null
}

export interface HourFigures {
  readonly passed: number
  readonly failed: number
  /** Milliseconds; null while no duration is known. */
  readonly latency: { readonly p50: number; readonly p95: number; readonly p99: number; readonly avg: number } | null
}

const hourMs = 3_600_000
const samplesMax = 4_096

/** The value below which `share` (0 to 1) of the sorted values lie: the nearest one that occurs. */
const percentileOf = (sorted: ArrayLike<number>, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? 0

/**
 * The results of one check over the last hour, kept as they come. Of a check that runs less often than hourly the last
 * result alone remains (contract 1.4).
 */
export class HourWindow {
  #samples: Sample[] = []
  #head = 0

  /** Samples come in the order of their times; one that is older than the newest is left out. */
  add(sample: Sample): void {
    const newest = this.#samples.at(-1)
    if (newest !== undefined && sample.time < newest.time) return
    this.#samples.push(sample)
    if (this.#samples.length - this.#head > samplesMax) this.#head += 1
    this.prune(sample.time)
  }

  /** Forgets what is older than an hour; true when the figures changed by that. */
  prune(now: number): boolean {
    const before = this.#head
    for (let next = this.#samples[this.#head]; next !== undefined; next = this.#samples[this.#head]) {
      if (next.time > now - hourMs || this.#head === this.#samples.length - 1) break
      this.#head += 1
    }
    if (this.#head > 256 && this.#head * 2 > this.#samples.length) {
      this.#samples = this.#samples.slice(this.#head)
      this.#head = 0
      return true
    }
    return this.#head !== before
  }

  figures(): HourFigures {
    let passed = 0
    let total = 0
    let sum = 0
    const durations = new Float64Array(this.#samples.length - this.#head)
    for (let index = this.#head; index < this.#samples.length; index++) {
      const sample = this.#samples[index]
      if (sample === undefined) continue
      if (sample.pass) passed += 1
      if (sample.durationMs === null) continue
      durations[total] = sample.durationMs
      total += 1
      sum += sample.durationMs
    }
    const failed = this.#samples.length - this.#head - passed
    if (total === 0) return { passed, failed, latency: null }
    const sorted = durations.subarray(0, total).sort()
    return {
      passed,
      failed,
      latency: {
        p50: percentileOf(sorted, 0.5),
        p95: percentileOf(sorted, 0.95),
        p99: percentileOf(sorted, 0.99),
        avg: Math.round((sum / total) * 10) / 10,
      },
    }
  }
}
