import type { Scrape } from '#relay/backend/catalog/item-row.ts'
import type { SeenItem } from '#relay/backend/catalog/sightings.ts'
import { storableJson } from '#relay/backend/rows/storable-json.ts'
import type { Queryable } from '#relay/database/database.ts'

/**
 * Analyzer, type and summary identify an insight. Missing ones are resolved unless their analyzer could not be
 * queried; silenced ones stay silenced.
 */
export const writeInsights = async (
  database: Queryable,
  { scraperId, at }: Scrape,
  items: readonly SeenItem[],
  { resolvesMissing = true }: { readonly resolvesMissing?: boolean } = {},
): Promise<string[]> => {
  const insights = items.flatMap(({ id, item }) =>
    item.insights.map((insight) => ({
      config_id: id,
      analyzer: insight.analyzer,
      analysis_type: insight.analysisType,
      severity: insight.severity,
      summary: insight.summary,
      message: insight.message,
      source: insight.source,
      analysis: insight.analysis ?? null,
    })),
  )
  const unasked = items.flatMap(({ id, item }) =>
    (item.unaskedAnalyzers ?? []).map((analyzer) => ({ config_id: id, analyzer })),
  )
  const { rows } = await database.query<{ id: string }>(
    `with given as (
       select distinct on (config_id, analyzer, analysis_type, summary) *
         from jsonb_to_recordset($1::jsonb) as given
              (config_id uuid, analyzer text, analysis_type text, severity text, summary text, message text, source text,
               analysis jsonb)
     ),
     known as (
       select config_analysis.id, given.*
         from given join config_analysis using (config_id, analyzer, analysis_type, summary)
     ),
     again as (
       update config_analysis
          set last_observed = $3, severity = known.severity, message = known.message, source = known.source,
              analysis = known.analysis, scraper_id = $2,
              status = case when config_analysis.status = 'silenced' then 'silenced' else 'open' end
         from known where config_analysis.id = known.id
     ),
     made as (
       insert into config_analysis (config_id, scraper_id, analyzer, analysis_type, severity, summary, message, source, analysis,
                                    first_observed, last_observed)
       select config_id, $2, analyzer, analysis_type, severity, summary, message, source, analysis, $3, $3
         from given
        where not exists (
          select from known
           where (known.config_id, known.analyzer, known.analysis_type, known.summary)
               = (given.config_id, given.analyzer, given.analysis_type, given.summary)
        )
       returning id
     ),
     ended as (
       update config_analysis set status = 'resolved'
        where config_id = any($4::uuid[]) and scraper_id = $2 and status = 'open'
          and not exists (select from known where known.id = config_analysis.id)
          and (config_id, analyzer) not in (
            select config_id, analyzer from jsonb_to_recordset($5::jsonb) as unasked (config_id uuid, analyzer text)
          )
       returning id
     )
     select id from made union all select id from ended`,
    [storableJson(insights), scraperId, at, resolvesMissing ? items.map(({ id }) => id) : [], JSON.stringify(unasked)],
  )
  return rows.map(({ id }) => id)
}

/** After a complete run: resolves insights that were not reported for this time. */
export const resolveUnobserved = async (
  database: Queryable,
  { scraperId, at }: Scrape,
  staleMs: number,
): Promise<string[]> => {
  const { rows } = await database.query<{ id: string }>(
    `update config_analysis set status = 'resolved'
      where scraper_id = $1 and status = 'open'
        and last_observed < $2::timestamptz - make_interval(secs => $3::double precision)
      returning id`,
    [scraperId, at, staleMs / 1_000],
  )
  return rows.map(({ id }) => id)
}
