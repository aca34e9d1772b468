import type {
  TrustedAdvisorCheckDescription,
  TrustedAdvisorCheckResult,
  TrustedAdvisorResourceDetail,
} from '@aws-sdk/client-support'
import { matchesPatterns } from '#shared/access/match.ts'
import type { ScrapedInsight } from '#relay/backend/catalog/scraped-item.ts'
import { awsClientOptions } from '#relay/backend/clients/clouds/aws-client.ts'
import { requireField } from '#relay/backend/clients/clouds/aws-access.ts'
import type { AwsApi } from './aws-api.ts'
import { accountType } from './aws-item.ts'
import type { Finding } from './known-before.ts'

export const advisor = 'Trusted Advisor'

const requestedAtOnce = 50
const maxTextLength = 2_000

const severities: Readonly<Record<string, string>> = { error: 'high', warning: 'medium' }
const analysisTypes: Readonly<Record<string, string>> = {
  cost_optimizing: 'cost',
  security: 'security',
  fault_tolerance: 'reliability',
  performance: 'performance',
  service_limits: 'availability',
}

/** Names of other resources are ambiguous; ids and ARNs are not. */
const namedBy: readonly (readonly [column: RegExp, type: string])[] = [
  [/\bbucket\b/i, 'AWS::S3::Bucket'],
  [/\bDB instance\b/i, 'AWS::RDS::DBInstance'],
]
const isTelling = /^(?:arn:|[a-z]+-[\da-f]{8,17}$)/

const plain = (html: string | undefined): string | null =>
  (html ?? '')
    .replaceAll(/<[^<>]{0,300}>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, maxTextLength) || null

const toInsight = (
  { name = '', description, category = '' }: TrustedAdvisorCheckDescription,
  status: string,
  analysis: object,
): ScrapedInsight => ({
  analyzer: advisor,
  analysisType: analysisTypes[category] ?? 'recommendation',
  severity: severities[status] ?? 'info',
  summary: name,
  message: plain(description),
  source: advisor,
  analysis: { category, ...analysis },
})

const ofResource = (
  check: TrustedAdvisorCheckDescription,
  flagged: TrustedAdvisorResourceDetail,
): readonly Finding[] => {
  const { status = '', region, isSuppressed, metadata } = flagged
  if (!Object.hasOwn(severities, status) || isSuppressed === true) return []
  const columns = (check.metadata ?? []).map((column, index) => [column ?? '', metadata?.[index] ?? ''] as const)
  const insight = toInsight(check, status, { columns: Object.fromEntries(columns) })
  return columns.flatMap(([column, id]) => {
    const type = namedBy.find(([pattern]) => pattern.test(column))?.[1]
    return type === undefined && !isTelling.test(id) ? [] : [{ id, type, region: region || undefined, insight }]
  })
}

const ofAccount = (
  check: TrustedAdvisorCheckDescription,
  { status = '', resourcesSummary: counts, categorySpecificSummary: specific }: TrustedAdvisorCheckResult,
): ScrapedInsight => {
  const { estimatedMonthlySavings, estimatedPercentMonthlySavings } = specific?.costOptimizing ?? {}
  const { resourcesFlagged, resourcesProcessed } = counts ?? {}
  return toInsight(check, status, {
    resourcesFlagged,
    resourcesProcessed,
    estimatedMonthlySavings,
    estimatedPercentMonthlySavings,
  })
}

export async function* advisorFindings(api: AwsApi, exclude: readonly string[] = []): AsyncGenerator<Finding> {
  const {
    SupportClient,
    DescribeTrustedAdvisorChecksCommand,
    DescribeTrustedAdvisorCheckSummariesCommand,
    DescribeTrustedAdvisorCheckResultCommand,
  } = await import('@aws-sdk/client-support')
  const client = new SupportClient(awsClientOptions(api.client('SUPPORT')))
  const { checks } = await client.send(new DescribeTrustedAdvisorChecksCommand({ language: 'en' }))
  const wanted = new Map(
    requireField(checks).flatMap((check): [string, TrustedAdvisorCheckDescription][] =>
      check.id === undefined || exclude.some((pattern) => matchesPatterns(pattern, check.name ?? ''))
        ? []
        : [[check.id, check]],
    ),
  )
  const ids = [...wanted.keys()]
  for (let from = 0; from < ids.length; from += requestedAtOnce) {
    const checkIds = ids.slice(from, from + requestedAtOnce)
    const { summaries } = await client.send(new DescribeTrustedAdvisorCheckSummariesCommand({ checkIds }))
    for (const { checkId = '', status = '' } of requireField(summaries)) {
      const check = wanted.get(checkId)
      if (check === undefined || !Object.hasOwn(severities, status)) continue
      const { result } = await client.send(new DescribeTrustedAdvisorCheckResultCommand({ checkId, language: 'en' }))
      yield { id: api.account, type: accountType, insight: ofAccount(check, requireField(result)) }
      for (const flagged of requireField(result).flaggedResources ?? []) yield* ofResource(check, flagged)
    }
  }
}
