import type { Queryable } from '#relay/database/database.ts'

interface EndedRun {
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  /** It found what there is, at least in part. */
  readonly isGood: boolean
}

/**
 * While which scrapers worked: good runs of this process, one after the other, are one span, from the beginning of the first to that of
 * the last. Between two spans nobody looked, or nothing could be seen.
 */
export class ScraperSpans {
  readonly #database: Queryable
  /** Those whose last run was good, with when their span began. */
  readonly #lasting = new Map<string, string>()

  constructor(database: Queryable) {
    this.#database = database
  }

  /** Notes the end of a run; of a scraper that is gone nothing is kept. */
  async note(scraperId: string, { startedAt, isGood }: EndedRun): Promise<void> {
    if (!isGood) {
      this.#lasting.delete(scraperId)
      return
    }
    const at = new Date(startedAt).toISOString()
    const since = this.#lasting.get(scraperId) ?? at
    this.#lasting.set(scraperId, since)
    await this.#database.query(
      `insert into relay.scraper_spans (scraper_id, since, until)
       select id, $2, $3 from config_scrapers where id = $1
       on conflict (scraper_id, since) do update set until = excluded.until`,
      [scraperId, since, at],
    )
  }
}
