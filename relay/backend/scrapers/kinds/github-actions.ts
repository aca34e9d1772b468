import { z } from 'zod'
import { envVar, tlsConfig } from '#relay/backend/clients/run/fields.ts'
import type { Health, ScrapedChange } from '#relay/backend/catalog/scraped-item.ts'
import { createGithubApi } from '#relay/backend/clients/git/github.ts'
import { matchesGlob } from '#shared/primitives/glob.ts'
import type { Found, ScraperType } from '#relay/backend/scrapers/scraper-kind.ts'
import { secret } from '#relay/backend/secrets/secret-marks.ts'

const spec = z.strictObject({
  owner: z.string().regex(/^[\w.-]+$/, 'must be an owner name'),
  repository: z.string().regex(/^[\w.-]+$/, 'must be a repository name'),
  workflows: z.array(z.string().min(1)).optional(),
  personalAccessToken: secret(envVar).optional(),
  connection: z.string().optional(),
  url: z.string().optional(),
  actor: z.string().min(1).optional(),
  branch: z.string().min(1).optional(),
  runs: z.number().int().min(1).max(100).default(50),
  tls: tlsConfig.optional(),
})
type GithubActionsSpec = z.infer<typeof spec>

const pageSize = 100

const text = z.string().nullish()
const workflowSchema = z.looseObject({
  id: z.number(),
  name: z.string(),
  path: z.string(),
  state: z.string(),
  html_url: text,
  created_at: text,
})
const workflowList = z.looseObject({ total_count: z.number(), workflows: z.array(workflowSchema) })
const runSchema = z.looseObject({
  id: z.number(),
  run_number: z.number(),
  run_attempt: z.number().catch(1),
  display_title: text,
  event: text,
  status: text,
  conclusion: text,
  head_branch: text,
  head_sha: text,
  html_url: text,
  updated_at: z.string(),
  actor: z.looseObject({ login: z.string() }).nullish(),
})
type Run = z.infer<typeof runSchema>
const runList = z.looseObject({ workflow_runs: z.array(runSchema) })

const failed = new Set(['failure', 'timed_out', 'startup_failure'])

const toSeverity = (conclusion: string): string =>
  failed.has(conclusion) ? 'high' : conclusion === 'cancelled' || conclusion === 'action_required' ? 'low' : 'info'

const toHealth = (conclusion: string | null | undefined): Health | undefined => {
  if (conclusion === null || conclusion === undefined) return undefined
  if (failed.has(conclusion)) return 'unhealthy'
  return conclusion === 'success' ? 'healthy' : 'warning'
}

const toChange = (run: Run, conclusion: string): ScrapedChange => ({
  changeType: 'WorkflowRun',
  severity: toSeverity(conclusion),
  source: 'github',
  summary: `#${run.run_number} ${run.display_title ?? ''}: ${conclusion.replaceAll('_', ' ')}`,
  externalId: `${run.id}/${run.run_attempt}`,
  createdBy: run.actor?.login,
  createdAt: run.updated_at,
  details: { conclusion, event: run.event, branch: run.head_branch, commit: run.head_sha, url: run.html_url },
})

const runQuery = ({ runs, actor, branch }: GithubActionsSpec): string =>
  new URLSearchParams({
    per_page: String(runs),
    ...(actor !== undefined && { actor }),
    ...(branch !== undefined && { branch }),
  }).toString()

export const githubActions: ScraperType<GithubActionsSpec> = {
  key: 'githubActions',
  spec,
  defaultType: 'GitHubActions::Workflow',
  describeEndpoint: ({ owner, repository }) => `GitHub Actions of ${owner}/${repository}`,
  async *scrape(scraper, context): AsyncGenerator<Found> {
    const { owner, repository, workflows: wanted } = scraper
    const api = await createGithubApi(scraper, `${owner}/${repository}`, context)
    const source = `${owner}/${repository}`
    const parent = { type: 'GitHub::Repository', id: source }
    yield {
      kind: 'item',
      config: { owner, repository },
      known: { ...parent, name: source, configClass: 'Repository', source },
    }
    for (let page = 1, seen = 0; ; page += 1) {
      const { total_count: total, workflows } = await api.ask(
        `actions/workflows?per_page=${pageSize}&page=${page}`,
        workflowList,
      )
      seen += workflows.length
      for (const workflow of workflows) {
        const names = [workflow.name, workflow.path, workflow.path.split('/').at(-1) ?? '', String(workflow.id)]
        if (wanted?.some((pattern) => names.some((name) => matchesGlob(pattern, name))) === false) continue
        const { workflow_runs: runs } = await api.ask(
          `actions/workflows/${workflow.id}/runs?${runQuery(scraper)}`,
          runList,
        )
        const ended = runs.flatMap((run) => (run.conclusion == null ? [] : [{ run, conclusion: run.conclusion }]))
        const { id, name, path, state, html_url: url } = workflow
        yield {
          kind: 'item',
          config: { id, name, path, state, url },
          known: {
            type: 'GitHubActions::Workflow',
            id: `${source}/${id}`,
            aliases: [`${source}/${path}`],
            name,
            configClass: 'Workflow',
            status: state === 'active' ? (runs[0]?.conclusion ?? runs[0]?.status) : state,
            health: toHealth(ended[0]?.conclusion),
            tags: { repository: source },
            source,
            createdAt: workflow.created_at,
            changes: ended.map(({ run, conclusion }) => toChange(run, conclusion)),
            links: [{ kind: 'parent', to: parent }],
          },
        }
      }
      if (workflows.length === 0 || seen >= total) return
    }
  },
}
