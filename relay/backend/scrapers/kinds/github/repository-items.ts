import { z } from 'zod'
import type { GithubClient } from '#relay/backend/clients/git/github.ts'
import { anyMatchesPatterns, matchesPatterns } from '#shared/access/match.ts'
import type { ItemLink, ScrapedChange } from '#relay/backend/catalog/scraped-item.ts'
import { ServiceError } from '#relay/backend/clients/http/json-service.ts'
import { organizationType, repositoryType, teamType, userSchema, type GithubUsers } from './github-accounts.ts'
import type { GithubSpec } from './github-spec.ts'

const text = z.string().nullish()
const commitsMax = 2_000

const repositorySchema = z.looseObject({
  name: z.string(),
  full_name: z.string(),
  owner: z.looseObject({ login: z.string(), type: text }),
  description: text,
  html_url: text,
  default_branch: text,
  visibility: text,
  private: z.boolean().nullish(),
  archived: z.boolean().nullish(),
  disabled: z.boolean().nullish(),
  fork: z.boolean().nullish(),
  language: text,
  topics: z.array(z.string()).nullish(),
  license: z.looseObject({ spdx_id: text }).nullish(),
  created_at: text,
})
export type Repository = z.infer<typeof repositorySchema>

const isPattern = (repo: string): boolean => /[*!,]/.test(repo)

const hasTopics = ({ topics }: Repository, wanted: readonly string[] | undefined): boolean =>
  wanted === undefined || anyMatchesPatterns(wanted, topics ?? [])

/** Accounts of people have no list of an organization. */
async function* listOwned(api: GithubClient, owner: string): AsyncGenerator<Repository> {
  const page = z.array(repositorySchema)
  try {
    yield* api.list(`/orgs/${owner}/repos?per_page=100&type=all`, page)
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 404) throw error
    yield* api.list(`/users/${owner}/repos?per_page=100`, page)
  }
}

export async function* findRepositories(
  api: GithubClient,
  { owner, repo, topics }: GithubSpec['repositories'][number],
): AsyncGenerator<Repository> {
  if (!isPattern(repo)) {
    const found = await api.ask(`/repos/${owner}/${encodeURIComponent(repo)}`, repositorySchema)
    if (hasTopics(found, topics)) yield found
    return
  }
  for await (const found of listOwned(api, owner))
    if (found.archived !== true && matchesPatterns(repo, found.name) && hasTopics(found, topics)) yield found
}

/** Counts of stars, sizes and times of pushes would make each scrape a change. */
export const toRepositoryConfig = (repository: Repository): Record<string, unknown> => ({
  name: repository.name,
  owner: repository.owner.login,
  description: repository.description,
  url: repository.html_url,
  defaultBranch: repository.default_branch,
  visibility: repository.visibility ?? (repository.private === true ? 'private' : 'public'),
  archived: repository.archived === true,
  fork: repository.fork === true,
  language: repository.language,
  topics: repository.topics ?? [],
  license: repository.license?.spdx_id,
})

export const toOwnerLink = ({ owner }: Repository): ItemLink => ({
  kind: 'parent',
  to: { type: organizationType, id: owner.login },
})

const commitSchema = z.looseObject({
  sha: z.string(),
  html_url: text,
  author: z.looseObject({ login: z.string() }).nullish(),
  commit: z.looseObject({
    message: z.string(),
    author: z.looseObject({ name: text, date: text }).nullish(),
  }),
})

/** Of the default branch, newest first. */
export const readCommits = async (
  api: GithubClient,
  { full_name: name }: Repository,
  maxAgeMs: number,
): Promise<ScrapedChange[]> => {
  const since = new Date(Date.now() - maxAgeMs).toISOString()
  const changes: ScrapedChange[] = []
  try {
    for await (const { sha, html_url: url, author, commit } of api.list(
      `/repos/${name}/commits?per_page=100&since=${since}`,
      z.array(commitSchema),
    )) {
      const [summary = ''] = commit.message.split('\n', 1)
      changes.push({
        changeType: 'Commit',
        severity: 'info',
        source: 'github',
        summary,
        externalId: sha,
        createdBy: author?.login ?? commit.author?.name ?? undefined,
        createdAt: commit.author?.date ?? undefined,
        details: { sha, message: commit.message, url },
      })
      if (changes.length === commitsMax) break
    }
  } catch (error) {
    // A repository without commits.
    if (!(error instanceof ServiceError) || error.code !== 409) throw error
  }
  return changes
}

const roleOf = { role_name: text, permissions: z.record(z.string(), z.boolean()).nullish(), permission: text }
const collaboratorSchema = userSchema.extend(roleOf)
const teamSchema = z.looseObject({ slug: z.string(), ...roleOf })
const roles = ['admin', 'maintain', 'push', 'triage', 'pull']

const roleSchema = z.object(roleOf)

const findRole = ({ role_name: name, permission, permissions }: z.infer<typeof roleSchema>): string =>
  name ?? permission ?? roles.find((role) => permissions?.[role] === true) ?? 'pull'

/** Collaborators become users that are related by their role; teams are links of the repository. */
export const readAccess = async (
  api: GithubClient,
  { full_name: name, owner }: Repository,
  users: GithubUsers,
): Promise<ItemLink[]> => {
  const to = { type: repositoryType, id: name }
  for await (const user of api.list(`/repos/${name}/collaborators?per_page=100`, z.array(collaboratorSchema)))
    users.add(user, findRole(user), to)
  const links: ItemLink[] = []
  if (owner.type !== 'Organization') return links
  for await (const team of api.list(`/repos/${name}/teams?per_page=100`, z.array(teamSchema)))
    links.push({ kind: 'related', relation: findRole(team), to: { type: teamType, id: `${owner.login}/${team.slug}` } })
  return links
}
