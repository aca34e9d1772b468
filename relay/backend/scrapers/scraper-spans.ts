import type { Queryable } from '#relay/database/database.ts'

interface EndedRun {
  readonly startedAt: number
  readonly isGood: boolean
}

/** Consecutive good runs of this process form one span. Between spans nothing is known about the scraper's items. */
export class ScraperSpans {
  readonly #database: Queryable
  readonly #lasting = new Map<string, string>()

  constructor(database: Queryable) {
    this.#database = database
  }

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
