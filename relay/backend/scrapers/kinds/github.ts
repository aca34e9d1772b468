import type { ItemLink, ScrapedChange, ScrapedInsight } from '#relay/backend/catalog/scraped-item.ts'
import { createGithubClient, type GithubClient } from '#relay/backend/clients/git/github.ts'
import { partBeside, readPart } from '#relay/backend/scrapers/kinds/read-part.ts'
import type { Found, ScrapeContext, ScraperType } from '#relay/backend/scrapers/scraper-kind.ts'
import { GithubUsers, repositoryType } from './github/github-accounts.ts'
import { githubSpec, type GithubSpec } from './github/github-spec.ts'
import { readOrganization, toOrganizationItem } from './github/organization-items.ts'
import {
  findRepositories,
  readAccess,
  readCommits,
  toOwnerLink,
  toRepositoryConfig,
  type Repository,
} from './github/repository-items.ts'
import { readScorecard, scorecardAnalyzer } from './github/scorecard.ts'
import { readSecurity } from './github/security-insights.ts'

interface Reading {
  readonly api: GithubClient
  readonly spec: GithubSpec
  readonly users: GithubUsers
  readonly context: ScrapeContext
}

async function* readRepository(repository: Repository, { api, spec, users, context }: Reading): AsyncGenerator<Found> {
  const { full_name: name } = repository
  const insights: ScrapedInsight[] = []
  const unaskedAnalyzers: string[] = []
  const links: ItemLink[] = [toOwnerLink(repository)]
  let changes: readonly ScrapedChange[] = []
  let score: number | undefined
  const { commits } = spec
  if (commits?.enabled === true)
    yield* partBeside(`Commits of ${name}`, async () => {
      changes = await readCommits(api, repository, commits.maxAge)
    })
  if (spec.permissions?.enabled === true)
    yield* partBeside(`Permissions of ${name}`, async () => {
      links.push(...(await readAccess(api, repository, users)))
    })
  if (spec.security) {
    const found = await readSecurity(api, repository, spec.securityFilters)
    insights.push(...found.insights)
    unaskedAnalyzers.push(...found.unasked)
    for (const reason of found.errors) yield { kind: 'error', reason: `${reason}.`, isBeside: true }
  }
  if (spec.openssf) {
    unaskedAnalyzers.push(scorecardAnalyzer)
    yield* partBeside(`OpenSSF scorecard of ${name}`, async () => {
      const scorecard = await readScorecard(repository, spec, context)
      unaskedAnalyzers.splice(unaskedAnalyzers.indexOf(scorecardAnalyzer), 1)
      insights.push(...(scorecard?.insights ?? []))
      score = scorecard?.score
    })
  }
  yield {
    kind: 'item',
    config: toRepositoryConfig(repository),
    known: {
      type: repositoryType,
      id: name,
      name,
      configClass: 'Repository',
      description: repository.description,
      status: repository.archived === true ? 'archived' : repository.disabled === true ? 'disabled' : 'active',
      tags: { owner: repository.owner.login },
      properties: score === undefined ? [] : [{ name: 'OpenSSF score', text: String(score) }],
      source: repository.owner.login,
      createdAt: repository.created_at,
      changes,
      insights,
      unaskedAnalyzers,
      links,
    },
  }
}

/** Repositories that several selectors find are read once. */
async function* readRepositories(reading: Reading, seen: Map<string, Repository>): AsyncGenerator<Found> {
  for (const selector of reading.spec.repositories)
    yield* readPart(
      `${selector.owner}/${selector.repo}`,
      (async function* () {
        for await (const repository of findRepositories(reading.api, selector)) {
          if (seen.has(repository.full_name)) continue
          seen.set(repository.full_name, repository)
          yield* readRepository(repository, reading)
        }
      })(),
    )
}

export const github: ScraperType<GithubSpec> = {
  key: 'github',
  spec: githubSpec,
  defaultType: repositoryType,
  describeEndpoint: ({ repositories, organizations }) =>
    `GitHub ${[...repositories.map(({ owner, repo }) => `${owner}/${repo}`), ...organizations.map(({ name }) => name)].join(', ')}`,
  async *scrape(spec, context): AsyncGenerator<Found> {
    const users = new GithubUsers()
    const reading: Reading = { api: await createGithubClient(spec, context), spec, users, context }
    const seen = new Map<string, Repository>()
    yield* readRepositories(reading, seen)
    const named = new Set(spec.organizations.map(({ name }) => name.toLowerCase()))
    const owners = new Set([...seen.values()].map(({ owner }) => owner.login))
    for (const owner of owners) if (!named.has(owner.toLowerCase())) yield toOrganizationItem(owner, { login: owner })
    for (const organization of spec.organizations)
      yield* readPart(organization.name, readOrganization(organization, { ...reading, repositories: [...seen.keys()] }))
    yield* users.items('GitHub')
  },
}
