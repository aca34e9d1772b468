import { expect, test } from 'vitest'
import { scraperDocument } from '#tests/fixtures/scrapers.ts'
import { scrapingTests } from '#tests/fixtures/scraping.ts'
import { standIns, type ReceivedRequest, type StandInResponse } from '#tests/fixtures/stand-in.ts'

const { scrapers, start } = scrapingTests()
const services = standIns()

const token = 'token-of-the-organization'
type Respond = (request: ReceivedRequest) => StandInResponse | undefined

const scraping = async (respond: Respond, more = '', top = '') => {
  const devops = await services.start(respond)
  const source = `url: '${devops.url}', organization: acme, personalAccessToken: ${token}${more}`
  await start({ 'devops.yaml': scraperDocument('devops', `${top}  azureDevops: [{ ${source} }]\n`) })
  return { ...devops, run: await scrapers.run('devops') }
}

const pipeline = (id: number, folder = '\\') => ({ id, name: `Build ${id}`, folder, revision: 3 })
const build = (id: number, result: string | null) => ({
  id,
  buildNumber: `2026110${id}.1`,
  status: result === null ? 'inProgress' : 'completed',
  result,
  reason: 'individualCI',
  finishTime: result === null ? undefined : `2026-11-0${id}T00:00:00Z`,
  sourceBranch: 'refs/heads/main',
  sourceVersion: 'abc',
  requestedFor: { displayName: 'Ada Lovelace', uniqueName: 'ada@acme.test' },
  _links: { web: { href: `https://devops.test/${id}` } },
})
const errorResponse = (code: number, message: string): StandInResponse => ({ code, body: { message } })

const organization =
  (pipelines: readonly object[], builds: readonly object[], other: Respond = () => undefined): Respond =>
  (request) => {
    const { path, query, headers } = request
    if (headers.authorization !== `Basic ${Buffer.from(`:${token}`).toString('base64')}`)
      return { code: 203, body: '<html>Sign in</html>' }
    const otherwise = other(request)
    if (otherwise !== undefined) return otherwise
    if (path === '/acme/_apis/projects')
      return {
        body: {
          value: [
            { id: 'p1', name: 'Shop', state: 'wellFormed' },
            { id: 'p2', name: 'Wiki' },
          ],
        },
      }
    if (path.endsWith('/_apis/build/builds')) return { body: { value: builds } }
    if (path === '/acme/p2/_apis/pipelines') return { body: { value: [] } }
    if (path !== '/acme/p1/_apis/pipelines') return errorResponse(404, 'no such page')
    const from = Number(query.get('continuationToken') ?? 0)
    const nextPageHeaders = from + 100 < pipelines.length ? { 'x-ms-continuationtoken': String(from + 100) } : {}
    return { headers: nextPageHeaders, body: { value: pipelines.slice(from, from + 100) } }
  }

test('pipelines are items of their project, and finished runs are changes by the requester [CAT-03]', async () => {
  const builds = [build(4, null), build(3, 'failed'), build(2, 'canceled'), build(1, 'succeeded')]
  const pipelines = [pipeline(1, String.raw`\web`), pipeline(2)]
  const { run, requests } = await scraping(
    organization(pipelines, builds),
    ', projects: [Sh*], pipelines: [web/*], runs: 4',
  )
  expect(run).toMatchObject({ status: 'SUCCESS', summary: { added: 2, changes: 3 } })
  const [found, project] = await scrapers.items()
  expect([found, project]).toMatchObject([
    {
      type: 'AzureDevops::Pipeline',
      name: 'Build 1',
      status: 'inProgress',
      health: 'unhealthy',
      parent_id: project?.id,
      external_id: ['acme/p1/1', 'acme/Shop/web/Build 1'],
      tags: { organization: 'acme', project: 'Shop' },
    },
    { type: 'AzureDevops::Project', name: 'Shop', status: 'wellFormed' },
  ])
  expect(await scrapers.changes(found?.id ?? '')).toMatchObject([
    {
      change_type: 'PipelineRun',
      severity: 'high',
      summary: '20261103.1: failed',
      external_created_by: 'Ada Lovelace',
      details: { branch: 'main', commit: 'abc', url: 'https://devops.test/3' },
    },
    { severity: 'low', summary: '20261102.1: canceled' },
    { severity: 'info', summary: '20261101.1: succeeded' },
  ])
  const builds1 = requests.find(({ path }) => path.endsWith('builds'))
  expect(Object.fromEntries(builds1?.query ?? [])).toMatchObject({ definitions: '1', $top: '4' })
  expect((await scrapers.run('devops')).summary).toMatchObject({ updated: 0, changes: 0 })
})

