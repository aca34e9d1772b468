import { z } from 'zod'
import { toChangeSeverity } from '#shared/catalog/change-severity.ts'
import type { ScrapedInsight } from '#relay/backend/catalog/scraped-item.ts'
import type { GithubClient } from '#relay/backend/clients/git/github.ts'
import { ServiceError } from '#relay/backend/clients/http/json-service.ts'
import type { GithubSpec } from './github-spec.ts'
import type { Repository } from './repository-items.ts'

const text = z.string().nullish()
const alert = { number: z.number(), state: z.string(), html_url: text, created_at: text }

interface Alert {
  readonly number: number
  readonly state: string
  readonly url: string | null | undefined
  readonly createdAt: string | null | undefined
  readonly severity: string
  readonly summary: string
  readonly message: string
  readonly analysis: Readonly<Record<string, unknown>>
}

const dependabot = z
  .looseObject({
    ...alert,
    dependency: z
      .looseObject({ package: z.looseObject({ ecosystem: text, name: text }).nullish(), manifest_path: text })
      .nullish(),
    security_advisory: z
      .looseObject({ ghsa_id: text, cve_id: text, summary: text, description: text, severity: text })
      .nullish(),
    security_vulnerability: z
      .looseObject({
        vulnerable_version_range: text,
        first_patched_version: z.looseObject({ identifier: text }).nullish(),
      })
      .nullish(),
  })
  .transform((row): Alert => {
    const advisory = row.security_advisory
    const name = row.dependency?.package?.name ?? 'A dependency'
    return {
      ...readCommon(row),
      severity: advisory?.severity ?? 'medium',
      summary: `${name}: ${advisory?.summary ?? advisory?.ghsa_id ?? 'vulnerability'}`,
      message: advisory?.description ?? '',
      analysis: {
        package: name,
        ecosystem: row.dependency?.package?.ecosystem,
        manifest: row.dependency?.manifest_path,
        ghsa: advisory?.ghsa_id,
        cve: advisory?.cve_id,
        vulnerable: row.security_vulnerability?.vulnerable_version_range,
        fixedIn: row.security_vulnerability?.first_patched_version?.identifier,
      },
    }
  })

const ruleSeverities: Readonly<Record<string, string>> = { error: 'high', warning: 'medium', note: 'low', none: 'info' }

const codeScanning = z
  .looseObject({
    ...alert,
    rule: z.looseObject({
      id: text,
      description: text,
      full_description: text,
      severity: text,
      security_severity_level: text,
    }),
    tool: z.looseObject({ name: text }).nullish(),
    most_recent_instance: z
      .looseObject({
        message: z.looseObject({ text }).nullish(),
        location: z.looseObject({ path: text, start_line: z.number().nullish() }).nullish(),
      })
      .nullish(),
  })
  .transform((row): Alert => {
    const { rule, tool, most_recent_instance: instance } = row
    const place = instance?.location
    return {
      ...readCommon(row),
      severity: rule.security_severity_level ?? ruleSeverities[rule.severity ?? ''] ?? 'medium',
      summary: `${rule.description ?? rule.id ?? 'Code scanning'}${place?.path == null ? '' : ` in ${place.path}`}`,
      message: instance?.message?.text ?? rule.full_description ?? '',
      analysis: { rule: rule.id, tool: tool?.name, path: place?.path, line: place?.start_line },
    }
  })

/** The secret itself is not read. */
const secretScanning = z
  .object({ ...alert, secret_type: text, secret_type_display_name: text, validity: text })
  .transform((row): Alert => ({
    ...readCommon(row),
    severity: 'critical',
    summary: `${row.secret_type_display_name ?? row.secret_type ?? 'Secret'} in the repository`,
    message: '',
    analysis: { type: row.secret_type, validity: row.validity },
  }))

const readCommon = ({ number, state, html_url: url, created_at: createdAt }: z.infer<z.ZodObject<typeof alert>>) => ({
  number,
  state,
  url,
  createdAt,
})

const analyzers = [
  { analyzer: 'dependabot', path: 'dependabot/alerts', schema: dependabot },
  { analyzer: 'code-scanning', path: 'code-scanning/alerts', schema: codeScanning },
  { analyzer: 'secret-scanning', path: 'secret-scanning/alerts', schema: secretScanning },
] as const

const isWanted = ({ state, severity, createdAt }: Alert, filters: GithubSpec['securityFilters']): boolean => {
  const { state: states = ['open'], severity: severities, maxAge } = filters ?? {}
  const isYoung = maxAge === undefined || Date.parse(createdAt ?? '') >= Date.now() - maxAge
  return states.includes(state) && severities?.includes(severity) !== false && isYoung
}

const toInsight = (each: Alert, analyzer: string): ScrapedInsight => ({
  analyzer,
  analysisType: 'security',
  severity: toChangeSeverity(each.severity),
  summary: `${each.summary} (#${each.number})`,
  message: each.message === '' ? null : each.message,
  source: 'github',
  analysis: { ...each.analysis, state: each.state, url: each.url },
})

/** GitHub responds so where a repository does not use the feature. */
const isSwitchedOff = (error: unknown): boolean =>
  error instanceof ServiceError &&
  (error.code === 404 || (error.code === 403 && /disabled|not enabled|must be enabled|archived/i.test(error.message)))

interface Findings {
  readonly insights: readonly ScrapedInsight[]
  /** Their known insights stay. */
  readonly unasked: readonly string[]
  readonly errors: readonly string[]
}

export const readSecurity = async (
  api: GithubClient,
  { full_name: name }: Repository,
  filters: GithubSpec['securityFilters'],
): Promise<Findings> => {
  const insights: ScrapedInsight[] = []
  const unasked: string[] = []
  const errors: string[] = []
  for (const { analyzer, path, schema } of analyzers) {
    const page: z.ZodType<readonly Alert[]> = z.array(schema)
    try {
      const found: ScrapedInsight[] = []
      for await (const each of api.list(`/repos/${name}/${path}?per_page=100`, page))
        if (isWanted(each, filters)) found.push(toInsight(each, analyzer))
      insights.push(...found)
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code === 401) throw error
      if (isSwitchedOff(error)) continue
      unasked.push(analyzer)
      errors.push(`Alerts of ${analyzer} of ${name}: ${error.message}`)
    }
  }
  return { insights, unasked, errors }
}
