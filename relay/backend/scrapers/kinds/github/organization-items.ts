import { z } from 'zod'
import type { ItemLink } from '#relay/backend/catalog/scraped-item.ts'
import type { GithubClient } from '#relay/backend/clients/git/github.ts'
import { partBeside } from '#relay/backend/scrapers/kinds/read-part.ts'
import type { Found, FoundItem } from '#relay/backend/scrapers/scraper-kind.ts'
import { organizationType, repositoryType, teamType, userSchema, type GithubUsers } from './github-accounts.ts'
import type { GithubSpec } from './github-spec.ts'

type Wanted = GithubSpec['organizations'][number]

const row = z.looseObject({})
const text = z.string().nullish()
const rows = z.array(row)
const organizationSchema = z.looseObject({ login: z.string(), name: text, description: text, created_at: text })
/** These fields of an organization are its settings; counts change with each repository. */
const settingName =
  /^(?:two_factor_requirement_enabled|default_repository_permission|members_.*|.*_enabled_for_new_repositories|web_commit_signoff_required|deploy_keys_enabled_for_repositories)$/

const installationSchema = z.looseObject({
  id: z.number(),
  app_slug: z.string(),
  repository_selection: text,
  permissions: z.record(z.string(), z.string()).nullish(),
  events: z.array(z.string()).nullish(),
  suspended_at: text,
  created_at: text,
})
const installations = z
  .looseObject({ installations: z.array(installationSchema) })
  .transform(({ installations: found }) => found)
const organizationRoles = z.looseObject({ roles: rows }).transform(({ roles }) => roles)
const teamSchema = z.looseObject({
  id: z.number(),
  slug: z.string(),
  name: z.string(),
  description: text,
  privacy: text,
  parent: z.looseObject({ slug: z.string() }).nullish(),
})
const grantSchema = z.looseObject({ full_name: z.string(), role_name: text })

const collect = async <T>(all: AsyncIterable<T>): Promise<T[]> => {
  const found: T[] = []
  for await (const each of all) found.push(each)
  return found
}

interface Reading {
  readonly api: GithubClient
  readonly users: GithubUsers
  /** Names of the repositories of this scraper, for apps that are granted all of them. */
  readonly repositories: readonly string[]
}

async function* readSettings(
  { name, settings, rulesets }: Wanted,
  { api }: Reading,
  config: Record<string, unknown>,
): AsyncGenerator<Found> {
  const at = `/orgs/${name}`
  if (settings) {
    yield* partBeside(`Permissions of actions of ${name}`, async () => {
      config['actions'] = await api.ask(`${at}/actions/permissions`, row)
    })
    yield* partBeside(`Roles of ${name}`, async () => {
      config['roles'] = await api.ask(`${at}/organization-roles`, organizationRoles)
    })
    yield* partBeside(`Code security configurations of ${name}`, async () => {
      config['codeSecurity'] = await collect(api.list(`${at}/code-security/configurations?per_page=100`, rows))
    })
  }
  if (rulesets)
    yield* partBeside(`Rulesets of ${name}`, async () => {
      config['rulesets'] = await collect(api.list(`${at}/rulesets?per_page=100`, rows))
    })
}

async function* readApps(name: string, { api, repositories }: Reading): AsyncGenerator<FoundItem> {
  for await (const app of api.list(`/orgs/${name}/installations?per_page=100`, installations)) {
    const { id, app_slug: slug, repository_selection: selection, permissions, events, suspended_at: suspended } = app
    const granted = repositories.filter((each) => selection === 'all' && each.startsWith(`${name}/`))
    yield {
      kind: 'item',
      config: { id, app: slug, repositories: selection, permissions, events, suspended },
      known: {
        type: 'GitHub::AppInstallation',
        id: `${name}/${slug}`,
        name: slug,
        configClass: 'AppInstallation',
        status: suspended == null ? 'active' : 'suspended',
        source: name,
        createdAt: app.created_at,
        links: [
          { kind: 'parent', to: { type: organizationType, id: name } },
          ...granted.map((each): ItemLink => ({
            kind: 'related',
            relation: 'access',
            to: { type: repositoryType, id: each },
          })),
        ],
      },
    }
  }
}

async function* readMembers(name: string, { api, users }: Reading): AsyncGenerator<FoundItem> {
  for (const role of ['admin', 'member'])
    for await (const user of api.list(`/orgs/${name}/members?per_page=100&role=${role}`, z.array(userSchema)))
      users.add(user, role, { type: organizationType, id: name })
  for await (const team of api.list(`/orgs/${name}/teams?per_page=100`, z.array(teamSchema))) {
    const { id, slug, name: title, description, privacy, parent } = team
    const at = `/orgs/${name}/teams/${slug}`
    for await (const user of api.list(`${at}/members?per_page=100`, z.array(userSchema)))
      users.add(user, 'member', { type: teamType, id: `${name}/${slug}` })
    const grants = await collect(api.list(`${at}/repos?per_page=100`, z.array(grantSchema)))
    yield {
      kind: 'item',
      config: { id, slug, name: title, description, privacy },
      known: {
        type: teamType,
        id: `${name}/${slug}`,
        name: title,
        description,
        configClass: 'Team',
        source: name,
        links: [
          ...(parent == null
            ? []
            : [{ kind: 'parent', to: { type: teamType, id: `${name}/${parent.slug}` } } as const]),
          { kind: 'parent', to: { type: organizationType, id: name } },
          ...grants.map((grant): ItemLink => ({
            kind: 'related',
            relation: grant.role_name ?? 'access',
            to: { type: repositoryType, id: grant.full_name },
          })),
        ],
      },
    }
  }
}

export const toOrganizationItem = (name: string, config: unknown, title?: string | null): FoundItem => ({
  kind: 'item',
  config,
  known: { type: organizationType, id: name, name: title ?? name, configClass: 'Organization', source: name },
})

export async function* readOrganization(wanted: Wanted, reading: Reading): AsyncGenerator<Found> {
  const found = await reading.api.ask(`/orgs/${wanted.name}`, organizationSchema)
  const settings = Object.entries(found).filter(([key]) => settingName.test(key))
  const config: Record<string, unknown> = {
    login: found.login,
    name: found.name,
    description: found.description,
    ...(wanted.settings && { settings: Object.fromEntries(settings) }),
  }
  yield* readSettings(wanted, reading, config)
  yield toOrganizationItem(found.login, config, found.name)
  if (wanted.apps) yield* readApps(found.login, reading)
  if (wanted.members) yield* readMembers(found.login, reading)
}
