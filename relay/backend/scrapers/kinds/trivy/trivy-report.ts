import { z } from 'zod'
import type { ItemLink, ScrapedInsight } from '#relay/backend/catalog/scraped-item.ts'
import type { FoundError, FoundItem } from '#relay/backend/scrapers/scraper-kind.ts'

const text = z.string().nullish()
/** trivy writes `null` for an empty list. */
const nullableList = <Member extends z.ZodType>(member: Member) =>
  z
    .array(member)
    .nullish()
    .transform((value) => value ?? [])

const vulnerability = z.looseObject({
  VulnerabilityID: z.string(),
  PkgName: z.string(),
  InstalledVersion: text,
  FixedVersion: text,
  Title: text,
  Severity: text,
  PrimaryURL: text,
})
const misconfiguration = z.looseObject({
  ID: z.string(),
  Title: text,
  Message: text,
  Resolution: text,
  Severity: text,
  Status: text,
  PrimaryURL: text,
})
const leak = z.looseObject({ RuleID: z.string(), Title: text, Severity: text, StartLine: z.number().optional() })
const result = z.looseObject({
  Target: z.string().catch(''),
  Vulnerabilities: nullableList(vulnerability),
  Misconfigurations: nullableList(misconfiguration),
  Secrets: nullableList(leak),
})
type Result = z.infer<typeof result>

const artifactReport = z.looseObject({
  ArtifactName: z.string(),
  ArtifactType: text,
  Metadata: z
    .looseObject({
      ImageID: text,
      RepoTags: nullableList(z.string()),
      RepoDigests: nullableList(z.string()),
      OS: z.unknown().optional(),
    })
    .nullish(),
  Results: nullableList(result),
})
const clusterReport = z.looseObject({
  ClusterName: text,
  Resources: nullableList(
    z.looseObject({ Namespace: text, Kind: z.string(), Name: z.string(), Results: nullableList(result) }),
  ),
})

const severities: Readonly<Record<string, string>> = {
  CRITICAL: 'critical',
  HIGH: 'high',
  MEDIUM: 'medium',
  LOW: 'low',
}
const toSeverity = (value: string | null | undefined): string => severities[value ?? ''] ?? 'info'

const analyzer = 'trivy'

/** Security: a found secret is reported by location only. */
const toInsights = ({ Target: target, Vulnerabilities, Misconfigurations, Secrets }: Result): ScrapedInsight[] => [
  ...Vulnerabilities.map(
    ({
      VulnerabilityID: id,
      PkgName: name,
      InstalledVersion,
      FixedVersion,
      Title,
      Severity,
      PrimaryURL,
    }): ScrapedInsight => ({
      analyzer,
      analysisType: 'security',
      severity: toSeverity(Severity),
      summary: `${id} in ${name}`,
      message: `${Title ?? id}. ${FixedVersion ? `Fixed in ${FixedVersion}.` : 'No fixed version yet.'}`,
      source: PrimaryURL ?? null,
      analysis: { target, package: name, installed: InstalledVersion ?? null, fixed: FixedVersion ?? null },
    }),
  ),
  ...Misconfigurations.filter(({ Status }) => Status !== 'PASS').map(
    ({ ID: id, Title, Message, Resolution, Severity, PrimaryURL }): ScrapedInsight => ({
      analyzer,
      analysisType: 'compliance',
      severity: toSeverity(Severity),
      summary: `${id}: ${Title ?? ''}`,
      message: [Message, Resolution].filter(Boolean).join(' ') || null,
      source: PrimaryURL ?? null,
      analysis: { target },
    }),
  ),
  ...Secrets.map(({ RuleID: id, Title, Severity, StartLine: line }): ScrapedInsight => ({
    analyzer,
    analysisType: 'security',
    severity: toSeverity(Severity),
    summary: `A secret in ${target}: ${Title ?? id}`,
    message: null,
    source: null,
    analysis: { target, rule: id, line: line ?? null },
  })),
]

interface Scanned {
  readonly type: string
  readonly id: string
  readonly name: string
  readonly source: string
  readonly results: readonly Result[]
  readonly config: Readonly<Record<string, unknown>>
  readonly links: readonly ItemLink[]
  readonly namespace?: string | undefined
}

const worst = ['critical', 'high', 'medium', 'low']

const toItem = ({ results, config, namespace, ...known }: Scanned): FoundItem => {
  const insights = results.flatMap(toInsights)
  const counts = Object.fromEntries(
    worst.map((severity) => [severity, insights.filter((insight) => insight.severity === severity).length]),
  )
  const found = worst.find((severity) => (counts[severity] ?? 0) > 0)
  return {
    kind: 'item',
    config: { ...config, problems: counts },
    known: {
      ...known,
      configClass: 'Scan',
      health: found === 'critical' || found === 'high' ? 'unhealthy' : found === undefined ? 'healthy' : 'warning',
      status: found === undefined ? 'No findings' : `${counts[found]} ${found}`,
      tags: namespace === undefined ? {} : { namespace },
      insights,
    },
  }
}

export const toReportItems = (report: unknown, target: string): readonly (FoundItem | FoundError)[] => {
  const cluster = clusterReport.safeParse(report)
  if (cluster.success && cluster.data.Resources.length > 0)
    return cluster.data.Resources.map(({ Kind: kind, Namespace, Name: name, Results: results }) => {
      const namespace = Namespace || undefined
      return toItem({
        type: `Trivy::${kind}`,
        id: [cluster.data.ClusterName ?? target, kind, namespace ?? '-', name].join('/'),
        name,
        source: target,
        results,
        namespace,
        config: { kind, namespace: namespace ?? null, name },
        links: [
          {
            kind: 'related',
            relation: 'scans',
            to: { type: `Kubernetes::${kind}`, name, ...(namespace !== undefined && { namespace }) },
          },
        ],
      })
    })
  const artifact = artifactReport.safeParse(report)
  if (!artifact.success) return [{ kind: 'error', reason: `${target}: Not a trivy report.` }]
  const { ArtifactName: name, ArtifactType: kind, Metadata: metadata, Results: results } = artifact.data
  const imageId = metadata?.ImageID ?? undefined
  return [
    toItem({
      type: kind === 'container_image' ? 'Trivy::Image' : 'Trivy::Files',
      id: name,
      name,
      source: target,
      results,
      config: {
        artifact: name,
        kind: kind ?? null,
        ...(imageId !== undefined && { imageId, tags: metadata?.RepoTags, operatingSystem: metadata?.OS }),
      },
      links:
        imageId === undefined
          ? []
          : [{ kind: 'related', relation: 'scans', to: { type: 'Docker::Image', id: imageId } }],
    }),
  ]
}