test('pipelines are read page by page', async () => {
  const pipelines = Array.from({ length: 230 }, (_, index) => pipeline(index + 1))
  expect((await scraping(organization(pipelines, []))).run.summary).toMatchObject({ added: 232, errors: 0 })
})

test('an inaccessible project is an error, the others are read, and rate limits are waited for', async () => {
  let requestCount = 0
  const { run } = await scraping(
    organization([pipeline(1)], [], ({ path }) => {
      if (path === '/acme/p2/_apis/pipelines') return errorResponse(403, 'Access denied to Wiki.')
      requestCount += 1
      return requestCount === 1 ? { code: 429, headers: { 'retry-after': '0' }, body: {} } : undefined
    }),
  )
  expect(run).toMatchObject({
    status: 'WARNING',
    summary: { added: 3 },
    errors: ['Pipelines of Wiki: Azure DevOps responded with 403: Access denied to Wiki.'],
  })
})

test.each([
  ['leads to its page to sign in', { code: 302, headers: { location: '/_signin' }, body: '' }],
  ['answers with that page', { code: 203, body: '<html></html>' }],
  ['says that it is not authorized', { code: 401, body: '' }],
] as const)('a rejected token, where the service %s, is reported and never shown', async (_, response) => {
  const { run } = await scraping(() => response)
  expect(run.errors).toEqual([
    'Azure DevOps: authentication failed. Use a personal access token of the organization that has not expired and can read builds and projects.',
  ])
  expect(JSON.stringify(await scrapers.read('config_scrapers'))).not.toContain(token)
})

test('an organization that hangs times out', async () => {
  const { run } = await scraping(() => undefined, '', '  timeout: 1s\n')
  expect(run.errors).toEqual(['Azure DevOps of acme: timed out after 1s.'])
})

test('releases are items with their deployments as changes, and repositories are items', async () => {
  const stage = (id: number, name: string, status: string) => ({
    id,
    name,
    status,
    deploySteps: [
      { attempt: 2, lastModifiedOn: '2026-11-02T00:00:00Z', requestedFor: { displayName: 'Ada Lovelace' } },
    ],
  })
  const { run, requests } = await scraping(
    organization([], [], ({ path }) => {
      if (path === '/acme/p1/_apis/release/definitions')
        return {
          body: {
            value: [
              { id: 7, name: 'Shop', path: '\\Web', revision: 2 },
              { id: 8, name: 'Blog', path: '\\' },
            ],
          },
        }
      if (path === '/acme/p1/_apis/release/releases') {
        const environments = [stage(1, 'test', 'succeeded'), stage(2, 'prod', 'rejected'), stage(3, 'dr', 'notStarted')]
        return { body: { value: [{ id: 70, name: 'Release-1', environments }] } }
      }
      if (path === '/acme/p1/_apis/git/repositories')
        return {
          body: {
            value: [
              { id: 'r1', name: 'shop', defaultBranch: 'refs/heads/main', size: 7 },
              { id: 'r2', name: 'blog' },
            ],
          },
        }
      return undefined
    }),
    ', projects: [Shop], pipelines: [], releases: [Web/*], repositories: [shop], maxAge: 30d',
  )
  expect(run).toMatchObject({ status: 'SUCCESS', errors: [] })
  const items = await scrapers.items()
  const project = items.find(({ type }) => type === 'AzureDevops::Project')
  const release = items.find(({ type }) => type === 'AzureDevops::Release')
  expect(items).toMatchObject([
    { type: 'AzureDevops::Project' },
    { type: 'AzureDevops::Release', name: 'Shop', health: 'unhealthy', status: 'failed', parent_id: project?.id },
    { type: 'AzureDevops::Repository', name: 'shop', config: { defaultBranch: 'main' }, parent_id: project?.id },
  ])
  const changes = await scrapers.changes(release?.id ?? '')
  expect(changes.map(({ summary, severity }) => [summary, severity]).toSorted()).toEqual([
    ['Release-1 to prod: failed', 'high'],
    ['Release-1 to test: succeeded', 'info'],
  ])
  const asked = requests.filter(({ path }) => path.endsWith('/_apis/release/releases'))
  expect(asked.map(({ query }) => query.get('definitionId'))).toEqual(['7'])
})
