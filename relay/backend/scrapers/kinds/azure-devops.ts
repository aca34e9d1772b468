import { z } from 'zod'
import type { Health, ScrapedChange } from '#relay/backend/catalog/scraped-item.ts'
import {
  azureDevopsList,
  createAzureDevopsApi,
  type AzureDevopsApi,
  azureDevopsRun,
} from '#relay/backend/clients/git/azure-devops.ts'
import { readPart } from '#relay/backend/scrapers/kinds/read-part.ts'
import type { Found, ScraperType } from '#relay/backend/scrapers/scraper-kind.ts'
import { listReleases, listRepositories } from './azure-devops/release-items.ts'
import {
  azureDevopsSpec,
  isWanted,
  projectSchema,
  type AzureDevopsSpec,
  type Project,
} from './azure-devops/azure-devops-spec.ts'

const links = z.looseObject({ web: z.looseObject({ href: z.string() }).optional() }).optional()
const pipelineSchema = z.looseObject({
  id: z.number(),
  name: z.string(),
  folder: z.string().catch('\\'),
  revision: z.number().nullish(),
  _links: links,
})
type Pipeline = z.infer<typeof pipelineSchema>
const runSchema = azureDevopsRun.extend({
  reason: z.string().nullish(),
  sourceVersion: z.string().nullish(),
  requestedFor: z.looseObject({ displayName: z.string().nullish(), uniqueName: z.string().nullish() }).nullish(),
  _links: links,
})
type Run = z.infer<typeof runSchema>
const results: Readonly<
  Record<string, { readonly label: string; readonly severity: string; readonly health: Health }>
> = {
  succeeded: { label: 'succeeded', severity: 'info', health: 'healthy' },
  partiallySucceeded: { label: 'partially succeeded', severity: 'low', health: 'warning' },
  failed: { label: 'failed', severity: 'high', health: 'unhealthy' },
  canceled: { label: 'canceled', severity: 'low', health: 'warning' },
}

const isEnded = ({ status, result }: Run): boolean => status === 'completed' && result != null && result !== 'none'

const toChange = (run: Run): ScrapedChange => {
  const { label, severity } = results[run.result ?? ''] ?? { label: run.result ?? 'ended', severity: 'info' }
  return {
    changeType: 'PipelineRun',
    severity,
    source: 'azure devops',
    summary: `${run.buildNumber}: ${label}`,
    externalId: String(run.id),
    createdBy: run.requestedFor?.displayName ?? run.requestedFor?.uniqueName ?? undefined,
    createdAt: run.finishTime ?? undefined,
    details: {
      result: run.result,
      reason: run.reason,
      branch: run.sourceBranch?.replace(/^refs\/heads\//, ''),
      commit: run.sourceVersion,
      url: run._links?.web?.href,
    },
  }
}

const sinceQuery = ({ maxAge }: AzureDevopsSpec): Readonly<Record<string, string>> =>
  maxAge === undefined ? {} : { minTime: new Date(Date.now() - maxAge).toISOString() }

/** A pipeline in the root folder has no folder in its path. */
const toPipelinePath = ({ folder, name }: Pipeline): string =>
  [...folder.split('\\').filter((part) => part !== ''), name].join('/')

const pipelineItem = (pipeline: Pipeline, runs: readonly Run[], project: Project, organization: string): Found => {
  const ended = runs.filter(isEnded)
  const [newest] = runs
  const { id, name, folder, revision, _links: at } = pipeline
  const source = `${organization}/${project.name}`
  return {
    kind: 'item',
    config: { id, name, folder, revision, project: project.name, url: at?.web?.href },
    known: {
      type: 'AzureDevops::Pipeline',
      id: `${organization}/${project.id}/${id}`,
      aliases: [`${source}/${toPipelinePath(pipeline)}`],
      name,
      configClass: 'Pipeline',
      status: newest === undefined ? null : isEnded(newest) ? newest.result : newest.status,
      health: ended[0] === undefined ? null : (results[ended[0].result ?? '']?.health ?? 'unknown'),
      tags: { organization, project: project.name },
      source,
      changes: ended.map(toChange),
      links: [{ kind: 'parent', to: { type: 'AzureDevops::Project', id: project.id } }],
    },
  }
}

async function* listPipelines(project: Project, api: AzureDevopsApi, scraper: AzureDevopsSpec): AsyncGenerator<Found> {
  const within = encodeURIComponent(project.id)
  for await (const pipelines of api.list(`${within}/_apis/pipelines`, pipelineSchema)) {
    for (const pipeline of pipelines) {
      if (!isWanted(scraper.pipelines, [pipeline.name, toPipelinePath(pipeline), String(pipeline.id)])) continue
      const query = {
        definitions: String(pipeline.id),
        $top: String(scraper.runs),
        queryOrder: 'queueTimeDescending',
        ...sinceQuery(scraper),
      }
      const { json } = await api.ask(`${within}/_apis/build/builds`, query, azureDevopsList(runSchema))
      yield pipelineItem(pipeline, json.value, project, api.organization)
    }
  }
}

export const azureDevops: ScraperType<AzureDevopsSpec> = {
  key: 'azureDevops',
  spec: azureDevopsSpec,
  defaultType: 'AzureDevops::Pipeline',
  describeEndpoint: ({ organization, connection }) => `Azure DevOps of ${organization ?? connection ?? ''}`,
  async *scrape(scraper, context): AsyncGenerator<Found> {
    const api = await createAzureDevopsApi(scraper, context)
    const releasesURL = scraper.releasesURL ?? scraper.url ?? 'https://vsrm.dev.azure.com'
    const releases =
      scraper.releases === undefined ? undefined : await createAzureDevopsApi({ ...scraper, url: releasesURL }, context)
    for await (const projects of api.list('_apis/projects', projectSchema)) {
      for (const project of projects) {
        if (!isWanted(scraper.projects, [project.name, project.id])) continue
        const { id, name, description, state, visibility } = project
        yield {
          kind: 'item',
          config: { id, name, description, state, visibility },
          known: {
            type: 'AzureDevops::Project',
            id,
            name,
            configClass: 'Project',
            description,
            status: state,
            tags: { organization: api.organization },
            source: api.organization,
          },
        }
        yield* readPart(`Pipelines of ${name}`, listPipelines(project, api, scraper))
        if (scraper.repositories !== undefined)
          yield* readPart(`Repositories of ${name}`, listRepositories(project, api, scraper.repositories))
        if (releases !== undefined) yield* readPart(`Releases of ${name}`, listReleases(project, releases, scraper))
      }
    }
  },
}
