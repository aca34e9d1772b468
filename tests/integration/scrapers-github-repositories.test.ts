import { expect, test } from 'vitest'
import { z } from 'zod'
import { scraperDocument } from '#tests/fixtures/scrapers.ts'
import { scrapingTests } from '#tests/fixtures/scraping.ts'
import { standIns, type StandInResponse } from '#tests/fixtures/stand-in.ts'

const { scrapers, start } = scrapingTests()
const services = standIns()

const token = 'token-of-the-owner'
const repository = (name: string, more: object = {}) => ({
  name,
  full_name: `acme/${name}`,
  owner: { login: 'acme', type: 'Organization' },
  private: true,
  default_branch: 'main',
  topics: ['shop'],
  created_at: '2026-01-01T00:00:00Z',
  stargazers_count: 7,
  ...more,
})
const linkSchema = z.array(z.object({ config_id: z.string(), related_id: z.string(), relation: z.string() }))
const notFound: StandInResponse = { code: 404, body: { message: 'Not Found' } }

type Routes = Readonly<Record<string, unknown>>
const isResponse = (value: unknown): value is StandInResponse =>
  typeof value === 'object' && value !== null && 'body' in value

const scraping = async (routes: Routes, fields: string) => {
  const service = await services.start(({ path, query, headers }) => {
    const address = query.get('page') === '2' ? `${path}?page=2` : path
    if (!path.startsWith('/projects/') && headers.authorization !== `Bearer ${token}`)
      return { code: 401, body: { message: 'Bad credentials' } }
    const body = routes[address]
    if (body === undefined) return notFound
    return isResponse(body) ? body : { body }
  })
  const source = `url: '${service.url}', openssfURL: '${service.url}', personalAccessToken: ${token}, ${fields}`
  await start({ 'github.yaml': scraperDocument('github', `  github: [{ ${source} }]\n`) })
  return { run: await scrapers.run('github'), requests: service.requests }
}

const shop = { '/repos/acme/shop': repository('shop') }
const advisory = { ghsa_id: 'GHSA-1', summary: 'Prototype pollution', severity: 'critical' }
const dependency = { package: { ecosystem: 'npm', name: 'lodash' }, manifest_path: 'package.json' }
const alert = (number: number, more: object = {}) => ({
  number,
  state: 'open',
  dependency,
  security_advisory: advisory,
  created_at: new Date().toISOString(),
  ...more,
})

test('patterns and topics select repositories of an organization, page by page [CAT-03]', async () => {
  const { run } = await scraping(
    {
      '/orgs/acme/repos': {
        headers: { link: '</orgs/acme/repos?page=2>; rel="next"' },
        body: [repository('shop-web'), repository('shop-old'), repository('shop-docs', { topics: [] })],
      },
      '/orgs/acme/repos?page=2': [
        repository('shop-api'),
        repository('blog'),
        repository('shop-gone', { archived: true }),
      ],
      '/users/ada/repos': [repository('tools', { full_name: 'ada/tools', owner: { login: 'ada', type: 'User' } })],
    },
    "repositories: [{ owner: acme, repo: 'shop-*,!shop-old', topics: [shop] }, { owner: ada, repo: '*' }]",
  )
  expect(run).toMatchObject({ status: 'SUCCESS', errors: [] })
  const items = await scrapers.items()
  const [acme, api] = [items.find(({ name }) => name === 'acme'), items.find(({ name }) => name === 'acme/shop-api')]
  expect(items.map(({ type, name }) => [type, name]).toSorted()).toEqual([
    ['GitHub::Organization', 'acme'],
    ['GitHub::Organization', 'ada'],
    ['GitHub::Repository', 'acme/shop-api'],
    ['GitHub::Repository', 'acme/shop-web'],
    ['GitHub::Repository', 'ada/tools'],
  ])
  expect(api).toMatchObject({ parent_id: acme?.id, status: 'active', tags: { owner: 'acme' } })
  expect(JSON.stringify(items)).not.toContain(token)
  expect((await scrapers.run('github')).summary).toMatchObject({ updated: 0, changes: 0 })
})

