import { z } from 'zod'
import type { Health, ScrapedChange } from '#relay/backend/catalog/scraped-item.ts'
import { azureDevopsList, type AzureDevopsApi } from '#relay/backend/clients/git/azure-devops.ts'
import type { FoundItem } from '#relay/backend/scrapers/scraper-kind.ts'
import { isWanted, type AzureDevopsSpec, type Project } from './azure-devops-spec.ts'

const text = z.string().nullish()
const links = z.looseObject({ web: z.looseObject({ href: text }).nullish() }).nullish()
const person = z.looseObject({ displayName: text, uniqueName: text }).nullish()

const definitionSchema = z.looseObject({
  id: z.number(),
  name: z.string(),
  path: text,
  description: text,
  revision: z.number().nullish(),
  isDisabled: z.boolean().nullish(),
  createdOn: text,
  _links: links,
})
type Definition = z.infer<typeof definitionSchema>

const environmentSchema = z.looseObject({
  id: z.number(),
  name: z.string(),
  status: text,
  deploySteps: z
    .array(z.looseObject({ lastModifiedOn: text, requestedFor: person, attempt: z.number().nullish() }))
    .nullish(),
})
type Environment = z.infer<typeof environmentSchema>
const releaseSchema = z.looseObject({
  id: z.number(),
  name: z.string(),
  createdOn: text,
  modifiedOn: text,
  createdBy: person,
  environments: z.array(environmentSchema).nullish(),
  _links: links,
})
type Release = z.infer<typeof releaseSchema>

const ended: Readonly<Record<string, { readonly label: string; readonly severity: string; readonly health: Health }>> =
  {
    succeeded: { label: 'succeeded', severity: 'info', health: 'healthy' },
    partiallysucceeded: { label: 'partially succeeded', severity: 'low', health: 'warning' },
    rejected: { label: 'failed', severity: 'high', health: 'unhealthy' },
    canceled: { label: 'canceled', severity: 'low', health: 'warning' },
  }
const findEnd = ({ status }: Environment) => ended[status?.toLowerCase() ?? '']

/** A deployment to a stage that ended. */
const toChange = (release: Release, environment: Environment): ScrapedChange[] => {
  const end = findEnd(environment)
  if (end === undefined) return []
  const step = environment.deploySteps?.at(-1)
  const by = step?.requestedFor ?? release.createdBy
  return [
    {
      changeType: 'Deployment',
      severity: end.severity,
      source: 'azure devops',
      summary: `${release.name} to ${environment.name}: ${end.label}`,
      externalId: `release/${release.id}/${environment.id}/${step?.attempt ?? 1}`,
      createdBy: by?.displayName ?? by?.uniqueName ?? undefined,
      createdAt: step?.lastModifiedOn ?? release.modifiedOn ?? release.createdOn ?? undefined,
      details: {
        release: release.name,
        stage: environment.name,
        status: environment.status,
        url: release._links?.web?.href,
      },
    },
  ]
}

/** The worst stage of the newest release that was deployed. */
const findOutcome = (releases: readonly Release[]) => {
  const ends = releases
    .map(({ environments }) => (environments ?? []).flatMap((each) => findEnd(each) ?? []))
    .find((each) => each.length > 0)
  return (['unhealthy', 'warning', 'healthy'] as const)
    .map((health) => ends?.find((end) => end.health === health))
    .find((end) => end !== undefined)
}

const toDefinitionItem = (
  definition: Definition,
  releases: readonly Release[],
  { organization, project }: { readonly organization: string; readonly project: Project },
): FoundItem => {
  const { id, name, path, description, revision, createdOn, isDisabled } = definition
  const outcome = findOutcome(releases)
  return {
    kind: 'item',
    config: { id, name, path, description, revision, project: project.name, url: definition._links?.web?.href },
    known: {
      type: 'AzureDevops::Release',
      id: `${organization}/${project.id}/release/${id}`,
      aliases: [`${organization}/${project.name}/${name}`],
      name,
      description,
      configClass: 'Release',
      status: isDisabled === true ? 'disabled' : (outcome?.label ?? null),
      health: outcome?.health ?? null,
      tags: { organization, project: project.name },
      source: `${organization}/${project.name}`,
      createdAt: createdOn,
      changes: releases.flatMap((release) =>
        (release.environments ?? []).flatMap((environment) => toChange(release, environment)),
      ),
      links: [{ kind: 'parent', to: { type: 'AzureDevops::Project', id: project.id } }],
    },
  }
}

export async function* listReleases(
  project: Project,
  api: AzureDevopsApi,
  { releases: wanted, runs, maxAge }: AzureDevopsSpec,
): AsyncGenerator<FoundItem> {
  const within = encodeURIComponent(project.id)
  for await (const definitions of api.list(`${within}/_apis/release/definitions`, definitionSchema))
    for (const definition of definitions) {
      const { id, name, path } = definition
      const folders = (path ?? '').split('\\').filter((part) => part !== '')
      if (!isWanted(wanted, [name, [...folders, name].join('/'), String(id)])) continue
      const query = {
        definitionId: String(id),
        $expand: 'environments',
        $top: String(runs),
        queryOrder: 'descending',
        ...(maxAge !== undefined && { minCreatedTime: new Date(Date.now() - maxAge).toISOString() }),
      }
      const { json } = await api.ask(`${within}/_apis/release/releases`, query, azureDevopsList(releaseSchema))
      yield toDefinitionItem(definition, json.value, { organization: api.organization, project })
    }
}

const repositorySchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  defaultBranch: text,
  webUrl: text,
  remoteUrl: text,
  isDisabled: z.boolean().nullish(),
})

export async function* listRepositories(
  project: Project,
  api: AzureDevopsApi,
  wanted: readonly string[],
): AsyncGenerator<FoundItem> {
  const path = `${encodeURIComponent(project.id)}/_apis/git/repositories`
  const { json } = await api.ask(path, {}, azureDevopsList(repositorySchema))
  for (const { id, name, defaultBranch, webUrl, isDisabled } of json.value) {
    if (!isWanted(wanted, [name, id])) continue
    yield {
      kind: 'item',
      config: {
        id,
        name,
        defaultBranch: defaultBranch?.replace(/^refs\/heads\//, ''),
        url: webUrl,
        project: project.name,
      },
      known: {
        type: 'AzureDevops::Repository',
        id,
        name,
        configClass: 'Repository',
        status: isDisabled === true ? 'disabled' : 'active',
        tags: { organization: api.organization, project: project.name },
        source: `${api.organization}/${project.name}`,
        links: [{ kind: 'parent', to: { type: 'AzureDevops::Project', id: project.id } }],
      },
    }
  }
}
