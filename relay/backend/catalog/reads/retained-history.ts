import type { HistoryGap } from '#shared/catalog/as-of.ts'
import type { Queryable } from '#relay/database/database.ts'

export interface History {
  readonly firstSeen: string
  /** Document changes up to this time are deleted. Times are ISO 8601. */
  readonly diffsAfter: string | null
  /** Versions are retained from this time on. */
  readonly versionsAfter: string | null
  readonly insightsAfter: string | null
  readonly deletedSince: string | null
  readonly scrapingGap: HistoryGap | null
}

const text = (expression: string) => `to_jsonb(${expression}) #>> '{}'`

const readScrapingGap = async (
  database: Queryable,
  scraperId: string | null,
  at: string,
): Promise<HistoryGap | null> => {
  if (scraperId === null) return null
  const { rows } = await database.query<{ from: string | null; until: string | null; is_failing: boolean }>(
    `select ${text('max(until) filter (where until < $2)')} as from, ${text('min(since) filter (where since > $2)')} as until,
       coalesce((
         select status in ('FAILED', 'STOPPED') from job_history
          where resource_id = $1::uuid::text and status <> 'RUNNING' order by time_start desc limit 1
       ), false) as is_failing
       from relay.scraper_spans where scraper_id = $1
      having bool_or(true) and not bool_or(since <= $2 and until >= $2)`,
    [scraperId, at],
  )
  const [gap] = rows
  if (gap === undefined || gap.from === null || (gap.until === null && !gap.is_failing)) return null
  const { from, until } = gap
  return {
    about: 'scraping',
    from,
    until,
    reason:
      'The item was not scraped at this time. It is shown as last found; changes made meanwhile were detected later.',
  }
}

export const readHistory = async (
  database: Queryable,
  { id, at, scraperId }: { readonly id: string; readonly at: string; readonly scraperId: string | null },
): Promise<History> => {
  const { rows } = await database.query<Omit<History, 'scrapingGap'>>(
    `select ${text('least(config_items.inserted_at, version.until, config_items.last_scraped_time)')} as "firstSeen",
            ${text('starts.diffs_after')} as "diffsAfter", ${text('starts.versions_after')} as "versionsAfter",
            ${text('starts.insights_after')} as "insightsAfter",
            (
              select ${text('was.deleted_at')} from (
                select deleted_at, until from relay.config_item_versions where config_id = $1 and until > $2
                union all
                select config_items.deleted_at, 'infinity'
                order by until limit 1
              ) as was where was.deleted_at <= $2
            ) as "deletedSince"
       from config_items
       left join relay.config_history_starts as starts on starts.config_id = config_items.id
       left join lateral (
         select min(until) as until from relay.config_item_versions where config_id = config_items.id
       ) as version on true
      where config_items.id = $1`,
    [id, at],
  )
  const [retained] = rows
  if (retained === undefined) throw new Error(`The item ${id} was deleted while it was read.`)
  return { ...retained, scrapingGap: await readScrapingGap(database, scraperId, at) }
}