test('commits are changes, alerts and the scorecard are insights, and filters select alerts', async () => {
  const { run, requests } = await scraping(
    {
      ...shop,
      '/repos/acme/shop/commits': [
        {
          sha: 'c1',
          author: { login: 'ada' },
          commit: { message: 'Add a basket\n\nWith tests', author: { name: 'Ada', date: '2026-11-01T00:00:00Z' } },
        },
      ],
      '/repos/acme/shop/dependabot/alerts': [
        alert(1),
        alert(2, { security_advisory: { ...advisory, severity: 'low' } }),
        alert(3, { state: 'fixed' }),
        alert(4, { created_at: '2020-01-01T00:00:00Z' }),
      ],
      '/repos/acme/shop/code-scanning/alerts': {
        code: 403,
        body: { message: 'Advanced Security must be enabled for this repository to use code scanning.' },
      },
      '/repos/acme/shop/secret-scanning/alerts': [
        { ...alert(9), secret_type_display_name: 'Slack token', secret: 'xoxb-of-the-alert' },
      ],
      '/projects/github.com/acme/shop': {
        score: 7.2,
        checks: [
          { name: 'Branch-Protection', score: 2, reason: 'branches are not protected' },
          { name: 'License', score: 10 },
          { name: 'Fuzzing', score: -1 },
        ],
      },
    },
    'repositories: [{ owner: acme, repo: shop }], commits: { enabled: true, maxAge: 7d }, security: true, openssf: true, securityFilters: { severity: [critical, high], maxAge: 90d }',
  )
  expect(run).toMatchObject({ status: 'SUCCESS', errors: [] })
  const item = (await scrapers.items()).find(({ type }) => type === 'GitHub::Repository')
  expect(item).toMatchObject({ properties: [{ name: 'OpenSSF score', text: '7.2' }] })
  expect(await scrapers.changes(item?.id ?? '')).toMatchObject([
    { change_type: 'Commit', summary: 'Add a basket', external_change_id: 'c1', external_created_by: 'ada' },
  ])
  const insights = await scrapers.read('config_analysis?select=analyzer,severity,summary&order=analyzer')
  expect(insights).toEqual([
    { analyzer: 'dependabot', severity: 'critical', summary: 'lodash: Prototype pollution (#1)' },
    { analyzer: 'openssf-scorecard', severity: 'high', summary: 'Branch-Protection' },
    { analyzer: 'secret-scanning', severity: 'critical', summary: 'Slack token in the repository (#9)' },
  ])
  expect(JSON.stringify(await scrapers.read('config_analysis'))).not.toContain('xoxb-of-the-alert')
  const commits = requests.find(({ path }) => path.endsWith('/commits'))
  expect(Date.now() - Date.parse(commits?.query.get('since') ?? '') - 7 * 86_400_000).toBeLessThan(60_000)
  const scorecard = requests.find(({ path }) => path.startsWith('/projects/'))
  expect(scorecard?.headers.authorization).toBeUndefined()
})

test('organizations have settings, apps and teams, and access is a relationship by role', async () => {
  const { run } = await scraping(
    {
      ...shop,
      '/repos/acme/shop/collaborators': [{ login: 'ada', id: 1, role_name: 'admin' }],
      '/repos/acme/shop/teams': [{ slug: 'core', permission: 'push' }],
      '/orgs/acme': {
        login: 'acme',
        name: 'Acme',
        two_factor_requirement_enabled: true,
        default_repository_permission: 'read',
        public_repos: 3,
      },
      '/orgs/acme/actions/permissions': { enabled_repositories: 'all' },
      '/orgs/acme/organization-roles': { total_count: 1, roles: [{ name: 'auditor' }] },
      '/orgs/acme/code-security/configurations': [],
      '/orgs/acme/rulesets': { code: 403, body: { message: 'Must have admin rights.' } },
      '/orgs/acme/installations': {
        installations: [
          { id: 5, app_slug: 'renovate', repository_selection: 'all', permissions: { contents: 'write' } },
        ],
      },
      '/orgs/acme/members': [{ login: 'ada', id: 1 }],
      '/orgs/acme/teams': [{ id: 2, slug: 'core', name: 'Core', privacy: 'closed', parent: null }],
      '/orgs/acme/teams/core/members': [{ login: 'ada', id: 1 }],
      '/orgs/acme/teams/core/repos': [{ full_name: 'acme/shop', role_name: 'write' }],
    },
    'repositories: [{ owner: acme, repo: shop }], permissions: { enabled: true }, organizations: [{ name: acme, settings: true, rulesets: true, apps: true, members: true }]',
  )
  expect(run.errors).toEqual(['Rulesets of acme: GitHub responded with 403: Must have admin rights.'])
  const items = await scrapers.items()
  const findId = (type: string) => items.find((item) => item.type === `GitHub::${type}`)?.id
  const organization = items.find(({ type }) => type === 'GitHub::Organization')
  expect(organization?.config).toMatchObject({
    settings: { two_factor_requirement_enabled: true, default_repository_permission: 'read' },
    actions: { enabled_repositories: 'all' },
    roles: [{ name: 'auditor' }],
  })
  expect(JSON.stringify(organization?.config)).not.toContain('public_repos')
  expect(items.find(({ type }) => type === 'GitHub::Team')).toMatchObject({ name: 'Core', parent_id: organization?.id })
  const links = linkSchema.parse(await scrapers.read('config_relationships?select=config_id,related_id,relation'))
  const isLinked = (from: string, to: string, relation: string) =>
    links.some(
      (link) =>
        link.relation === relation &&
        [link.config_id, link.related_id].includes(findId(from) ?? '') &&
        [link.config_id, link.related_id].includes(findId(to) ?? ''),
    )
  expect([
    isLinked('User', 'Repository', 'admin'),
    isLinked('User', 'Team', 'member'),
    isLinked('User', 'Organization', 'member'),
    isLinked('Team', 'Repository', 'write'),
    isLinked('AppInstallation', 'Repository', 'access'),
  ]).toEqual([true, true, true, true, true])
})

test('a repository that cannot be read is an error beside the others', async () => {
  const { run } = await scraping(shop, 'repositories: [{ owner: acme, repo: gone }, { owner: acme, repo: shop }]')
  expect(run.errors).toEqual(['acme/gone: GitHub responded with 404: Not Found.'])
  expect((await scrapers.items()).map(({ name }) => name)).toContain('acme/shop')
})
