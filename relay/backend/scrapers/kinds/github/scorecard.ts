import { z } from 'zod'
import type { ScrapedInsight } from '#relay/backend/catalog/scraped-item.ts'
import { askJson, ServiceError } from '#relay/backend/clients/http/json-service.ts'
import { resolveTls } from '#relay/backend/clients/http/http-tls.ts'
import type { ScrapeContext } from '#relay/backend/scrapers/scraper-kind.ts'
import type { GithubSpec } from './github-spec.ts'
import type { Repository } from './repository-items.ts'

const publicService = 'https://api.securityscorecards.dev'
export const scorecardAnalyzer = 'openssf-scorecard'
const bestScore = 10

const scorecardSchema = z.looseObject({
  score: z.number(),
  checks: z
    .array(
      z.looseObject({
        name: z.string(),
        score: z.number(),
        reason: z.string().nullish(),
        documentation: z.looseObject({ short: z.string().nullish(), url: z.string().nullish() }).nullish(),
      }),
    )
    .nullish(),
})

const toSeverity = (score: number): string => (score < 3 ? 'high' : score < 7 ? 'medium' : 'low')

/** A check that could not be evaluated has the score -1. */
const toInsights = ({ checks }: z.infer<typeof scorecardSchema>): ScrapedInsight[] =>
  (checks ?? [])
    .filter(({ score }) => score >= 0 && score < bestScore)
    .map(({ name, score, reason, documentation }) => ({
      analyzer: scorecardAnalyzer,
      analysisType: 'security',
      severity: toSeverity(score),
      summary: name,
      message: reason ?? documentation?.short ?? null,
      source: 'openssf',
      analysis: { score, url: documentation?.url },
    }))

/** Undefined for a repository that OpenSSF does not scan. */
export const readScorecard = async (
  { full_name: name }: Repository,
  { openssfURL, tls }: GithubSpec,
  run: ScrapeContext,
): Promise<{ readonly score: number; readonly insights: readonly ScrapedInsight[] } | undefined> => {
  const service = {
    name: 'OpenSSF Scorecard',
    headers: [],
    tls: await resolveTls(openssfURL === undefined ? undefined : tls, run),
    signal: run.signal,
  }
  try {
    const url = `${(openssfURL ?? publicService).replace(/\/+$/, '')}/projects/github.com/${name}`
    const { json } = await askJson(service, { url }, scorecardSchema)
    return { score: json.score, insights: toInsights(json) }
  } catch (error) {
    if (error instanceof ServiceError && error.code === 404) return undefined
    throw error
  }
}
