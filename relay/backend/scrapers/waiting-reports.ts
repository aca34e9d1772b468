import type { FoundReport } from '#relay/backend/scrapers/scraper-kind.ts'
import type { BatchOptions } from '#relay/backend/scrapers/write-batch.ts'
import { writeReports } from '#relay/backend/scrapers/write-reports.ts'

interface Batch {
  readonly reports: readonly FoundReport[]
  readonly options: BatchOptions
}

/** Reports wait in memory until all items of the run are stored. */
export class WaitingReports {
  readonly #max: number
  readonly #batches: Batch[] = []
  #count = 0

  constructor(max: number) {
    this.#max = max
  }

  add(reports: readonly FoundReport[], options: BatchOptions): void {
    const accepted = reports.slice(0, Math.max(0, this.#max - this.#count))
    this.#count += reports.length
    if (accepted.length > 0) this.#batches.push({ reports: accepted, options })
  }

  get limitError(): string | undefined {
    return this.#count > this.#max
      ? `More than ${this.#max} changes and insights that refer to other items (scraper.reports.max). The rest was not stored.`
      : undefined
  }

  async write(): Promise<void> {
    for (const { reports, options } of this.#batches.splice(0)) await writeReports(reports, options)
  }
}
